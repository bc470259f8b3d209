/** Random numbers that are the same on every run (mulberry32), for tests and measurements. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    /** 0 to 1, exclusive. */
    next,
    /** 0 to `below`, exclusive. */
    integer: (below: number) => Math.floor(next() * below),
    /** Components from -127 to 127. */
    vector: (dimensions: number) => Int8Array.from({ length: dimensions }, () => Math.floor(next() * 255) - 127),
  };
}
