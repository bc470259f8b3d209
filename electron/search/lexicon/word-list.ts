/** A word or a phrase, and its English words, the most usual one first. */
export type Entry = readonly [words: string, english: readonly string[]];

/** The languages of the lists. */
export const LISTED_LANGUAGES = ["german", "chinese", "french", "spanish"] as const;
export type ListedLanguage = (typeof LISTED_LANGUAGES)[number];

/** Reads the list of a language. If a word is there twice, its first entry counts. */
export type ReadEntries = (language: ListedLanguage) => readonly Entry[];

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
