import { createRandom as createNumbers } from "../../core/util/random.ts";

/** Random numbers that are the same on every run, for tests and measurements. */
export function createRandom(seed: number) {
  const next = createNumbers(seed);
  return {
    /** 0 to 1, exclusive. */
    next,
    /** 0 to `below`, exclusive. */
    integer: (below: number) => Math.floor(next() * below),
    /** Components from -127 to 127. */
    vector: (dimensions: number) => Int8Array.from({ length: dimensions }, () => Math.floor(next() * 255) - 127),
  };
}
