import type { Prior } from "./priors.ts";

export interface Observation {
  /** The first is 1, for the constant. */
  readonly features: readonly number[];
  readonly isPositive: boolean;
  readonly weight: number;
}

const MAX_STEPS = 50;
const TOLERANCE = 1e-6;
/**
 * Fits logistic regression by Newton's method (Hastie, Tibshirani and Friedman 2009, section 4.4.1), with a penalty on
 * the squared distance to the prior.
 */
export function fitLogistic(observations: readonly Observation[], { weights: prior, strength }: Prior): number[] {
  const weights = [...prior];
  for (let step = 0; step < MAX_STEPS; step++) {
    const gradient = weights.map((weight, index) => -strength * (weight - (prior[index] ?? 0)));
    const curvature: number[][] = weights.map((_, row) => weights.map((_, column) => (row === column ? strength : 0)));
    for (const { features, isPositive, weight } of observations) {
      const sum = features.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
      const estimate = 1 / (1 + Math.exp(-sum));
      const error = weight * ((isPositive ? 1 : 0) - estimate);
      const variance = weight * estimate * (1 - estimate);
      features.forEach((value, row) => {
        gradient[row] = (gradient[row] ?? 0) + error * value;
        const line = curvature[row] ?? [];
        features.forEach((other, column) => {
          line[column] = (line[column] ?? 0) + variance * value * other;
        });
      });
    }
    const change = solve(curvature, gradient);
    change.forEach((value, index) => {
      weights[index] = (weights[index] ?? 0) + value;
    });
    if (Math.max(...change.map(Math.abs)) < TOLERANCE) break;
  }
  return weights;
}

/** Solves a system of linear equations by Gauss and Jordan's elimination, with pivots. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, values[index] ?? 0]);
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let pivot = 0; pivot < rows.length; pivot++) {
    let best = pivot;
    for (let row = pivot + 1; row < rows.length; row++) {
      if (Math.abs(at(row, pivot)) > Math.abs(at(best, pivot))) best = row;
    }
    [rows[pivot], rows[best]] = [rows[best] as number[], rows[pivot] as number[]];
    for (let row = 0; row < rows.length; row++) {
      if (row === pivot) continue;
      const factor = at(row, pivot) / at(pivot, pivot);
      rows[row] = (rows[row] ?? []).map((value, column) => value - factor * at(pivot, column));
    }
  }
  return rows.map((row, index) => (row.at(-1) ?? 0) / (row[index] ?? 1));
}
