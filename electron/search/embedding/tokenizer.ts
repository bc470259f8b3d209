import { Tokenizer as HuggingFaceTokenizer } from "@huggingface/tokenizers";

/** Splits text into tokens of a model's vocabulary. */
export interface Tokenizer {
  /** Returns token ids, including the model's first and last special tokens; long text is truncated. */
  tokenize(text: string): number[];
  /** The id of the token for unknown text; null if the vocabulary has none. */
  readonly unknown: number | null;
}

/**
 * Reads a `tokenizer.json` of Hugging Face (BERT's WordPiece, Unigram or BPE).
 * @param maxTokens includes the special tokens
 * @throws if it is not a tokenizer description
 */
export function readTokenizer(json: string, maxTokens: number): Tokenizer {
  const description = JSON.parse(json) as {
    readonly model?: { readonly unk_id?: unknown; readonly unk_token?: unknown };
  };
  const tokenizer = new HuggingFaceTokenizer(description, {});
  const { unk_id: unknownId, unk_token: unknownToken } = description.model ?? {};
  return {
    tokenize(text) {
      const { ids } = tokenizer.encode(text);
      // The last token closes the text in every sentence model.
      return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)];
    },
    unknown:
      typeof unknownId === "number"
        ? unknownId
        : typeof unknownToken === "string"
          ? (tokenizer.token_to_id(unknownToken) ?? null)
          : null,
  };
}

/** Whether a word is one piece of the vocabulary: a usual word of the model's language. */
export function isOnePiece(word: string, { tokenize, unknown }: Tokenizer): boolean {
  const [first, ...others] = tokenize(word).slice(1, -1);
  return first !== undefined && first !== unknown && others.length === 0;
}

/** Characters of a text that are examined: enough to show its language. */
const MAX_EXAMINED = 100;
/** Shorter words count as this many letters: they are one piece in most languages and do not show the language. */
const MIN_WORD_LETTERS = 4;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const MARK = /\p{M}/u;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Returns how many letters a word piece at the start of the text has on average. A tokenizer keeps words of the
 * languages it was trained on in one piece and splits others: all-MiniLM-L6-v2 has about five letters per piece in
 * English, three in German, one in Russian. An East Asian character counts as two letters, since it carries as much;
 * unknown pieces count as none.
 * @returns null if the text contains no word
 */
export function lettersPerPiece(text: string, { tokenize, unknown }: Tokenizer): number | null {
  const specialTokens = tokenize("").length;
  let letters = 0;
  let pieces = 0;
  let known = 0;
  for (const [word] of text.slice(0, MAX_EXAMINED).matchAll(WORDS)) {
    const ids = tokenize(word);
    letters += lettersOf(word);
    pieces += ids.length - specialTokens;
    known += ids.filter((id) => id !== unknown).length - specialTokens;
  }
  return pieces < 1 ? null : (letters / pieces) * (known / pieces);
}

function lettersOf(word: string): number {
  if (EAST_ASIAN.test(word)) return 2 * [...word].length;
  return Math.max(MIN_WORD_LETTERS, [...word].filter((character) => !MARK.test(character)).length);
}
