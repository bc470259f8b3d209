import { createWordPiece, type Tokenizer } from "./word-piece.ts";

/** What Hugging Face's `tokenizer.json` says of a BERT. */
interface BertDescription {
  readonly normalizer: {
    readonly type: "BertNormalizer";
    readonly clean_text: boolean;
    readonly handle_chinese_chars: boolean;
    readonly strip_accents: boolean | null;
    readonly lowercase: boolean;
  };
  readonly pre_tokenizer: { readonly type: "BertPreTokenizer" };
  readonly model: {
    readonly vocab: Readonly<Record<string, number>>;
    readonly unk_token: string;
    readonly continuing_subword_prefix: string;
    readonly max_input_chars_per_word?: number;
  };
}

/**
 * Reads a `tokenizer.json`: a BERT's WordPiece is ours; Unigram and BPE models go to Hugging Face's library, loaded
 * only then.
 * @throws where it is none of them
 */
export async function loadTokenizer(json: string, maximumTokens: number): Promise<Tokenizer> {
  const description: unknown = JSON.parse(json);
  if (!isBert(description)) return loadOther(description, maximumTokens);
  const { normalizer, model } = description;
  return createWordPiece({
    vocabulary: model.vocab,
    continuingPrefix: model.continuing_subword_prefix,
    unknownToken: model.unk_token,
    longestWord: model.max_input_chars_per_word ?? 100,
    cleanText: normalizer.clean_text,
    splitIdeographs: normalizer.handle_chinese_chars,
    lowercase: normalizer.lowercase,
    stripAccents: normalizer.strip_accents ?? normalizer.lowercase,
    maximumTokens,
  });
}

/** By the names of its parts; the vocabulary is not looked through, which would cost more than the rest of loading. */
function isBert(description: unknown): description is BertDescription {
  const { normalizer, pre_tokenizer, model } = description as {
    readonly [part: string]: Record<string, unknown> | null;
  };
  return (
    normalizer?.type === "BertNormalizer" &&
    pre_tokenizer?.type === "BertPreTokenizer" &&
    typeof model?.unk_token === "string" &&
    typeof model.continuing_subword_prefix === "string" &&
    typeof model.vocab === "object"
  );
}

async function loadOther(description: unknown, maximumTokens: number): Promise<Tokenizer> {
  const library = await import("@huggingface/tokenizers");
  const tokenizer = new library.Tokenizer(description as object, {});
  const { model } = description as { readonly model?: { readonly unk_id?: unknown } };
  return {
    tokenize(text) {
      const { ids } = tokenizer.encode(text);
      // The last token closes the text in every sentence model of this kind.
      return ids.length <= maximumTokens ? ids : [...ids.slice(0, maximumTokens - 1), ...ids.slice(-1)];
    },
    unknown: typeof model?.unk_id === "number" ? model.unk_id : null,
  };
}
