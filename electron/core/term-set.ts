/** Terms of a query by their index, as the sum of 2^index: ranking adds it up like a score. */
export type TermSet = number;

/** The number of terms that a set can contain: sums of more powers of two are not exact. */
export const MAX_SET_TERMS = 53;

/** The set of one term; empty for an index from {@link MAX_SET_TERMS} on. */
export function setOfTerm(index: number): TermSet {
  return index < MAX_SET_TERMS ? 2 ** index : 0;
}

export function hasTerm(set: TermSet, index: number): boolean {
  return index < MAX_SET_TERMS && Math.floor(set / 2 ** index) % 2 === 1;
}

export function hasAnyTerm(set: TermSet, indices: readonly number[]): boolean {
  return indices.some((index) => hasTerm(set, index));
}
