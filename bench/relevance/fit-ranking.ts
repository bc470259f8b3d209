import type { Prior } from "./priors.ts";

/** A query's candidates: the inputs of each, and whether it is relevant. */
export interface RankedList {
  readonly inputs: readonly (readonly number[])[];
  readonly isRelevant: readonly boolean[];
  readonly weight: number;
}

const STEPS = 200;
const RATE = 0.05;

/**
 * Fits the weights of a linear ranking: maximises the likelihood of the relevant candidates under a softmax over the
 * candidates of a query (ListNet with the relevant ones equal, Cao et al. 2007), with Adam (Kingma and Ba 2015). Weights
 * are drawn towards the prior, each in units of the standard deviation of its input.
 */
export function fitRanking(
  lists: readonly RankedList[],
  { weights: prior, strength, fixed = new Set() }: Prior,
): number[] {
  const used = lists.filter(({ isRelevant }) => isRelevant.includes(true));
  const scales = deviationsOf(used, prior.length);
  const total = used.reduce((sum, { weight }) => sum + weight, 0);
  const weights = [...prior];
  const first = prior.map(() => 0);
  const second = prior.map(() => 0);
  for (let step = 1; step <= STEPS; step++) {
    const gradient = prior.map(
      (value, input) => strength * ((weights[input] ?? 0) - value) * (scales[input] ?? 0) ** 2,
    );
    for (const list of used) addGradient(list, weights, list.weight / total, gradient);
    for (const [input, slope] of gradient.entries()) {
      if (fixed.has(input)) continue;
      const scale = scales[input] || 1;
      const scaled = slope / scale;
      first[input] = 0.9 * (first[input] ?? 0) + 0.1 * scaled;
      second[input] = 0.999 * (second[input] ?? 0) + 0.001 * scaled ** 2;
      const [mean, square] = [(first[input] ?? 0) / (1 - 0.9 ** step), (second[input] ?? 0) / (1 - 0.999 ** step)];
      weights[input] = (weights[input] ?? 0) - (RATE * mean) / (Math.sqrt(square) + 1e-8) / scale;
    }
  }
  return weights;
}

/** Adds the gradient of the negative logarithm of the likelihood of one list. */
function addGradient(
  { inputs, isRelevant }: RankedList,
  weights: readonly number[],
  weight: number,
  gradient: number[],
): void {
  const scores = inputs.map((row) => row.reduce((sum, value, input) => sum + value * (weights[input] ?? 0), 0));
  const highest = Math.max(...scores);
  const likelihoods = scores.map((score) => Math.exp(score - highest));
  const sum = likelihoods.reduce((all, one) => all + one, 0);
  const relevant = isRelevant.filter(Boolean).length;
  for (const [position, row] of inputs.entries()) {
    const error = (likelihoods[position] ?? 0) / sum - (isRelevant[position] ? 1 / relevant : 0);
    for (const [input, value] of row.entries()) gradient[input] = (gradient[input] ?? 0) + weight * error * value;
  }
}

/** The standard deviation of each input over all candidates. */
function deviationsOf(lists: readonly RankedList[], size: number): number[] {
  const rows = lists.flatMap(({ inputs }) => inputs);
  return Array.from({ length: size }, (_, input) => {
    const mean = rows.reduce((sum, row) => sum + (row[input] ?? 0), 0) / rows.length;
    return Math.sqrt(rows.reduce((sum, row) => sum + ((row[input] ?? 0) - mean) ** 2, 0) / rows.length);
  });
}
