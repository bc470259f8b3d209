import { describe, expect, it } from "vitest";
import type { VectorHit } from "../core/search.ts";
import {
  addContext,
  boostsOf,
  type Candidate,
  fuseScores,
  scoreOf,
  type TextResults,
  type VectorResults,
  vectorWeight,
} from "./ranking.ts";
import { DEFAULT_SEARCH_SETTINGS } from "./settings.ts";

const { vector: settings, boosts, candidates: LIMIT } = DEFAULT_SEARCH_SETTINGS;
const ids = (candidates: readonly Candidate[]): string[] => candidates.map(({ id }) => id);

/** Text results with these ranks. */
const words = (...ranks: readonly number[]): TextResults => ({
  hits: ranks.map((rank, index) => ({ id: "ABCDEFG"[index] ?? "", rank, terms: 1 })),
  idealRank: 16,
  words: [],
  names: new Set(),
  size: 100,
});
/** A memory of one passage. */
const hit = (id: string, similarity: number, passage = 0): VectorHit => ({
  id,
  similarity,
  passage,
  pooled: similarity,
  passages: 1,
});
/** Vector results of an English query whose best hit is prominent. */
const near = (changes: Partial<VectorResults> = {}): VectorResults => ({
  hits: [],
  similarities: { count: 1000, mean: 0.1, deviation: 0.05 },
  fluency: 1,
  ...changes,
});

describe("fuseScores", () => {
  const nearest = (similarity: number) =>
    near({
      hits: [hit("C", similarity, 1), hit("B", similarity - 0.02), hit("D", 0.2)],
    });

  it("keeps the order of BM25 if only text search contributes", () => {
    const candidates = fuseScores(words(8, 4), null, settings, LIMIT);
    expect(candidates.map(scoreOf)).toEqual([1, 0.5 ** 1.5]);
    expect(candidates[1]).toMatchObject({ rank: 4, terms: 1 });
  });

  it("keeps the order of similarity if only vector search contributes", () => {
    const candidates = fuseScores(null, nearest(0.6), settings, LIMIT);
    expect(ids(candidates)).toEqual(["C", "B", "D"]);
    expect(candidates[0]).toMatchObject({ similarity: 0.6, passage: 1 });
  });

  it("ranks a memory found by both searches above the others", () => {
    expect(ids(fuseScores(words(8, 4), nearest(0.6), settings, LIMIT))[0]).toBe("B");
  });

  it("ranks by similarity if no memory contains a word of the query", () => {
    const unfit = { ...nearest(0.6), fluency: 0 };
    expect(ids(fuseScores(words(), unfit, settings, LIMIT))).toEqual(["C", "B", "D"]);
  });

  it("ignores vector results of weight 0", () => {
    const unfit = { ...nearest(0.9), fluency: 0 };
    expect(fuseScores(words(8, 4), unfit, settings, LIMIT)).toEqual(fuseScores(words(8, 4), null, settings, LIMIT));
  });

  it("leaves out a memory without a word of the query and of low similarity", () => {
    const hits = [hit("B", 0.4), hit("A", 0.05)];
    expect(ids(fuseScores(words(), near({ hits }), settings, LIMIT))).toEqual(["B"]);
    expect(ids(fuseScores(words(1), near({ hits }), settings, LIMIT)).sort()).toEqual(["A", "B"]);
  });

  it("ranks the newer of two equal memories first", () => {
    expect(ids(fuseScores(words(2, 2, 2), null, settings, LIMIT))).toEqual(["C", "B", "A"]);
  });

  it("returns no candidates if neither search finds anything", () => {
    expect(fuseScores(words(), near(), settings, LIMIT)).toEqual([]);
  });

  it("ranks a long memory by its best passages together", () => {
    const oneOfThree = { ...hit("A", 0.6), pooled: 0.3, passages: 3 };
    const found = fuseScores(null, near({ hits: [oneOfThree, hit("B", 0.5), hit("C", 0.2)] }), settings, LIMIT);
    expect(ids(found)).toEqual(["B", "A", "C"]);
    expect(found[1]).toMatchObject({ similarity: 0.6, passages: 3 });
  });

  it("knows the similarity of a text hit beyond the candidates of vector search", () => {
    const found = fuseScores(words(1), near({ hits: [hit("B", 0.6), hit("A", 0.4), hit("C", 0.2)] }), settings, 1);
    expect(ids(found).sort()).toEqual(["A", "B"]);
    expect(found.find(({ id }) => id === "A")).toMatchObject({ similarity: 0.4 });
  });
});

