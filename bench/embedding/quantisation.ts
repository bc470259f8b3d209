import { quantise } from "../../electron/search/vectors/quantise.ts";
import { createVectorScan } from "../../electron/search/vectors/vector-scan.ts";
import { deriveVector } from "../search/derived-vectors.ts";

const LIMIT = 10;
const clip = (value: number) => Math.max(-127, Math.min(127, Math.round(value)));

/** Ways to quantise a vector of length 1 to int8. */
const WAYS: Readonly<Record<string, (vector: Float32Array) => Int8Array>> = {
  "× 127": (vector) => Int8Array.from(vector, (component) => clip(component * 127)),
  "× 317.5, clipped": (vector) => Int8Array.from(vector, (component) => clip(component * 317.5)),
  "largest component to 127 (chosen)": quantise,
};

/**
 * Measures each way over `size` derived vectors: the share of the exact ten nearest that it finds, and its mean error
 * of the cosine.
 */
export function measureQuantisation(
  base: readonly Float32Array[],
  size: number,
  queries: number,
  random: () => number,
): { readonly way: string; readonly recall: number; readonly error: number }[] {
  const vectors = Array.from({ length: size }, () => deriveVector(base, random));
  const queried = Array.from({ length: queries }, () => deriveVector(base, random));
  const exact = queried.map((query) => exactNearest(vectors, query));
  return Object.entries(WAYS).map(([way, toInt8]) => {
    const scan = createVectorScan(vectors[0]?.length ?? 1);
    vectors.forEach((vector, key) => {
      scan.set(key, [toInt8(vector)]);
    });
    let found = 0;
    let error = 0;
    queried.forEach((query, index) => {
      for (const { key, similarity } of scan.search(toInt8(query), LIMIT).hits) {
        if (exact[index]?.has(key)) found++;
        error += Math.abs(similarity - dot(vectors[key], query)) / (LIMIT * queried.length);
      }
    });
    return { way, recall: found / (queried.length * LIMIT), error };
  });
}

function exactNearest(vectors: readonly Float32Array[], query: Float32Array): Set<number> {
  const similarities = vectors.map((vector, key) => ({ key, similarity: dot(vector, query) }));
  similarities.sort((left, right) => right.similarity - left.similarity);
  return new Set(similarities.slice(0, LIMIT).map(({ key }) => key));
}

function dot(left: Float32Array | undefined, right: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < right.length; index++) sum += (left?.[index] ?? 0) * (right[index] ?? 0);
  return sum;
}
