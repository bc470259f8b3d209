import { describe, expect, it } from "vitest";
import { setOfTerm } from "../core/term-set.ts";
import type { Candidate, TextResults, VectorResults } from "./ranking.ts";
import {
  type Evidence,
  estimateRelevance,
  evidenceFor,
  fluencyOf,
  lowestResult,
  type QueryLanguage,
  shareOfBestIn,
  WordEvidence,
} from "./relevance.ts";
import { DEFAULT_SEARCH_SETTINGS } from "./settings.ts";

const EVIDENCE: Evidence = {
  covered: 0.4,
  elsewhere: 0,
  names: 0,
  rankShare: 1,
  prominence: 0.8,
  similarity: 0.3,
  fluency: 1,
  position: 0,
  characters: 0,
  wordParts: 0,
  progress: 0,
  user: 0,
  kinds: null,
};
const estimate = (changes: Partial<Evidence>) => estimateRelevance({ ...EVIDENCE, ...changes });

it("estimates more for more words of the query, a more prominent similarity and a better position", () => {
  expect(estimate({ covered: 0.9 })).toBeGreaterThan(estimate({ covered: 0.2 }));
  expect(estimate({ prominence: 1.3 })).toBeGreaterThan(estimate({ prominence: 0.3 }));
  expect(estimate({ position: 0 })).toBeGreaterThan(estimate({ position: 5 }));
});

it("estimates more for the names of the query, and less if its words are in other memories", () => {
  expect(estimate({ names: 1 })).toBeGreaterThan(estimate({ names: -1 }));
  expect(estimate({ elsewhere: 0.5 })).toBeLessThan(estimate({ elsewhere: 0 }));
});

it("estimates more for Chinese characters of the query beyond chance, and for parts of its long words", () => {
  expect(estimate({ fluency: 0, characters: 0.6 })).toBeGreaterThan(estimate({ fluency: 0, characters: 0.2 }));
  expect(estimate({ fluency: 0, characters: 0.2 })).toBe(estimate({ fluency: 0, characters: 0 }));
  expect(estimate({ wordParts: 0.3 })).toBeGreaterThan(estimate({}));
});

it("estimates less for a note of progress, and for the user's memory if a project is searched", () => {
  expect(estimate({ progress: 1 })).toBeLessThan(estimate({}));
  expect(estimate({ user: 1 })).toBeLessThan(estimate({}));
});

it("estimates less for a low similarity, however prominent", () => {
  expect(estimate({ covered: 0, rankShare: 0, prominence: 1.3, similarity: 0.18 })).toBeLessThan(
    DEFAULT_SEARCH_SETTINGS.relevance.floor.notes,
  );
  expect(estimate({ similarity: 0.9 })).toBe(estimate({ similarity: 0.3 }));
});

it("ignores similarity in a language that the model does not know", () => {
  expect(estimate({ fluency: 0, prominence: 2, similarity: 0.9 })).toBe(estimate({ fluency: 0, prominence: 0 }));
});

