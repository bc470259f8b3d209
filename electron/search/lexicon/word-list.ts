/** A word or a phrase, and its English words, the most usual one first. */
export type Entry = readonly [words: string, english: readonly string[]];

/** Lists of words by language. */
export interface WordLists {
  readonly german: readonly Entry[];
  readonly chinese: readonly Entry[];
  readonly french: readonly Entry[];
  readonly spanish: readonly Entry[];
}

/** The shortest part of a compound that is found in any inflection. */
export const MIN_COMPOUND_PART = 4;

/** Reads a list: entries such as `bericht: report, account`, separated by semicolons or line breaks. */
export function entriesOf(list: string): Entry[] {
  return list
    .trim()
    .split(/;\s+|\n/)
    .map((entry) => {
      const [words = "", english = ""] = entry.split(": ");
      return [words, english.split(", ")];
    });
}
