/** A set of places in a list, as bits. Without bits after its end. */
export type Places = Uint32Array;

const BITS = 32;

export const EMPTY: Places = new Uint32Array(0);

/** An empty set of places below `count`. */
export function newPlaces(count: number): Places {
  return new Uint32Array(Math.ceil(count / BITS));
}

export function has(set: Places, place: number): boolean {
  return ((set[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
}

export function add(set: Places, place: number): void {
  set[place >>> 5] = (set[place >>> 5] ?? 0) | (1 << (place & 31));
}

/** Adds the places of a set that is not longer. */
export function addAll(set: Places, others: Places): void {
  for (let word = 0; word < others.length; word++) set[word] = (set[word] ?? 0) | (others[word] ?? 0);
}

/** Whether a place is in all of some sets and in none of others. */
export function hasAny(all: readonly Places[], none: readonly Places[] = []): boolean {
  for (let word = wordsIn(all) - 1; word >= 0; word--) if (bitsOf(word, all, none) !== 0) return true;
  return false;
}

/**
 * Whether a condition holds for a greater place than `place`, among the places that are in all of some sets and in none
 * of others. The last place is tried first.
 */
export function someAfter(
  place: number,
  all: readonly Places[],
  none: readonly Places[],
  condition: (place: number) => boolean,
): boolean {
  for (let word = wordsIn(all) - 1; word >= place >>> 5; word--) {
    for (let bits = bitsOf(word, all, none); bits !== 0; ) {
      const bit = 31 - Math.clz32(bits);
      const found = word * BITS + bit;
      if (found > place && condition(found)) return true;
      bits &= ~(1 << bit);
    }
  }
  return false;
}

function wordsIn(sets: readonly Places[]): number {
  return Math.min(...sets.map(({ length }) => length));
}

function bitsOf(word: number, all: readonly Places[], none: readonly Places[]): number {
  let bits = -1;
  for (const set of all) bits &= set[word] ?? 0;
  for (const set of none) bits &= ~(set[word] ?? 0);
  return bits;
}
