import { expect, test } from "vitest";
import type { TextTerm } from "../core/search.ts";
import { chooseTerms, tokensOfTerms } from "./choose-terms.ts";
import type { WordStatistics } from "./word-statistics.ts";

const word = (token: string): TextTerm => ({ kind: "word", token });
const settings = { frequentShare: 0.3, postingsBudget: 10_000 };

function statisticsOf(frequencies: Record<string, number>, size: number): WordStatistics {
  const documentFrequency = (token: string): number => frequencies[token] ?? 0;
  return { size, documentFrequency, shareInScope: (token) => documentFrequency(token) / size };
}

test("in a small store every word is asked for", () => {
  const statistics = statisticsOf({ cache: 20, size: 100 }, 1000);
  const any = [word("cache"), word("size")];
  expect(chooseTerms({ any, all: [] }, statistics, settings)).toMatchObject({ query: { any }, leftOut: 0 });
});

test("an unknown word is the beginning of one, unless it is very short", () => {
  const { query } = chooseTerms({ any: [word("postg"), word("pg")], all: [] }, statisticsOf({}, 10), settings);
  expect(query.any).toEqual([{ kind: "prefix", token: "postg" }, word("pg")]);
});

test("in a large one the commonest words are left out, past the three rarest", () => {
  const statistics = statisticsOf({ a: 9000, b: 8000, c: 7000, d: 6000, e: 5000 }, 100_000);
  const any = ["a", "b", "c", "d", "e"].map(word);
  const { query, leftOut } = chooseTerms({ any, all: [] }, statistics, settings);
  expect(query.any).toEqual(["c", "d", "e"].map(word));
  expect(leftOut).toBe(2);
});

test("words that much of the scope holds are left out, unless there are no others", () => {
  const statistics = statisticsOf({ anna: 600, rome: 3 }, 1000);
  const chosen = (tokens: string[]) => chooseTerms({ any: tokens.map(word), all: [] }, statistics, settings).query.any;
  expect(chosen(["anna", "rome"])).toEqual([word("rome")]);
  expect(chosen(["anna"])).toEqual([word("anna")]);
});

test("unknown words do not crowd out known ones", () => {
  const any = [...Array.from({ length: 500 }, (_, index) => word(`unknown${index}`)), word("known")];
  const { query } = chooseTerms({ any, all: [] }, statisticsOf({ known: 5 }, 100), settings);
  expect(query.any).toHaveLength(64);
  expect(query.any).toContainEqual(word("known"));
});

test("a phrase costs what its rarest word does", () => {
  const phrase: TextTerm = { kind: "phrase", tokens: ["common", "rare"] };
  const any = [word("common"), phrase];
  const statistics = statisticsOf({ common: 29_000, rare: 2 }, 100_000);
  const { idealRank } = chooseTerms({ any, all: [] }, statistics, settings);
  expect(idealRank).toBeCloseTo(Math.log(71_000.5 / 29_000.5), 10);
});

test("of a pasted page the beginning is looked up", () => {
  const any = Array.from({ length: 5_000 }, (_, index) => word(`word${index}`));
  expect(tokensOfTerms({ any, all: [] })).toHaveLength(4_000);
  const { query, leftOut } = chooseTerms({ any, all: [] }, statisticsOf({ word4999: 1, word7: 1 }, 100), settings);
  expect(query.any).toContainEqual(word("word7"));
  expect(query.any).not.toContainEqual(word("word4999"));
  expect(leftOut).toBe(5_000 - query.any.length);
});
