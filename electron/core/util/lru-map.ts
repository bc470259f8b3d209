/** A map of at most `limit` entries. Setting one more removes the least recently used entry. */
export class LruMap<K, V> {
  readonly #limit: number;
  readonly #entries = new Map<K, V>();

  /** @param limit a positive integer */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the value and marks the entry as used. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined || this.#entries.has(key)) this.set(key, value as V);
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#limit) {
      const { value: oldest, done } = this.#entries.keys().next();
      if (done !== true) this.#entries.delete(oldest);
    }
  }

  delete(key: K): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** The values, least recently used first. */
  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
