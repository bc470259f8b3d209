import type { Period } from "./calendar.ts";

/**
 * A pattern for text in lower case, and the period that a match of it names: null if it names no time. Compiled with the
 * flag `u` and without `i`, which takes twice as long to compile.
 */
export type Rule = readonly [
  pattern: string,
  read: (match: readonly string[], now: Date) => Period | readonly Period[] | null,
];

/** The rules of a language. */
export interface RuleSet {
  /**
   * Matches every text in which one of the rules finds a time. The rules of a language are compiled when a text first
   * matches, which takes up to 15 ms; most queries name no time.
   */
  readonly words: RegExp;
  readonly rules: readonly Rule[];
}

/**
 * The letters and digits that end a word, in lower case: nearly the characters of `\p{L}` and `\p{N}`, which take three
 * times as long to compile.
 */
export const LETTERS =
  "0-9a-z\\u00c0-\\u1fff\\u2c00-\\u2dff\\u3041-\\u30fa\\u30fc-\\ud7ff\\uf900-\\ufdff\\uff10-\\uff19\\uff41-\\uff5a\\uff66-\\uffdc";

/** A pattern without a letter or digit next to it. */
export function word(pattern: string): string {
  return `(?<![${LETTERS}.])(?:${pattern})(?![${LETTERS}])`;
}
