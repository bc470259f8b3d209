import { createRandom } from "../../electron/search/testing/random-vectors.ts";

/** The quality of one ranking, each measure 0 to 1. */
export interface Measures {
  readonly recall5: number;
  readonly recall10: number;
  readonly recall25: number;
  /** The reciprocal rank of the first relevant memory. */
  readonly reciprocalRank: number;
  /** Normalised discounted cumulative gain at 10 (Järvelin and Kekäläinen 2002), all relevant memories equal. */
  readonly gain10: number;
}
export const MEASURES = ["recall5", "recall10", "recall25", "reciprocalRank", "gain10"] as const;

/** Measures a ranking of memories, best first, against the relevant ones. */
export function measureRanking(ranking: readonly number[], gold: readonly number[]): Measures {
  const right = new Set(gold);
  const recall = (depth: number): number =>
    ranking.slice(0, depth).filter((position) => right.has(position)).length / right.size;
  const first = ranking.findIndex((position) => right.has(position));
  const discount = (rank: number): number => 1 / Math.log2(rank + 2);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const gained = ranking.slice(0, 10).map((position, rank) => (right.has(position) ? discount(rank) : 0));
  const ideal = Array.from({ length: Math.min(10, right.size) }, (_, rank) => discount(rank));
  return {
    recall5: recall(5),
    recall10: recall(10),
    recall25: recall(25),
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
    gain10: sum(gained) / sum(ideal),
  };
}

export interface Estimate {
  readonly mean: number;
  /** The bounds of the 95 % interval. */
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;

/**
 * Estimates the mean with a 95 % interval by the percentile bootstrap over questions. Deterministic for equal values.
 */
export function estimateMean(values: readonly number[]): Estimate {
  const random = createRandom(values.length).next;
  const mean = (pick: (index: number) => number): number => {
    let total = 0;
    for (let index = 0; index < values.length; index++) total += values[pick(index)] ?? 0;
    return total / values.length;
  };
  const means = Array.from({ length: RESAMPLES }, () => mean(() => Math.floor(random() * values.length)));
  means.sort((one, other) => one - other);
  return {
    mean: mean((index) => index),
    low: means[Math.floor(RESAMPLES * 0.025)] ?? 0,
    high: means[Math.floor(RESAMPLES * 0.975)] ?? 0,
  };
}
