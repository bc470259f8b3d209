import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createStemmer } from "./stem.ts";

const WORDS =
  `caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping
tanned falling hissing fizzed failing filing happy sky relational conditional rational valenci hesitanci digitizer
conformabli radicalli differentli vileli analogousli vietnamization predication operator feudalism decisiveness
hopefulness callousness formaliti sensitiviti sensibiliti triplicate formative formalize electriciti electrical hopeful
goodness revival allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment dependent
adoption homologou communism activate angulariti homologous effective bowdlerize probate rate cease controll roll eed
databases indexing migrations queries configured running retries memories decided university happiness yellow yes
technologies analyses caching embeddings tokenizer searching searches stored stores storing painted paintings`.split(
    /\s+/,
  );

it("returns the same stems as SQLite's porter tokenizer", () => {
  const database = new Database(":memory:");
  database.exec("CREATE VIRTUAL TABLE words USING fts5(word, tokenize = 'porter unicode61')");
  database.exec("CREATE VIRTUAL TABLE terms USING fts5vocab(words, instance)");
  const insert = database.prepare("INSERT INTO words (rowid, word) VALUES (?, ?)");
  for (const [index, word] of WORDS.entries()) insert.run(index + 1, word);
  const rows = database.prepare<[], { term: string; doc: number }>("SELECT term, doc FROM terms ORDER BY doc").all();
  database.close();
  expect(WORDS.map(createStemmer())).toEqual(rows.map(({ term }) => term));
});

it("returns tokens that are not Latin words of 3 to 64 letters unchanged", () => {
  const tokens = ["память", "数据", "is", "x86", "42", `${"original".repeat(9)}position`];
  expect(tokens.map(createStemmer())).toEqual(tokens);
});

it("keeps the first letter of each word", () => {
  const stem = createStemmer();
  for (const word of [...WORDS, "ies", "über", "缓存", "c"]) expect(stem(word)[0]).toBe(word[0]);
});