it("estimates more for a member of the kind that a question asks for, with the other words, and less without one", () => {
  expect(estimate({ kinds: 1, covered: 0.7 })).toBeGreaterThan(estimate({ covered: 0.7 }));
  expect(estimate({ kinds: 1, covered: 0.1 })).toBeLessThan(estimate({ covered: 0.1 }));
  expect(estimate({ kinds: 0, covered: 0.7 })).toBeLessThan(estimate({ covered: 0.7 }));
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
  terms: setOfTerm(0),
};
const text: TextResults = {
  hits: [
    { id: "B", rank: 8, terms: setOfTerm(0) + setOfTerm(2) },
    { id: "A", rank: 4, terms: setOfTerm(0) },
  ],
  idealRank: 16,
  words: ["redis", "GraphQL", "cache"].map((token, index) => ({ token, indices: [index], frequency: 5 })),
  names: new Set(),
  size: 100,
};
const vector: VectorResults = {
  hits: [],
  similarities: { count: 1000, mean: 0.1, deviation: 0.1 },
  fluency: 1,
};
const evidenceOf = (changes: Partial<TextResults>, of: Partial<Candidate> = {}) =>
  evidenceFor({ ...candidate, ...of }, 0, new WordEvidence({ ...text, ...changes }), vector, new Set());

it("collects the evidence of both searches", () => {
  const prominence = 0.4 / 0.1 / Math.sqrt(2 * Math.log(1000));
  // The inverse document frequencies of words in five and in one memory of 100; "GraphQL" is in no hit.
  const [five, one] = [Math.log(1 + 115.5 / 5.5), Math.log(1 + 119.5 / 1.5)];
  expect(evidenceFor(candidate, 2, new WordEvidence(text), vector, new Set())).toEqual({
    covered: expect.closeTo(five / (2 * five + one), 10),
    elsewhere: expect.closeTo(one / (2 * five + one), 10),
    names: 0,
    rankShare: 0.5,
    prominence: expect.closeTo(prominence, 10),
    similarity: 0.5,
    fluency: 1,
    position: 2,
    characters: 0,
    wordParts: 0,
    progress: 0,
    user: 0,
    kinds: null,
  });
});

it("distinguishes words that no memory contains from words of memories out of scope", () => {
  const nowhere = text.words.map((word) => (word.indices[0] === 1 ? { ...word, frequency: 0 } : word));
  expect(evidenceOf({ words: nowhere }).elsewhere).toBe(0);
  expect(evidenceOf({ words: nowhere }).covered).toBe(evidenceOf({}).covered);
});

it("does not take a word for one of other memories that only contain its translation", () => {
  const translated = text.words.map((word) => ({ ...word, isOnlyInstead: true }));
  expect(evidenceOf({ words: translated }).elsewhere).toBe(0);
});

it("counts a word that memories of another language lack as a part of a word, and not as one of other memories", () => {
  const uncertain = text.words.map((word) => ({ ...word, isUncertain: true }));
  expect(evidenceOf({ words: uncertain }).elsewhere).toBe(0);
  expect(evidenceOf({ words: uncertain }).covered).toBeGreaterThan(evidenceOf({}).covered);
  expect(evidenceOf({ words: uncertain }).covered).toBeLessThan(1);
});

it("counts a member of a kind less than the word itself", () => {
  const words = [{ token: "database", indices: [2, 0], frequency: 5 }];
  const covered = (terms: number) =>
    evidenceFor({ ...candidate, terms }, 0, new WordEvidence({ ...text, words }), vector, new Set(["database"]))
      .covered;
  expect(covered(setOfTerm(0))).toBeLessThan(covered(setOfTerm(2)));
});

it("counts a memory with eight of many words like a memory with all", () => {
  const words = Array.from({ length: 40 }, (_, index) => ({ token: `word${index}`, indices: [index], frequency: 1 }));
  const terms = words.slice(0, 8).reduce((set, { indices }) => set + setOfTerm(indices[0] ?? 0), 0);
  const found = { words, hits: [{ id: "A", rank: 4, terms }] };
  expect(evidenceOf(found, { terms }).covered).toBeCloseTo(1, 10);
  expect(evidenceOf(found, { terms: setOfTerm(0) }).covered).toBeCloseTo(1 / 8, 10);
});

it("counts half of a word that was found as the prefix of another", () => {
  const [redis, ...others] = text.words;
  const unknown = redis === undefined ? [] : [{ ...redis, frequency: 0 }];
  const known = redis === undefined ? [] : [{ ...redis, frequency: 1 }];
  expect(evidenceOf({ words: unknown }).covered).toBeCloseTo(0.5, 10);
  expect(evidenceOf({ words: [...unknown, ...others] }).covered).toBeCloseTo(
    evidenceOf({ words: [...known, ...others] }).covered / 2,
    10,
  );
});

it("counts the names that the memory contains", () => {
  expect(evidenceOf({ names: new Set(["redis"]) }).names).toBe(1);
  expect(evidenceOf({ names: new Set(["redis", "cache"]) }).names).toBe(0);
  expect(evidenceOf({ names: new Set(["GraphQL"]) }).names).toBe(-1);
});

it("judges a memory with a quoted phrase by its rank, and a memory that text search did not find by its similarity", () => {
  expect(evidenceOf({}, { terms: null })).toMatchObject({ covered: 0.25, names: 0 });
  expect(evidenceOf({}, { rank: 0, terms: 0 })).toMatchObject({ covered: 0, similarity: 0.5 });
});

it("judges a similarity in a store of few passages as in an ordinary store", () => {
  const few = { ...vector, similarities: { count: 5, mean: 0.5, deviation: 0.1 } };
  expect(evidenceFor(candidate, 0, new WordEvidence(text), few, new Set()).prominence).toBeCloseTo(1.38, 2);
});

describe("lowestResult", () => {
  const settings = DEFAULT_SEARCH_SETTINGS.relevance;
  const notes = { scopeSize: 100, dialogueShare: 0 };
  const found = (scores: readonly number[], changes: Partial<Evidence> = {}) =>
    scores.map((score) => ({ score, evidence: { ...EVIDENCE, ...changes } }));

  it("has no results if the best estimate is below the floor", () => {
    const just = found([settings.floor.notes - 0.01, 0.1]);
    expect(lowestResult(just, notes, settings)).toBe(Number.POSITIVE_INFINITY);
    expect(Number.isFinite(lowestResult(just, { scopeSize: 1000, dialogueShare: 1 }, settings))).toBe(true);
    expect(lowestResult([], notes, settings)).toBe(Number.POSITIVE_INFINITY);
    expect(lowestResult(found([0.1, 0.5]), notes, settings)).toBeCloseTo(0.5 * settings.shareOfBest.notes, 10);
  });

  it("has no results in a known language without a third of the words, a similarity of 0.3 or most of both", () => {
    const isFound = (changes: Partial<Evidence>) =>
      Number.isFinite(lowestResult(found([0.5], { covered: 0.2, similarity: 0.2, ...changes }), notes, settings));
    expect(isFound({})).toBe(false);
    expect(isFound({ covered: 0.34 })).toBe(true);
    expect(isFound({ similarity: 0.3 })).toBe(true);
    expect(isFound({ covered: 0.25, similarity: 0.25 })).toBe(true);
    expect(isFound({ fluency: 0.4 })).toBe(true);
  });

  it("has a lower floor for a prompt", () => {
    const weak = found([settings.floor.prompt]);
    expect(lowestResult(weak, notes, settings)).toBe(Number.POSITIVE_INFINITY);
    expect(Number.isFinite(lowestResult(weak, { ...notes, isPrompt: true }, settings))).toBe(true);
  });

  it("requires less of memories in another language", () => {
    const other = { ...notes, isInOtherLanguage: true };
    const weak = found([settings.floor.otherLanguage, 0.01], { covered: 0.4, similarity: 0.1 });
    expect(lowestResult(weak, notes, settings)).toBe(Number.POSITIVE_INFINITY);
    const lowest = settings.floor.otherLanguage * settings.shareOfBest.otherLanguage;
    expect(lowestResult(weak, other, settings)).toBeCloseTo(lowest, 10);
  });

  it("requires a smaller share of the best in a dialogue and among very many notes", () => {
    const { shareOfBest } = settings;
    const share = (scopeSize: number, dialogueShare: number) => shareOfBestIn({ scopeSize, dialogueShare }, settings);
    expect([share(0, 0), share(500, 0), share(1000, 0), share(5000, 0)]).toEqual([
      shareOfBest.notes,
      shareOfBest.notes,
      expect.closeTo((shareOfBest.notes + shareOfBest.manyNotes) / 2, 10),
      shareOfBest.manyNotes,
    ]);
    expect([share(100, 1), share(5000, 1)]).toEqual([shareOfBest.dialogue, shareOfBest.dialogue]);
    expect(share(100, 0.5)).toBeCloseTo((shareOfBest.notes + shareOfBest.dialogue) / 2, 10);
  });
});

describe("fluencyOf", () => {
  const language = { areEnglish: false, knownShare: 1, isInOtherLanguage: false };
  const ofLetters = (lettersPerPiece: number | null, of: Partial<QueryLanguage> = {}) =>
    fluencyOf({ lettersPerPiece }, { ...language, ...of });

  it("rises with the letters per word piece", () => {
    expect([1, 2.75, 3, 3.25, null].map((letters) => ofLetters(letters))).toEqual([0, 0, 0.5, 1, 1]);
  });

  it("is 1 for English with technical words, and for words that the memories do not contain", () => {
    expect(ofLetters(2.75, { areEnglish: true })).toBe(1);
    expect(ofLetters(2.5, { knownShare: 0.4 })).toBe(1);
    expect(ofLetters(2.5, { knownShare: 0.5 })).toBe(0);
    expect(ofLetters(2, { knownShare: 0.4 })).toBe(0);
  });

  it("rises with the share of the words that were translated, and is higher if the memories are in another language", () => {
    const ofShare = (translated: number, isInOtherLanguage: boolean) =>
      fluencyOf({ lettersPerPiece: 1, translated }, { ...language, isInOtherLanguage });
    expect(ofShare(1, true)).toBe(1);
    expect(ofShare(2 / 3, true)).toBe(1);
    expect(ofShare(1 / 3, true)).toBeCloseTo(0.5);
    expect(ofShare(1, false)).toBe(0.85);
    expect(ofShare(1 / 3, false)).toBeCloseTo(0.425);
  });
});

it("counts most of a word that is a part of a longer word even if text search did not find the memory", () => {
  const missed = { ...candidate, rank: 0, terms: null };
  const covered = (compounds: readonly string[]) =>
    evidenceFor(missed, 0, new WordEvidence(text), vector, new Set(compounds)).covered;
  expect(covered([])).toBe(0);
  expect(covered(["redis"])).toBeCloseTo(0.7 * evidenceOf({}).covered, 10);
  expect(evidenceFor(candidate, 0, new WordEvidence(text), vector, new Set(["redis"])).covered).toBe(
    evidenceOf({}).covered,
  );
});
