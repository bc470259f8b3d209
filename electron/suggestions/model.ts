import { WEIGHT_OF_FEATURE, WEIGHT_WITHOUT_FEATURES } from "./weights.ts";

/** Returns the logarithm of the odds that a sentence with these features is worth a memory. */
export function scoreOf(features: Readonly<Record<string, number>>): number {
  let score = WEIGHT_WITHOUT_FEATURES;
  for (const [name, weight] of Object.entries(WEIGHT_OF_FEATURE)) score += weight * (features[name] ?? 0);
  return score;
}

export function probabilityOf(score: number): number {
  return 1 / (1 + Math.exp(-score));
}

export function logOddsOf(probability: number): number {
  return Math.log(probability / (1 - probability));
}
