// Not umap-js: it takes 25 s and 750 MB for 10,000 memories (ADR 0052).
import { createVectorScan } from "../search/vectors/vector-scan.ts";

/** Neighbours of each memory that its position depends on. */
export const NEIGHBOURS = 15;
/** Steps of the search for the scale of a memory's distances. */
const SCALE_STEPS = 64;
const SCALE_TOLERANCE = 1e-5;
/** The scale is at least this share of the mean distance. */
const MIN_SCALE = 1e-3;

/** Weighted pairs of memories, by their indices; a pair is in both directions, with the same weight. */
export interface NeighbourGraph {
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Above 0, at most 1. */
  readonly weights: Float64Array;
}

/** The most similar other memories of one, nearest first, with their cosine distances. */
interface Nearest {
  readonly indices: readonly number[];
  readonly distances: readonly number[];
}

/**
 * Connects memories with their nearest neighbours, with weights as in UMAP (McInnes, Healy and Melville 2018,
 * arXiv 1802.03426, section 3.1).
 * @param vectors one for each memory
 * @param members the indices whose neighbours are looked for; default: all
 */
export function connectNeighbours(vectors: readonly Int8Array[], members?: readonly number[]): NeighbourGraph {
  const search = createNearestSearch(vectors);
  const pairs = new Map<number, number>();
  const size = vectors.length;
  const count = Math.min(NEIGHBOURS, size - 1);
  for (const from of members ?? vectors.keys()) {
    const { indices, distances } = search(from, count);
    const weights = toWeights(distances);
    for (const [position, to] of indices.entries()) {
      const key = Math.min(from, to) * size + Math.max(from, to);
      const known = pairs.get(key) ?? 0;
      const weight = weights[position] ?? 0;
      pairs.set(key, known + weight - known * weight);
    }
  }
  return toGraph(pairs, size);
}

/** Finds the memories that are most similar to one of them, except itself. */
function createNearestSearch(vectors: readonly Int8Array[]): (index: number, limit: number) => Nearest {
  const scan = createVectorScan(vectors[0]?.length ?? 1);
  for (const [index, vector] of vectors.entries()) scan.set(index, [vector]);
  return (index, limit) => {
    const { hits } = scan.search(vectors[index] as Int8Array, limit + 1);
    const others = hits.filter(({ key }) => key !== index).slice(0, limit);
    return {
      indices: others.map(({ key }) => key),
      distances: others.map(({ similarity }) => Math.max(0, 1 - similarity)),
    };
  };
}

/** Weights that sum up to log₂ of the number of neighbours: 1 for the nearest, less with each distance. */
function toWeights(distances: readonly number[]): number[] {
  const nearest = distances.find((distance) => distance > 0) ?? 0;
  const target = Math.log2(Math.max(2, distances.length));
  const weightAt = (distance: number, scale: number) =>
    distance <= nearest ? 1 : Math.exp(-(distance - nearest) / scale);
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let scale = 1;
  for (let step = 0; step < SCALE_STEPS; step++) {
    const sum = distances.reduce((total, distance) => total + weightAt(distance, scale), 0);
    if (Math.abs(sum - target) < SCALE_TOLERANCE) break;
    if (sum > target) high = scale;
    else low = scale;
    scale = high === Number.POSITIVE_INFINITY ? scale * 2 : (low + high) / 2;
  }
  const mean = distances.reduce((sum, distance) => sum + distance, 0) / Math.max(1, distances.length);
  const limited = Math.max(scale, mean * MIN_SCALE, Number.MIN_VALUE);
  return distances.map((distance) => weightAt(distance, limited));
}

function toGraph(pairs: ReadonlyMap<number, number>, size: number): NeighbourGraph {
  const from = new Int32Array(pairs.size * 2);
  const to = new Int32Array(pairs.size * 2);
  const weights = new Float64Array(pairs.size * 2);
  let at = 0;
  for (const [key, weight] of pairs) {
    const one = Math.floor(key / size);
    const other = key % size;
    for (const [head, tail] of [
      [one, other],
      [other, one],
    ] as const) {
      from[at] = head;
      to[at] = tail;
      weights[at] = weight;
      at += 1;
    }
  }
  return { from, to, weights };
}
