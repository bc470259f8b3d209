import { describe, expect, it } from "vitest";
import type { ScanAnswer, ScanHit } from "../../core/ports.ts";
import { createRandom } from "../testing/random-vectors.ts";
import { createVectorScan } from "./vector-scan.ts";

const DIMENSIONS = 40;

function cosine(left: Int8Array, right: Int8Array): number {
  let dot = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  left.forEach((component, index) => {
    const other = right[index] ?? 0;
    dot += component * other;
    leftSquares += component * component;
    rightSquares += other * other;
  });
  return dot / Math.sqrt(leftSquares * rightSquares);
}

function rankPlainly(memories: Map<number, Int8Array[]>, query: Int8Array, limit: number): ScanHit[] {
  return [...memories]
    .map(([key, vectors]) => {
      const similarities = vectors.map((vector) => cosine(vector, query));
      const similarity = Math.max(...similarities);
      const best = similarities.toSorted((one, other) => other - one).slice(0, 3);
      const pooled = best.reduce((sum, value) => sum + value, 0) / best.length;
      return { key, passage: similarities.indexOf(similarity), similarity, pooled, passages: vectors.length };
    })
    .sort((left, right) => right.similarity - left.similarity)
    .slice(0, limit);
}

function expectSameHits({ hits: actual }: ScanAnswer, expected: ScanHit[]): void {
  expect(actual.map(({ key, passage }) => ({ key, passage }))).toEqual(
    expected.map(({ key, passage }) => ({ key, passage })),
  );
  actual.forEach((hit, index) => {
    expect(hit.similarity).toBeCloseTo(expected[index]?.similarity ?? Number.NaN, 5);
    expect(hit.pooled).toBeCloseTo(expected[index]?.pooled ?? Number.NaN, 5);
    expect(hit.passages).toBe(expected[index]?.passages);
  });
}

