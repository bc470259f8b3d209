import type { Tokenizer } from "./word-piece.ts";

/** So much of a text is looked at: enough for a language to show. */
const LOOKED_AT = 100;
/** Words of fewer letters count as if they had so many: they are one piece in most languages, and tell nothing. */
const SHORT_WORD = 4;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const MARK = /\p{M}/u;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * How many letters a word piece of the text's beginning holds on average. A tokenizer keeps the words of the languages it
 * was made for whole, and cuts others into little pieces: for all-MiniLM-L6-v2 five in English, three in German, one in
 * Russian. An East Asian sign counts as two letters, since it says as much; what is not in the vocabulary counts for
 * nothing.
 * @returns null where the text has no word
 */
export function lettersPerPiece(text: string, { tokenize, unknown }: Tokenizer): number | null {
  const around = tokenize("").length;
  let letters = 0;
  let pieces = 0;
  let known = 0;
  for (const [word] of text.slice(0, LOOKED_AT).matchAll(WORDS)) {
    const ids = tokenize(word);
    letters += lettersOf(word);
    pieces += ids.length - around;
    known += ids.filter((id) => id !== unknown).length - around;
  }
  return pieces < 1 ? null : (letters / pieces) * (known / pieces);
}

function lettersOf(word: string): number {
  if (EAST_ASIAN.test(word)) return 2 * [...word].length;
  return Math.max(SHORT_WORD, [...word].filter((sign) => !MARK.test(sign)).length);
}
