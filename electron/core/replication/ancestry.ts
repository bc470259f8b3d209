import type { Entry } from "./entry.ts";
import type { Stamp } from "./stamp.ts";

const BITS = 32;

/** Which change knew which, by their parents. One bit for each pair of changes. */
export class Ancestry {
  readonly #places: ReadonlyMap<Stamp, number>;
  /** For each change, the set of the changes that it knew. */
  readonly #ancestors: Uint32Array[] = [];

  /** @param entries in the order of their stamps: a change is after those that it knew */
  constructor(entries: readonly Pick<Entry, "stamp" | "parents">[]) {
    this.#places = new Map(entries.map(({ stamp }, place) => [stamp, place]));
    for (const { parents } of entries) {
      const known = new Uint32Array(Math.ceil(entries.length / BITS));
      for (const parent of parents) {
        const place = this.#places.get(parent);
        const ancestors = place === undefined ? undefined : this.#ancestors[place];
        if (place === undefined || ancestors === undefined) continue;
        for (let word = 0; word < known.length; word++) known[word] = (known[word] ?? 0) | (ancestors[word] ?? 0);
        const word = Math.floor(place / BITS);
        known[word] = (known[word] ?? 0) | (1 << (place % BITS));
      }
      this.#ancestors.push(known);
    }
  }

  /** Whether the device of `later` knew `earlier`. */
  precedes(earlier: Stamp, later: Stamp): boolean {
    const bit = this.#places.get(earlier);
    const known = this.#ancestors[this.#places.get(later) ?? -1];
    return (
      bit !== undefined && known !== undefined && ((known[Math.floor(bit / BITS)] ?? 0) & (1 << (bit % BITS))) !== 0
    );
  }
}
