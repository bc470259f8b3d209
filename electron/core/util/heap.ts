// Not tinyqueue: its comparator function makes the heap of the text search a quarter slower than an inlined method.
/**
 * A binary heap. Subclasses define the order in {@link isBefore}: as a method it is inlined, which makes the heap of
 * the text search a quarter faster than with a comparator function.
 */
export abstract class Heap<T> {
  #items: T[] = [];

  /** Whether `one` comes before `other`. */
  protected abstract isBefore(one: T, other: T): boolean;

  get size(): number {
    return this.#items.length;
  }

  /** The item before all others. */
  first(): T | undefined {
    return this.#items[0];
  }

  add(item: T): void {
    const items = this.#items;
    let index = items.length;
    items.push(item);
    while (index > 0) {
      const parentIndex = (index - 1) >>> 1;
      const parent = items[parentIndex] as T;
      if (!this.isBefore(item, parent)) break;
      items[index] = parent;
      index = parentIndex;
    }
    items[index] = item;
  }

  /** Replaces all items, in linear time. */
  protected fill(items: readonly T[]): void {
    this.#items = items.slice();
    for (let index = (items.length >>> 1) - 1; index >= 0; index--) this.#sink(index, items[index] as T);
  }

  /** Removes and returns the first item. */
  removeFirst(): T | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (this.#items.length > 0 && last !== undefined) this.#sink(0, last);
    return first;
  }

  /** Replaces the first item. The heap must not be empty. */
  replaceFirst(item: T): void {
    this.#sink(0, item);
  }

  /** All items, in no order. */
  values(): T[] {
    return [...this.#items];
  }

  /** Puts an item at an index and moves it down to its place. */
  #sink(from: number, item: T): void {
    const items = this.#items;
    const length = items.length;
    let index = from;
    for (;;) {
      let childIndex = index * 2 + 1;
      if (childIndex >= length) break;
      let child = items[childIndex] as T;
      if (childIndex + 1 < length) {
        const right = items[childIndex + 1] as T;
        if (this.isBefore(right, child)) {
          childIndex++;
          child = right;
        }
      }
      if (!this.isBefore(child, item)) break;
      items[index] = child;
      index = childIndex;
    }
    items[index] = item;
  }
}
