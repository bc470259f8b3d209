import { z } from "zod";
import { createWordPiece, type Tokenize } from "./word-piece.ts";

/** The part of Hugging Face's `tokenizer.json` that tells a BERT from others. */
const bertSchema = z.object({
  normalizer: z.object({
    type: z.literal("BertNormalizer"),
    clean_text: z.boolean(),
    handle_chinese_chars: z.boolean(),
    strip_accents: z.boolean().nullable(),
    lowercase: z.boolean(),
  }),
  pre_tokenizer: z.object({ type: z.literal("BertPreTokenizer") }),
  model: z.object({
    type: z.literal("WordPiece").default("WordPiece"),
    vocab: z.record(z.string(), z.number().int()),
    unk_token: z.string(),
    continuing_subword_prefix: z.string(),
    max_input_chars_per_word: z.number().int().default(100),
  }),
});

/**
 * Reads a `tokenizer.json`: a BERT's WordPiece is ours; Unigram and BPE models go to Hugging Face's library, loaded
 * only then.
 * @throws where it is none of them
 */
export async function loadTokenizer(json: string, maximumTokens: number): Promise<Tokenize> {
  const description: unknown = JSON.parse(json);
  const bert = bertSchema.safeParse(description);
  if (!bert.success) return loadOther(description, maximumTokens);
  const { normalizer, model } = bert.data;
  return createWordPiece({
    vocabulary: model.vocab,
    continuingPrefix: model.continuing_subword_prefix,
    unknownToken: model.unk_token,
    longestWord: model.max_input_chars_per_word,
    cleanText: normalizer.clean_text,
    splitIdeographs: normalizer.handle_chinese_chars,
    lowercase: normalizer.lowercase,
    stripAccents: normalizer.strip_accents ?? normalizer.lowercase,
    maximumTokens,
  });
}

async function loadOther(description: unknown, maximumTokens: number): Promise<Tokenize> {
  const { Tokenizer } = await import("@huggingface/tokenizers");
  const tokenizer = new Tokenizer(description as object, {});
  return (text) => {
    const { ids } = tokenizer.encode(text);
    // The last token closes the text in every sentence model of this kind.
    return ids.length <= maximumTokens ? ids : [...ids.slice(0, maximumTokens - 1), ...ids.slice(-1)];
  };
}
