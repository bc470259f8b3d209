import type { CreateVectorScan, ScanAnswer, ScanHit, VectorScan } from "../../core/ports.ts";
import type { Similarities } from "../../core/search.ts";
import { growArray } from "../../core/util/grow-array.ts";
import { Heap } from "../../core/util/heap.ts";
import { RecollectError } from "../../text/errors.ts";
import { createPlainKernel, createSimdKernel } from "./dot-kernel.ts";
import { RowStorage, type Tally } from "./row-storage.ts";

/**
 * A scan limited to less than this share of the memories scores their rows one by one: about 8 times slower per row.
 */
const NARROW_SHARE = 1 / 8;
/** The best passages of a memory that its pooled similarity is the mean of (ADR 0032). */
const POOLED_PASSAGES = 3;
/** Deleted rows are reclaimed once they waste a quarter of the memory, which copies each row once per n/4 deletions. */
const MAX_DELETED_SHARE = 1 / 4;
/** Below this number of deleted rows (400 KB at 384 dimensions), reclaiming is not worth the copy. */
const MIN_DELETED_ROWS = 1024;

/**
 * An exact scan over int8 vectors in one block of memory, with SIMD if the processor supports it (ADR 0010). Memories
 * are ranked by the cosine of their best passage. Keys are integers from 0; each key up to the largest takes four
 * bytes.
 */
export const createVectorScan: CreateVectorScan = (dimensions) => new ExactScan(dimensions);

class ExactScan implements VectorScan {
  readonly dimensions: number;
  readonly #storage: RowStorage;
  readonly #firstRows = new FirstRows();

  constructor(dimensions: number) {
    assertInteger("dimensions", dimensions, 1);
    this.dimensions = dimensions;
    this.#storage = new RowStorage(dimensions, (memory) => createSimdKernel(memory) ?? createPlainKernel(memory));
  }

  get size(): number {
    return this.#firstRows.size;
  }

  get bytes(): number {
    return this.#storage.byteLength + this.#firstRows.byteLength;
  }

  reserve(passages: number): void {
    this.#storage.reserve(this.#storage.rows + passages);
  }

  set(key: number, vectors: readonly Int8Array[]): void {
    assertInteger("key", key, 0);
    for (const vector of vectors) this.#assertLength(vector);
    const first = this.#firstRows.get(key);
    if (first >= 0 && this.#storage.runLength(first) === vectors.length) {
      for (const [passage, vector] of vectors.entries()) this.#storage.write(first + passage, vector);
      return;
    }
    this.delete(key);
    if (vectors.length > 0) this.#firstRows.set(key, this.#storage.append(key, vectors));
  }

  setAll(keys: readonly number[], vectors: Int8Array): void {
    this.#assertLength(vectors, keys.length * this.dimensions);
    for (const key of keys) assertInteger("key", key, 0);
    // First, because it can move all rows.
    for (const key of keys) this.delete(key);
    const first = this.#storage.appendAll(keys, vectors);
    for (const [index, key] of keys.entries()) {
      if (key !== keys[index - 1]) this.#firstRows.set(key, first + index);
    }
  }

