import { expect, it } from "vitest";
import { distinguishingWords } from "./distinguishing-words.ts";

const DATABASE = [
  "Use PostgreSQL for the orders",
  "The PostgreSQL migration of orders takes an hour",
  "Each PostgreSQL order has an index",
];
const KEYS = [
  "The staging key rotates on Mondays",
  "A staging key is in the vault",
  "Ask before you rotate the staging key",
];

it("names each group by the words that the others do not have, as they are written most often", () => {
  expect(
    distinguishingWords(
      [...DATABASE, ...KEYS],
      [
        [0, 1, 2],
        [3, 4, 5],
      ],
    ),
  ).toEqual([
    ["orders", "PostgreSQL"],
    ["key", "staging", "rotate"],
  ]);
});

it("uses no word that all texts have, and no word of one text only", () => {
  const texts = [...DATABASE, ...KEYS].map((text) => `Decision: ${text}`);
  const words = distinguishingWords(texts, [
    [0, 1, 2],
    [3, 4, 5],
  ]).flat();
  expect(words).not.toContain("Decision");
  expect(words).not.toContain("Mondays");
});

it("leaves out the function words of each language, numbers and single letters", () => {
  const texts = [
    "Der Schlüssel für die Datenbank ist nicht im Tresor 2024 x",
    "Die Datenbank ist für den Schlüssel nicht der Tresor 2024 x",
    ...KEYS,
  ];
  const [words] = distinguishingWords(texts, [[0, 1]]);
  expect([...(words ?? [])].sort()).toEqual(["Datenbank", "Schlüssel", "Tresor"]);
});

it("names a group of Chinese texts by complete words", () => {
  const texts = ["数据库使用主键", "数据库迁移需要一小时", "数据库的索引", ...KEYS];
  expect(distinguishingWords(texts, [[0, 1, 2]])).toEqual([["数据库"]]);
});

it("returns no words for a group without a distinguishing word", () => {
  expect(distinguishingWords(["a b c", "d e f", "orders"], [[0, 1]])).toEqual([[]]);
});