describe("a vector scan", () => {
  it("ranks memories by the cosine of their best passage, after writes and deletions", () => {
    const random = createRandom(7);
    const scan = createVectorScan(DIMENSIONS);
    const memories = new Map<number, Int8Array[]>();
    for (let round = 0; round < 6000; round++) {
      const key = random.integer(2500);
      if (random.integer(4) === 0) {
        scan.delete(key);
        memories.delete(key);
      } else {
        const vectors = Array.from({ length: 1 + random.integer(4) }, () => random.vector(DIMENSIONS));
        scan.set(key, vectors);
        memories.set(key, vectors);
      }
    }
    expect(scan.size).toBe(memories.size);
    for (let round = 0; round < 5; round++) {
      const query = random.vector(DIMENSIONS);
      expectSameHits(scan.search(query, 20), rankPlainly(memories, query, 20));
    }
  });

  it.each([DIMENSIONS, 48])("finds the same memories if they are added together, with %i dimensions", (dimensions) => {
    const random = createRandom(17);
    const scan = createVectorScan(dimensions);
    const memories = new Map<number, Int8Array[]>();
    scan.set(3, [random.vector(dimensions), random.vector(dimensions)]);
    for (let first = 0; first < 4000; first += 1000) {
      const keys: number[] = [];
      const vectors: Int8Array[] = [];
      for (let key = first; key < first + 1000; key += 1) {
        const passages = Array.from({ length: 1 + random.integer(3) }, () => random.vector(dimensions));
        memories.set(key, passages);
        keys.push(...passages.map(() => key));
        vectors.push(...passages);
      }
      scan.setAll(keys, Int8Array.from(vectors.flatMap((vector) => [...vector])));
    }
    expect(scan.size).toBe(4000);
    const query = random.vector(dimensions);
    expectSameHits(scan.search(query, 20), rankPlainly(memories, query, 20));
    const narrow = new Map([...memories].filter(([key]) => key % 100 === 3));
    expectSameHits(scan.search(query, 20, new Set(narrow.keys())), rankPlainly(narrow, query, 20));
  });

  it("adds no memories together if the lengths differ", () => {
    const scan = createVectorScan(DIMENSIONS);
    expect(() => scan.setAll([1, 2], new Int8Array(DIMENSIONS))).toThrow(`${2 * DIMENSIONS}`);
    expect(scan.size).toBe(0);
  });

  it("finds only allowed keys, few or many", () => {
    const random = createRandom(11);
    const scan = createVectorScan(DIMENSIONS);
    const memories = new Map(
      Array.from(
        { length: 1000 },
        (_, key) => [key, [random.vector(DIMENSIONS), random.vector(DIMENSIONS)]] as [number, Int8Array[]],
      ),
    );
    for (const [key, vectors] of memories) scan.set(key, vectors);
    for (const share of [3, 600]) {
      const allowed = new Set([...memories.keys()].filter((key) => key % 1000 < share));
      const query = random.vector(DIMENSIONS);
      const expected = rankPlainly(new Map([...memories].filter(([key]) => allowed.has(key))), query, 5);
      expectSameHits(scan.search(query, 5, allowed), expected);
    }
    expect(scan.search(random.vector(DIMENSIONS), 5, new Set([5000])).hits).toEqual([]);
  });

  it("reports mean and deviation of the similarities of all scored passages, without deleted ones", () => {
    const random = createRandom(13);
    const scan = createVectorScan(DIMENSIONS);
    const query = random.vector(DIMENSIONS);
    const memories = Array.from({ length: 300 }, () => [random.vector(DIMENSIONS), random.vector(DIMENSIONS)]);
    for (const [key, vectors] of memories.entries()) scan.set(key, vectors);
    for (let key = 200; key < 300; key++) scan.delete(key);
    for (const allowed of [undefined, new Set([1, 2, 3])]) {
      const looked = memories.slice(0, 200).filter((_, key) => allowed?.has(key) ?? true);
      const cosines = looked.flat().map((vector) => cosine(vector, query));
      const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
      const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length;
      const { similarities } = scan.search(query, 5, allowed);
      expect(similarities.count).toBe(cosines.length);
      expect(similarities.mean).toBeCloseTo(mean, 5);
      expect(similarities.deviation).toBeCloseTo(Math.sqrt(variance), 5);
    }
  });

  it("gives a memory a similarity of 1 to itself", () => {
    const vector = createRandom(3).vector(384);
    const scan = createVectorScan(384);
    scan.set(4, [vector]);
    expect(scan.search(vector, 10).hits).toMatchObject([{ key: 4, passage: 0, similarity: expect.closeTo(1, 6) }]);
  });

  it("finds nothing for a zero vector, and nothing when it is empty", () => {
    const scan = createVectorScan(DIMENSIONS);
    const nothing = { hits: [], similarities: { count: 0, mean: 0, deviation: 0 } };
    expect(scan.search(createRandom(1).vector(DIMENSIONS), 10)).toEqual(nothing);
    scan.set(0, [createRandom(2).vector(DIMENSIONS)]);
    expect(scan.search(new Int8Array(DIMENSIONS), 10)).toEqual(nothing);
  });

  it("reclaims deleted rows", () => {
    const random = createRandom(5);
    const scan = createVectorScan(384);
    for (let key = 0; key < 5000; key++) scan.set(key, [random.vector(384)]);
    const { bytes } = scan;
    for (let key = 0; key < 5000; key++) scan.delete(key);
    for (let key = 0; key < 5000; key++) scan.set(key, [random.vector(384)]);
    expect(scan.bytes).toBeLessThan(bytes * 1.35);
    expect(scan.size).toBe(5000);
  });

  it("refuses a vector of another length without any change", () => {
    const scan = createVectorScan(DIMENSIONS);
    const vector = createRandom(9).vector(DIMENSIONS);
    scan.set(1, [vector]);
    expect(() => scan.set(1, [vector, new Int8Array(3)])).toThrow("40 were expected");
    expect(() => scan.search(new Int8Array(3), 1)).toThrow("40 were expected");
    expect(scan.search(vector, 3).hits).toHaveLength(1);
  });
});