  delete(key: number): void {
    const storage = this.#storage;
    const first = this.#firstRows.get(key);
    if (first < 0) return;
    this.#firstRows.delete(key);
    storage.delete(first, storage.runLength(first));
    if (storage.deleted > MIN_DELETED_ROWS && storage.deleted > storage.rows * MAX_DELETED_SHARE) {
      storage.compact((movedKey, row) => this.#firstRows.set(movedKey, row));
    }
  }

  search(
    query: Int8Array,
    limit: number,
    allowed?: ReadonlySet<number> | ((key: number) => boolean),
    onlyAllowed = false,
  ): ScanAnswer {
    this.#assertLength(query);
    const storage = this.#storage;
    const best = new BestHits(limit);
    const keys = typeof allowed === "function" ? undefined : allowed;
    const isAllowed = typeof allowed === "function" ? allowed : (key: number) => keys?.has(key) ?? true;
    const tally: Tally = { count: 0, sum: 0, squares: 0 };
    if (!storage.setQuery(query)) return { hits: [], similarities: similaritiesOf(tally) };
    const consider = (key: number, passage: number, similarity: number): number => {
      if (isAllowed(key)) best.add(key, passage, Math.min(1, similarity));
      return best.threshold();
    };
    if (keys !== undefined && (onlyAllowed || keys.size < this.size * NARROW_SHARE)) {
      for (const key of keys) {
        const first = this.#firstRows.get(key);
        if (first >= 0) storage.score(first, storage.runLength(first), best.threshold(), consider, tally);
      }
    } else {
      storage.score(0, storage.rows, best.threshold(), consider, tally);
    }
    return { hits: best.toSorted().map((hit) => this.#pool(hit)), similarities: similaritiesOf(tally) };
  }

  /** Completes a hit with the mean of its best passages. */
  #pool({ key, passage, similarity }: BestPassage): ScanHit {
    const first = this.#firstRows.get(key);
    const passages = this.#storage.runLength(first);
    if (passages === 1) return { key, passage, similarity, pooled: similarity, passages };
    const similarities: number[] = [];
    const collect = (_key: number, _passage: number, value: number): number => {
      similarities.push(Math.min(1, value));
      return Number.NEGATIVE_INFINITY;
    };
    this.#storage.score(first, passages, Number.NEGATIVE_INFINITY, collect, { count: 0, sum: 0, squares: 0 });
    const best = similarities.sort((one, other) => other - one).slice(0, POOLED_PASSAGES);
    const pooled = best.reduce((sum, value) => sum + value, 0) / best.length;
    return { key, passage, similarity, pooled, passages };
  }

  #assertLength({ length }: Int8Array, expected = this.dimensions): void {
    if (length === expected) return;
    throw new RecollectError("vector_invalid", { expected, found: length }, { field: "vector" });
  }
}

function assertInteger(field: string, value: number, minimum: number): void {
  if (!Number.isInteger(value) || value < minimum) throw new RecollectError("scan_argument", { minimum }, { field });
}

function similaritiesOf({ count, sum, squares }: Tally): Similarities {
  if (count === 0) return { count, mean: 0, deviation: 0 };
  const mean = sum / count;
  return { count, mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}

/** The first row of each key; -1 for a key without rows. */
class FirstRows {
  #rows = new Int32Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get byteLength(): number {
    return this.#rows.byteLength;
  }

  get(key: number): number {
    return this.#rows[key] ?? -1;
  }

  set(key: number, row: number): void {
    this.#rows = growArray(this.#rows, key + 1, -1);
    if (this.get(key) < 0) this.#size++;
    this.#rows[key] = row;
  }

  delete(key: number): void {
    this.#rows[key] = -1;
    this.#size--;
  }
}

/** A memory by its most similar passage. */
type BestPassage = Pick<ScanHit, "key" | "passage" | "similarity">;

/** Hits with the least similar one first; of equal ones, the larger key. */
class HitHeap extends Heap<BestPassage> {
  protected override isBefore(one: BestPassage, other: BestPassage): boolean {
    return one.similarity < other.similarity || (one.similarity === other.similarity && one.key > other.key);
  }
}

/** The `limit` most similar memories, each by its most similar passage. The passages of a memory must be adjacent. */
class BestHits {
  readonly #limit: number;
  readonly #heap = new HitHeap();
  #pending: BestPassage | null = null;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A passage must be more similar than this to be added. */
  threshold(): number {
    if (this.#heap.size < this.#limit) return Number.NEGATIVE_INFINITY;
    return this.#heap.first()?.similarity ?? Number.POSITIVE_INFINITY;
  }

  add(key: number, passage: number, similarity: number): void {
    if (this.#pending?.key === key) {
      if (similarity > this.#pending.similarity) this.#pending = { key, passage, similarity };
      return;
    }
    this.#addPending();
    this.#pending = { key, passage, similarity };
  }

  /** Most similar first; of equal ones, the smaller key. */
  toSorted(): BestPassage[] {
    this.#addPending();
    this.#pending = null;
    return this.#heap.values().sort((one, other) => other.similarity - one.similarity || one.key - other.key);
  }

  #addPending(): void {
    if (this.#pending === null || !(this.#pending.similarity > this.threshold())) return;
    if (this.#heap.size < this.#limit) this.#heap.add(this.#pending);
    else this.#heap.replaceFirst(this.#pending);
  }
}
