import { createRandom as createNumbers } from "../../util/random.ts";

/** Random values from a seed, so that a failure can be repeated. */
export function createRandom(seed: number) {
  const numbers = createNumbers(seed);
  /** An integer from 0 to `below` - 1. */
  const next = (below: number): number => (numbers() * 2 ** 32) % below;
  const pick = <T>(values: readonly T[]): T => {
    const value = values[next(values.length)];
    if (value === undefined) throw new Error("Nothing to pick from.");
    return value;
  };
  /** `length` characters out of `alphabet`. */
  const text = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[next(alphabet.length)]).join("");
  return { next, pick, text };
}

export const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const LOWER = "abcdefghijklmnopqrstuvwxyz";
export const DIGITS = "0123456789";
export const HEX = "0123456789abcdef";
export const WORD = `${UPPER}${LOWER}${DIGITS}`;
