import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createIndexTerms } from "./index-terms.ts";

const STEMS =
  "deploy configur hope relat happi cach index queri valu cre agre siz tr kitten über café наука 日本 データ x8".split(
    " ",
  );
const ENDINGS =
  "s es ies ed ing eed ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize y e ll sses yying yyed 1s 42".split(
    " ",
  );
const RANGES = [
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
] as const;

/** The terms that the text index has for these tokens, in their order. */
function indexed(tokens: readonly string[]): string[] {
  const database = new Database(":memory:");
  database.exec("CREATE VIRTUAL TABLE words USING fts5(word, tokenize = 'porter unicode61 remove_diacritics 2')");
  database.exec("CREATE VIRTUAL TABLE terms USING fts5vocab(words, instance)");
  database.prepare("INSERT INTO words (word) VALUES (?)").run(tokens.join(" "));
  const terms = database.prepare<[], string>("SELECT term FROM terms ORDER BY doc, offset").pluck().all();
  database.close();
  return terms;
}

function known(tokens: readonly string[]): string[] {
  const database = new Database(":memory:");
  const terms = createIndexTerms(database).termsOf(tokens);
  const found = tokens.flatMap((token) => terms.get(token) ?? []);
  database.close();
  return found;
}

it("returns the terms of the text index for words with every ending, numbers and other scripts", () => {
  const words = STEMS.flatMap((stem) => [stem, ...ENDINGS.map((ending) => stem + ending)]);
  const tokens = [...words, "is", "a", "7", "2026", "x86", "🎉", "don't", `${"long".repeat(20)}ing`];
  expect(known(tokens)).toEqual(indexed(tokens));
});

it("returns the terms of the text index for each letter that it leaves unchanged", () => {
  const letters = RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
  );
  const pairs = letters.map((letter, index) => letter + (letters[index + 1] ?? letter));
  expect(known(pairs)).toEqual(indexed(pairs));
});
