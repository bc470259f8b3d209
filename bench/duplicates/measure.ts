import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Embedder } from "../../electron/core/embedder.ts";
import type { DuplicateLevel } from "../../electron/core/memory-service.ts";
import { duplicateLevelOf } from "../../electron/memories/near-duplicates.ts";
import { createTextComparison } from "../../electron/search/similar-text.ts";

/** A pair of memories, whether they say the same, and what the product finds. */
export interface JudgedPair {
  readonly one: string;
  readonly other: string;
  readonly isSame: boolean;
  readonly text: number;
  readonly vector: number;
  readonly level: DuplicateLevel | null;
}

const BATCH = 16;

/** Judges the pairs of `pairs.txt` as the search for near duplicates does. */
export async function judgePairs(embedder: Embedder): Promise<JudgedPair[]> {
  const lines = readFileSync(join(import.meta.dirname, "pairs.txt"), "utf8").split("\n");
  const pairs = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t"));
  const { similarity } = createTextComparison();
  const vectors = await embedAll(embedder, [...new Set(pairs.flatMap(([, one = "", other = ""]) => [one, other]))]);
  return pairs.map(([label, one = "", other = ""]) => {
    const text = similarity(one, other);
    const vector = cosine(vectors.get(one) ?? [], vectors.get(other) ?? []);
    return {
      one,
      other,
      isSame: label === "same",
      text,
      vector,
      level: duplicateLevelOf(one, other, { text, vector }),
    };
  });
}

/** Of the pairs that a level and better ones report, the share that says the same, and the share of all such pairs. */
export function precisionAndRecall(pairs: readonly JudgedPair[], levels: readonly DuplicateLevel[]) {
  const reported = pairs.filter(({ level }) => level !== null && levels.includes(level));
  const right = reported.filter(({ isSame }) => isSame).length;
  const same = pairs.filter(({ isSame }) => isSame).length;
  return { reported: reported.length, precision: right / reported.length, recall: right / same };
}

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<Map<string, ArrayLike<number>>> {
  const vectors = new Map<string, ArrayLike<number>>();
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = texts.slice(from, from + BATCH);
    const embeddings = await embedder.embed(batch, "passage");
    for (const [index, { vector }] of embeddings.entries()) vectors.set(batch[index] ?? "", vector);
  }
  return vectors;
}

function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [product, first, second] = [0, 0, 0];
  for (let index = 0; index < one.length; index++) {
    const [x, y] = [one[index] ?? 0, other[index] ?? 0];
    product += x * y;
    first += x * x;
    second += y * y;
  }
  return product / Math.sqrt(first * second);
}
