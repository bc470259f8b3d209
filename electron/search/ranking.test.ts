import { describe, expect, test } from "vitest";
import type { MemoryUsage } from "../core/ports.ts";
import { type Candidate, fuseScores, scoreOf } from "./fuse-scores.ts";
import { gentleSignalsOf } from "./gentle-signals.ts";
import { liftNeighbours } from "./lift-neighbours.ts";
import { meaningText } from "./meaning-text.ts";
import { DEFAULT_SEARCH_SETTINGS } from "./settings.ts";
import { type MeaningFound, type WordsFound, weightOfMeaning } from "./weight-of-meaning.ts";

const { meaning, signals } = DEFAULT_SEARCH_SETTINGS;
const ids = (candidates: readonly Candidate[]): string[] => candidates.map(({ id }) => id);

/** Words that many memories hold alike, so that no one of them is certain. */
const words = (...ranks: readonly number[]): WordsFound => ({
  hits: ranks.map((rank, index) => ({ id: "ABCDEFG"[index] ?? "", rank })),
  idealRank: 16,
});
/** Meaning of an English query, with a best that stands out. */
const meant = (changes: Partial<MeaningFound> = {}): MeaningFound => ({
  hits: [],
  similarities: { count: 1000, mean: 0.1, deviation: 0.05 },
  lettersPerPiece: 4,
  ...changes,
});

describe("fuseScores", () => {
  const near = (similarity: number) =>
    meant({
      hits: [
        { id: "C", similarity, passage: 1 },
        { id: "B", similarity: similarity - 0.02, passage: 0 },
        { id: "D", similarity: 0.2, passage: 0 },
      ],
    });

  test("words alone keep the order of BM25, best in proportion", () => {
    const { candidates, confidence } = fuseScores(words(8, 4), null, meaning);
    expect(candidates.map(scoreOf)).toEqual([1, 0.5]);
    expect(confidence).toBe(0.5);
  });

  test("meaning alone keeps the order of similarity, and is as sure as its best", () => {
    const { candidates, confidence } = fuseScores(null, near(0.6), meaning);
    expect(ids(candidates)).toEqual(["C", "B", "D"]);
    expect(confidence).toBeCloseTo(0.6, 10);
    expect(candidates[0]).toMatchObject({ similarity: 0.6, passage: 1 });
  });

  test("what both legs find is above what one does", () => {
    expect(ids(fuseScores(words(8, 4), near(0.6), meaning).candidates)[0]).toBe("B");
  });

  test("where no memory holds a word, meaning alone decides, whatever it weighs", () => {
    const unfit = { ...near(0.6), lettersPerPiece: 1 };
    expect(ids(fuseScores(words(), unfit, meaning).candidates)).toEqual(["C", "B", "D"]);
  });

  test("where meaning weighs nothing, it neither adds memories nor says how similar they are", () => {
    const unfit = { ...near(0.9), lettersPerPiece: 1 };
    expect(fuseScores(words(8, 4), unfit, meaning)).toEqual(fuseScores(words(8, 4), null, meaning));
  });

  test("what is neither named nor near is no answer", () => {
    const hits = [
      { id: "B", similarity: 0.4, passage: 0 },
      { id: "A", similarity: 0.05, passage: 0 },
    ];
    expect(ids(fuseScores(words(), meant({ hits }), meaning).candidates)).toEqual(["B"]);
    expect(ids(fuseScores(words(1), meant({ hits }), meaning).candidates).sort()).toEqual(["A", "B"]);
  });

  test("of equals the newer comes first", () => {
    expect(ids(fuseScores(words(2, 2, 2), null, meaning).candidates)).toEqual(["C", "B", "A"]);
  });

  test("nothing found is an empty answer", () => {
    expect(fuseScores(words(), meant(), meaning)).toEqual({ candidates: [], confidence: 0 });
  });
});

