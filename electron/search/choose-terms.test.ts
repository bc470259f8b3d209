import { describe, expect, it } from "vitest";
import type { TextTerm } from "../core/search.ts";
import { chooseTerms, tokensOfTerms } from "./choose-terms.ts";
import type { ScopeStatistics } from "./scope-statistics.ts";

const word = (token: string): TextTerm => ({ kind: "word", token });
const settings = { frequentShare: 0.3, postingsBudget: 10_000 };

function statisticsOf(frequencies: Record<string, number>, size: number): ScopeStatistics {
  const documentFrequency = (token: string): number => frequencies[token] ?? 0;
  const shareInScope = (token: string) => documentFrequency(token) / size;
  return { size, documentFrequency, shareInScope, dialogueShare: 0, scopeSize: size };
}

it("keeps every word in a small store", () => {
  const statistics = statisticsOf({ cache: 20, size: 100 }, 1000);
  const any = [word("cache"), word("size")];
  expect(chooseTerms({ any, all: [] }, statistics, settings)).toMatchObject({ query: { any }, dropped: 0 });
});

it("turns an unknown word into a prefix unless it is shorter than three letters", () => {
  const { query } = chooseTerms({ any: [word("postg"), word("pg")], all: [] }, statisticsOf({}, 10), settings);
  expect(query.any).toEqual([{ kind: "prefix", token: "postg" }, word("pg")]);
});

it("drops the most frequent words beyond the budget, but keeps the three rarest", () => {
  const statistics = statisticsOf({ a: 9000, b: 8000, c: 7000, d: 6000, e: 5000 }, 100_000);
  const any = ["a", "b", "c", "d", "e"].map(word);
  const { query, dropped } = chooseTerms({ any, all: [] }, statistics, settings);
  expect(query.any).toEqual(["c", "d", "e"].map(word));
  expect(dropped).toBe(2);
});

it("drops words that are frequent in scope unless only such words remain", () => {
  const statistics = statisticsOf({ anna: 600, rome: 3 }, 1000);
  const chosen = (tokens: string[]) => chooseTerms({ any: tokens.map(word), all: [] }, statistics, settings).query.any;
  expect(chosen(["anna", "rome"])).toEqual([word("rome")]);
  expect(chosen(["anna"])).toEqual([word("anna")]);
});

it("keeps a known word among many unknown ones", () => {
  const any = [...Array.from({ length: 500 }, (_, index) => word(`unknown${index}`)), word("known")];
  const { query } = chooseTerms({ any, all: [] }, statisticsOf({ known: 5 }, 100), settings);
  expect(query.any).toHaveLength(53);
  expect(query.any).toContainEqual(word("known"));
});

it("counts a phrase as its rarest word and leaves it out of the ideal rank", () => {
  const phrase: TextTerm = { kind: "phrase", tokens: ["common", "rare"] };
  const any = [word("common"), phrase];
  const statistics = statisticsOf({ common: 29_000, rare: 2 }, 100_000);
  const { idealRank } = chooseTerms({ any, all: [] }, statistics, settings);
  expect(idealRank).toBeCloseTo(Math.log(71_000.5 / 29_000.5), 10);
});

it("lists the words that are searched, with their place among the terms", () => {
  const phrase: TextTerm = { kind: "phrase", tokens: ["rare", "new"] };
  const any = [word("frequent"), phrase, word("rare"), word("new")];
  const { words } = chooseTerms({ any, all: [] }, statisticsOf({ frequent: 90, rare: 2 }, 100), settings);
  expect(words).toEqual([
    { token: "rare", indices: [1], frequency: 2 },
    { token: "new", indices: [2], frequency: 0 },
  ]);
});

it("considers only the start of a pasted page", () => {
  const any = Array.from({ length: 5_000 }, (_, index) => word(`word${index}`));
  expect(tokensOfTerms({ any, all: [] })).toHaveLength(4_000);
  const { query, dropped } = chooseTerms({ any, all: [] }, statisticsOf({ word4999: 1, word7: 1 }, 100), settings);
  expect(query.any).toContainEqual(word("word7"));
  expect(query.any).not.toContainEqual(word("word4999"));
  expect(dropped).toBe(5_000 - query.any.length);
});

describe("a query in another language than the memories in scope", () => {
  const any: TextTerm[] = [
    word("datenbank"),
    word("frist"),
    { kind: "word", token: "deadline", insteadOf: ["frist"], onlyIfMissing: true },
  ];
  const statistics = statisticsOf({ frist: 3, deadline: 2 }, 100);
  const chosen = (query: Parameters<typeof chooseTerms>[3]) =>
    chooseTerms({ any, all: [] }, statistics, settings, query);

  it("searches translations of words that other memories contain", () => {
    expect(chosen({}).query.any).not.toContainEqual(any[2]);
    expect(chosen({ isInOtherLanguage: true }).query.any).toContainEqual(any[2]);
  });

  it("knows whether the memories contain a word only in another language", () => {
    const { words } = chooseTerms({ any, all: [] }, statisticsOf({ deadline: 2 }, 100), settings);
    expect(words.map(({ token, isOnlyInstead = false }) => [token, isOnlyInstead])).toEqual([
      ["datenbank", false],
      ["frist", true],
    ]);
  });

  it("is uncertain about the words, except those that name a kind", () => {
    const { words } = chosen({ isInOtherLanguage: true, needed: new Set(["datenbank"]) });
    expect(words.map(({ token, isUncertain = false }) => [token, isUncertain])).toEqual([
      ["datenbank", false],
      ["frist", true],
    ]);
  });
});
