const MAX_INT8 = 127;

/**
 * Quantises a vector to int8: symmetric, scaled so that its largest component becomes ±127 (absmax quantisation,
 * Dettmers et al. 2022, arXiv 2208.07339, section 2.1). The scale is not stored, since cosine similarity does not
 * depend on it. A zero or non-finite vector becomes zeros and is not similar to anything.
 */
export function quantise(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const component of vector) largest = Math.max(largest, Math.abs(component));
  const quantised = new Int8Array(vector.length);
  if (largest === 0 || !Number.isFinite(largest)) return quantised;
  const scale = MAX_INT8 / largest;
  for (let index = 0; index < vector.length; index++) quantised[index] = Math.round((vector[index] ?? 0) * scale);
  return quantised;
}
