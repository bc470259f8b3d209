import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { searchedWords } from "./translate.ts";
import { type Entry, entriesOf, LISTED_LANGUAGES } from "./word-list.ts";

const FOLDER = path.join(import.meta.dirname, "..", "..", "..", "resources", "words");
const inFiles = LISTED_LANGUAGES.map(
  (name) => [name, entriesOf(readFileSync(path.join(FOLDER, `${name}.txt`), "utf8"))] as const,
);

it("has a file for each language that searches translate", () => {
  expect(readdirSync(FOLDER).sort()).toEqual(LISTED_LANGUAGES.map((name) => `${name}.txt`).sort());
});

it.each([...inFiles, ...LISTED_LANGUAGES.map((name) => [`${name} of searches`, searchedWords(name)] as const)])(
  "has each word once in the list %s, with English words of small letters",
  (_name, entries: readonly Entry[]) => {
    const words = entries.map(([word]) => word);
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
    expect(words.filter((word) => !/^[\p{L}\p{M}\p{N}'’-]+( [\p{L}\p{M}\p{N}'’-]+){0,4}$/u.test(word))).toEqual([]);
    const isEnglish = (word: string) => /^[a-z0-9][a-z0-9 .-]*$/.test(word);
    expect(entries.filter(([, english]) => english.length === 0 || !english.every(isEnglish))).toEqual([]);
  },
);

it.each(inFiles)("lists no word in the file %s that searches translate", (name, entries) => {
  const known = new Set(searchedWords(name).map(([word]) => word));
  expect(entries.filter(([word]) => known.has(word))).toEqual([]);
});