describe("weightOfMeaning", () => {
  const best = (similarity: number, changes: Partial<MeaningFound> = {}) =>
    meant({ hits: [{ id: "A", similarity, passage: 0 }], ...changes });
  const vague = words(4, 4, 4);
  const { whenUnsure, whenSure, unsure, sure, certainWords } = meaning;

  test("follows how close the closest memory is", () => {
    const weights = [unsure, (unsure + sure) / 2, sure, 1].map((value) => weightOfMeaning(vague, best(value), meaning));
    expect(weights).toEqual([whenUnsure, expect.closeTo((whenUnsure + whenSure) / 2, 9), whenSure, whenSure]);
  });

  test("is nothing where the model cuts the query into letters, and whole where it does not tell", () => {
    const weights = [1, 2.75, 3, 3.25, null].map((lettersPerPiece) =>
      weightOfMeaning(vague, best(0.9, { lettersPerPiece }), meaning),
    );
    expect(weights).toEqual([0, 0, whenSure / 2, whenSure, whenSure]);
  });

  test("is less, and at last nothing, where the closest does not stand out of all", () => {
    const at = (mean: number) =>
      weightOfMeaning(vague, best(0.9, { similarities: { count: 1000, mean, deviation: 0.1 } }), meaning);
    expect(at(0.2)).toBe(whenSure);
    expect(at(0.6)).toBeGreaterThan(0);
    expect(at(0.6)).toBeLessThan(whenSure);
    expect(at(0.8)).toBe(0);
  });

  test("does not go by what stands out among a few", () => {
    const similarities = { count: 10, mean: 0.88, deviation: 0.1 };
    expect(weightOfMeaning(vague, best(0.9, { similarities }), meaning)).toBe(whenSure);
  });

  test("is less where one memory holds the words as no other does", () => {
    const weightBeside = (found: WordsFound) => weightOfMeaning(found, best(0.9), meaning);
    expect(weightBeside(words(16, 16, 16))).toBe(whenSure);
    expect(weightBeside(words(16))).toBeCloseTo(whenSure * (1 - certainWords), 9);
    expect(weightBeside(words(8))).toBeCloseTo(whenSure * (1 - certainWords / 2), 9);
  });
});

describe("liftNeighbours", () => {
  const candidate = (id: string, text: number): Candidate => ({
    id,
    text,
    vector: 0,
    context: 0,
    similarity: null,
    passage: null,
  });
  const shares = { later: 0.4, earlier: 0.2 };
  const lifted = (candidates: Candidate[], around: Record<string, string[]>) =>
    new Map(liftNeighbours(candidates, new Map(Object.entries(around)), shares).map((each) => [each.id, each]));

  test("what came after gains more than what came before, the next but one half", () => {
    const found = lifted([candidate("M", 1)], { M: ["N", "L", "O", "K"] });
    expect(["K", "L", "N", "O"].map((id) => found.get(id)?.context)).toEqual([0.1, 0.2, 0.4, 0.2]);
  });

  test("the best neighbour counts, not their number", () => {
    const found = lifted([candidate("A", 1), candidate("C", 0.5)], { A: ["B"], C: ["B"] });
    expect(found.get("B")?.context).toBe(0.4);
  });

  test("a weaker neighbour is not lifted past what lifts it, a better one is lifted freely", () => {
    const found = lifted([candidate("A", 1), candidate("B", 0.8)], { A: ["B"], B: ["A"] });
    expect(found.get("B")?.context).toBeCloseTo(0.1, 10);
    expect(found.get("A")?.context).toBeCloseTo(0.16, 10);
  });
});

describe("gentleSignalsOf", () => {
  const now = Date.UTC(2026, 10, 21);
  const memory: MemoryUsage = { updatedAt: now, recallCount: 0, pinned: false };

  test("recency is full at first and half after its half-life", () => {
    expect(gentleSignalsOf(memory, now, signals).recency).toBe(signals.recency);
    const later = now + signals.recencyHalfLifeMs;
    expect(gentleSignalsOf(memory, later, signals).recency).toBeCloseTo(signals.recency / 2, 10);
  });

  test("use grows with recalls and stays below its bound", () => {
    const use = (recallCount: number) => gentleSignalsOf({ ...memory, recallCount }, now, signals).use;
    expect(use(0)).toBe(0);
    expect(use(3)).toBeCloseTo(signals.use / 2, 10);
    expect(use(100_000)).toBeLessThan(signals.use);
  });

  test("each can be turned off", () => {
    const off = { ...signals, recency: 0, use: 0, pinned: 0 };
    const used = { ...memory, pinned: true, recallCount: 9 };
    expect(gentleSignalsOf(used, now, off)).toEqual({ recency: 0, use: 0, pinned: 0 });
  });
});

describe("meaningText", () => {
  const share = (token: string): number => (["anna", "人们"].includes(token) ? 0.8 : 0.01);

  test("leaves out what much of the scope holds, and its possessive", () => {
    expect(meaningText("When did Anna go to Rome?", share, 0.3)).toBe("When did go to Rome?");
    expect(meaningText("What is Anna's identity?", share, 0.3)).toBe("What is identity?");
    expect(meaningText("人们 喝水", share, 0.3)).toBe("喝水");
  });

  test("keeps everything where nothing would be left but small words", () => {
    expect(meaningText("Who is Anna?", share, 0.3)).toBe("Who is Anna?");
    expect(meaningText("who am I", share, 0.3)).toBe("who am I");
  });
});
