import { expect, it } from "vitest";
import type { Candidate, TextResults, VectorResults } from "./ranking.ts";
import { type Evidence, estimateRelevance, evidenceFor, lowestResult } from "./relevance.ts";
import { DEFAULT_SEARCH_SETTINGS } from "./settings.ts";

const EVIDENCE: Evidence = {
  covered: 0.4,
  rank: 5,
  rankShare: 1,
  prominence: 0.8,
  similarity: 0.3,
  fluency: 1,
  position: 0,
};
const estimate = (changes: Partial<Evidence>) => estimateRelevance({ ...EVIDENCE, ...changes });

it("estimates more for more words of the query, a more prominent similarity and a better position", () => {
  expect(estimate({ covered: 0.9 })).toBeGreaterThan(estimate({ covered: 0.2 }));
  expect(estimate({ prominence: 1.3 })).toBeGreaterThan(estimate({ prominence: 0.3 }));
  expect(estimate({ position: 0 })).toBeGreaterThan(estimate({ position: 5 }));
});

it("ignores similarity in a language that the model does not know", () => {
  expect(estimate({ fluency: 0, prominence: 2 })).toBe(estimate({ fluency: 0, prominence: 0 }));
});

const candidate: Candidate = {
  id: "A",
  text: 0.5,
  vector: 0.5,
  context: 0,
  similarity: 0.5,
  passage: 0,
  passages: 1,
  rank: 4,
  weight: 3,
};
const text: TextResults = { hits: [{ id: "B", rank: 8, weight: 6 }], idealRank: 12, weight: 12 };
const vector: VectorResults = {
  hits: [],
  similarities: { count: 1000, mean: 0.1, deviation: 0.1 },
  lettersPerPiece: 4,
};

it("collects the evidence of both searches", () => {
  const prominence = 0.4 / 0.1 / Math.sqrt(2 * Math.log(1000));
  expect(evidenceFor(candidate, 2, text, vector)).toEqual({
    covered: 0.25,
    rank: 4,
    rankShare: 0.5,
    prominence: expect.closeTo(prominence, 10),
    similarity: 0.5,
    fluency: 1,
    position: 2,
  });
});

it("judges a similarity in a store of few passages as in an ordinary store", () => {
  const few = { ...vector, similarities: { count: 5, mean: 0.5, deviation: 0.1 } };
  expect(evidenceFor(candidate, 0, text, few).prominence).toBeCloseTo(1.38, 2);
});

it("has no results if the best is below the floor, else those with a share of the best", () => {
  const settings = DEFAULT_SEARCH_SETTINGS.relevance;
  expect(lowestResult([settings.floor - 0.01, 0.1], null, settings)).toBe(Number.POSITIVE_INFINITY);
  expect(lowestResult([0.1, 0.5], null, settings)).toBe(0.5 * settings.shareOfBest);
  expect(lowestResult([], null, settings)).toBe(Number.POSITIVE_INFINITY);
  expect(lowestResult([0.01], 0.3, settings)).toBe(0.3);
});