describe("vectorWeight", () => {
  const best = (similarity: number, changes: Partial<VectorResults> = {}) =>
    near({ hits: [hit("A", similarity)], ...changes });
  const vague = words(4, 4, 4);
  const { minWeight, maxWeight, similarity: ramp, exactTextReduction } = settings;

  it("grows with the highest similarity", () => {
    const weights = [ramp.from, (ramp.from + ramp.to) / 2, ramp.to, 1].map((value) =>
      vectorWeight(vague, best(value), settings),
    );
    expect(weights).toEqual([minWeight, expect.closeTo((minWeight + maxWeight) / 2, 9), maxWeight, maxWeight]);
  });

  it("shrinks with the model's knowledge of the language", () => {
    const weights = [0, 0.5, 1].map((fluency) => vectorWeight(vague, best(0.9, { fluency }), settings));
    expect(weights).toEqual([0, maxWeight / 2, maxWeight]);
  });

  it("shrinks to 0 as the best hit becomes less prominent", () => {
    const at = (mean: number) =>
      vectorWeight(vague, best(0.9, { similarities: { count: 1000, mean, deviation: 0.1 } }), settings);
    expect(at(0.2)).toBe(maxWeight);
    expect(at(0.6)).toBeGreaterThan(0);
    expect(at(0.6)).toBeLessThan(maxWeight);
    expect(at(0.8)).toBe(0);
  });

  it("ignores prominence in a store of few passages", () => {
    const similarities = { count: 10, mean: 0.88, deviation: 0.1 };
    expect(vectorWeight(vague, best(0.9, { similarities }), settings)).toBe(maxWeight);
  });

  it("shrinks if only one memory contains the words", () => {
    const weightFor = (found: TextResults) => vectorWeight(found, best(0.9), settings);
    expect(weightFor(words(16, 16, 16))).toBe(maxWeight);
    expect(weightFor(words(16))).toBeCloseTo(maxWeight * (1 - exactTextReduction), 9);
    expect(weightFor(words(8))).toBeCloseTo(maxWeight * (1 - exactTextReduction / 2), 9);
  });
});

describe("addContext", () => {
  const candidate = (id: string, text: number): Candidate => ({
    id,
    text,
    vector: 0,
    context: 0,
    similarity: null,
    passage: null,
    passages: null,
    rank: 1,
    terms: 1,
  });
  const context = { shares: { later: 0.4, earlier: 0.2 }, maxShareOfSource: 0.9 };
  const raised = (candidates: Candidate[], around: Record<string, string[]>) =>
    new Map(addContext(candidates, new Map(Object.entries(around)), context).map((each) => [each.id, each]));

  it("raises later memories more than earlier ones, and the second half as much", () => {
    const around = ["K", "L", "N", "O"].map((id) => candidate(id, 0.01));
    const found = raised([candidate("M", 1), ...around], { M: ["N", "L", "O", "K"] });
    expect(["K", "L", "N", "O"].map((id) => found.get(id)?.context)).toEqual([0.1, 0.2, 0.4, 0.2]);
  });

  it("counts the best neighbour, not the number of neighbours", () => {
    const found = raised([candidate("A", 1), candidate("C", 0.5), candidate("B", 0.01)], { A: ["B"], C: ["B"] });
    expect(found.get("B")?.context).toBe(0.4);
  });

  it("adds no memory that neither search found", () => {
    expect([...raised([candidate("A", 1)], { A: ["B"] }).keys()]).toEqual(["A"]);
  });

  it("does not raise a memory of several passages", () => {
    const long = { ...candidate("B", 0.01), passages: 2 };
    expect(raised([candidate("A", 1), long], { A: ["B"] }).get("B")?.context).toBe(0);
  });

  it("keeps a weaker neighbour below its source and raises a better one freely", () => {
    const found = raised([candidate("A", 1), candidate("B", 0.8)], { A: ["B"], B: ["A"] });
    expect(found.get("B")?.context).toBeCloseTo(0.1, 10);
    expect(found.get("A")?.context).toBeCloseTo(0.16, 10);
  });
});

describe("boostsOf", () => {
  const now = Date.UTC(2026, 10, 21);
  const memory = { updatedAt: now, recallCount: 0, pinned: false };

  it("halves recency after its half-life", () => {
    expect(boostsOf(memory, now, boosts).recency).toBe(boosts.recency);
    const later = now + boosts.recencyHalfLifeMs;
    expect(boostsOf(memory, later, boosts).recency).toBeCloseTo(boosts.recency / 2, 10);
  });

  it("raises use with recalls, below its limit", () => {
    const use = (recallCount: number) => boostsOf({ ...memory, recallCount }, now, boosts).use;
    expect(use(0)).toBe(0);
    expect(use(3)).toBeCloseTo(boosts.use / 2, 10);
    expect(use(100_000)).toBeLessThan(boosts.use);
  });

  it("returns 0 for boosts that are turned off", () => {
    const off = { ...boosts, recency: 0, use: 0, pinned: 0 };
    const used = { ...memory, pinned: true, recallCount: 9 };
    expect(boostsOf(used, now, off)).toEqual({ recency: 0, use: 0, pinned: 0 });
  });
});
