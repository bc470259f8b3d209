/**
 * The items of work in progress, such as requests without a response, in the order in which they were added. Finding
 * and removing an item takes time in proportion to their number.
 *
 * Use it instead of a Map or a Set that lives long and whose entries do not. Such a Map allocates a new table every few
 * changes, and V8 links the old table to it. After a full collection the old tables, with the entries they had, are kept
 * until the next one: with 16 clients this was half of all that their calls had allocated. An array has no such links.
 */
export class OpenItems<Item> {
  readonly #items: Item[] = [];

  get size(): number {
    return this.#items.length;
  }

  add(item: Item): void {
    this.#items.push(item);
  }

  has(item: Item): boolean {
    return this.#items.includes(item);
  }

  /** Removes an item, if it is there. */
  delete(item: Item): void {
    const index = this.#items.indexOf(item);
    if (index !== -1) this.#items.splice(index, 1);
  }

  /** Removes all items and returns them. */
  take(): readonly Item[] {
    return this.#items.splice(0);
  }

  find(matches: (item: Item) => boolean): Item | undefined {
    return this.#items.find(matches);
  }

  /** Returns a copy, which does not change. */
  list(): readonly Item[] {
    return [...this.#items];
  }
}
