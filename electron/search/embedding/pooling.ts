import type { Pooling } from "./model-folder.ts";

/**
 * Reduces a text's token vectors ([1, tokens, dimensions]) to one: their mean, or the vector of the first token
 * (Reimers and Gurevych 2019, arXiv 1908.10084, section 3).
 */
export function poolTokens(data: Float32Array, shape: readonly number[], pooling: Pooling): Float32Array {
  const [, tokens = 0, dimensions = 0] = shape;
  if (pooling === "cls") return data.slice(0, dimensions);
  const mean = new Float32Array(dimensions);
  for (let token = 0; token < tokens; token++) {
    for (let index = 0; index < dimensions; index++) {
      mean[index] = (mean[index] ?? 0) + (data[token * dimensions + index] ?? 0) / tokens;
    }
  }
  return mean;
}

/** Scales a vector to length 1 (L2); a zero vector is unchanged. */
export function normalise(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let index = 0; index < vector.length; index++) squares += (vector[index] ?? 0) ** 2;
  const length = Math.sqrt(squares) || 1;
  return Float32Array.from(vector, (component) => component / length);
}
