/** Bytes of a SIMD register; rows are padded to a multiple of it. */
export const LANE_BYTES = 16;
/** Bytes of one score. */
export const SCORE_BYTES = 4;

/**
 * Writes the dot product of the query with each of `count` rows of int8 to `scores` (int32, aligned to 4). All
 * positions are byte offsets in the kernel's memory; rows are `stride` bytes apart, a multiple of {@link LANE_BYTES}.
 */
export type DotKernel = (rows: number, count: number, stride: number, query: number, scores: number) => void;

/** `dot-kernel.wat`, compiled. Hand-written since no maintained library scans int8 vectors as fast (ADR 0010). */
export const KERNEL_MODULE = Buffer.from(
  "AGFzbQEAAAABCQFgBX9/f39/AAIPAQNlbnYGbWVtb3J5AgAAAwIBAAcHAQNydW4AAAquAQGrAQIBfwN7AkADQCABRQ0B/QwAAAAAAAAAAAAAAAAA" +
    "AAAAIQZBACEFA0AgACAFav0AAAAhByADIAVq/QAAACEIIAYgB/2HASAI/YcB/boB/a4BIQYgBiAH/YgBIAj9iAH9ugH9rgEhBiAFQRBqIQUg" +
    "BSACSQ0ACyAEIAb9GwAgBv0bAWogBv0bAmogBv0bA2o2AgAgACACaiEAIARBBGohBCABQX9qIQEMAAsLCw==",
  "base64",
);

/** Creates the kernel in SIMD (WebAssembly). Returns null on a processor without SIMD. */
export function createSimdKernel(memory: WebAssembly.Memory): DotKernel | null {
  if (!WebAssembly.validate(KERNEL_MODULE)) return null;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(KERNEL_MODULE), { env: { memory } });
  return instance.exports.run as DotKernel;
}

/** Creates the same kernel in JavaScript: the fallback, and the reference that the SIMD kernel is tested against. */
export function createPlainKernel(memory: WebAssembly.Memory): DotKernel {
  return (rows, count, stride, query, scores) => {
    const bytes = new Int8Array(memory.buffer);
    const output = new Int32Array(memory.buffer, scores, count);
    for (let row = 0; row < count; row++) {
      const start = rows + row * stride;
      let sum = 0;
      for (let column = 0; column < stride; column++) {
        sum += (bytes[start + column] ?? 0) * (bytes[query + column] ?? 0);
      }
      output[row] = sum;
    }
  };
}
