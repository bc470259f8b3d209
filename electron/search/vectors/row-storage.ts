import { growArray } from "../../core/util/grow-array.ts";
import { RecollectError } from "../../text/errors.ts";
import { type DotKernel, LANE_BYTES, SCORE_BYTES } from "./dot-kernel.ts";

const PAGE_BYTES = 65_536;
/** The limit of a WebAssembly memory, 4 GB. */
const MAX_PAGES = 65_536;
/** Rows scored at a time, so that their scores stay in the first-level cache. */
const SLICE_ROWS = 2048;
/** The inverse norm of a deleted row: its similarity is NaN. */
const DELETED = Number.NaN;

/** Sums over the similarities of the scored rows. */
export interface Tally {
  count: number;
  sum: number;
  squares: number;
}

/** Receives a row that is more similar than the threshold; returns the new threshold. */
export type Consider = (key: number, passage: number, similarity: number) => number;

/**
 * Rows of int8 in one growing memory: the query, then the scores of a slice, then the rows, each padded with zeros to
 * full SIMD registers. The rows of a memory are adjacent, in the order of its passages.
 */
export class RowStorage {
  readonly #dimensions: number;
  readonly #stride: number;
  readonly #scoresAt: number;
  readonly #rowsAt: number;
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: DotKernel;
  #bytes: Int8Array;
  #scores: Int32Array;
  #keys = new Uint32Array(0);
  #passages = new Uint16Array(0);
  #inverseNorms = new Float32Array(0);
  #rows = 0;
  #deleted = 0;
  #inverseQueryNorm = 0;

  constructor(dimensions: number, createKernel: (memory: WebAssembly.Memory) => DotKernel) {
    this.#dimensions = dimensions;
    this.#stride = Math.ceil(dimensions / LANE_BYTES) * LANE_BYTES;
    this.#scoresAt = this.#stride;
    this.#rowsAt = this.#scoresAt + SLICE_ROWS * SCORE_BYTES;
    const initial = Math.ceil(this.#rowsAt / PAGE_BYTES);
    this.#memory = new WebAssembly.Memory({ initial, maximum: MAX_PAGES });
    this.#kernel = createKernel(this.#memory);
    this.#bytes = new Int8Array(this.#memory.buffer);
    this.#scores = new Int32Array(this.#memory.buffer, this.#scoresAt, SLICE_ROWS);
  }

  /** The number of rows, including deleted ones. */
  get rows(): number {
    return this.#rows;
  }

  get deleted(): number {
    return this.#deleted;
  }

  /** Memory in use, in bytes. */
  get byteLength(): number {
    const { byteLength } = this.#memory.buffer;
    return byteLength + this.#keys.byteLength + this.#passages.byteLength + this.#inverseNorms.byteLength;
  }

  /** Returns the number of rows from `first` on that belong to its key. */
  runLength(first: number): number {
    let end = first + 1;
    while (end < this.#rows && this.#keys[end] === this.#keys[first] && this.#passages[end] !== 0) end++;
    return end - first;
  }

  /** Overwrites a row. */
  write(row: number, vector: Int8Array): void {
    this.#inverseNorms[row] = this.#put(this.#offsetOf(row), vector);
  }

  /** Appends the vectors of a key and returns the first row. @throws unavailable if there is not enough memory */
  append(key: number, vectors: readonly Int8Array[]): number {
    const first = this.#rows;
    this.reserve(first + vectors.length);
    for (const [passage, vector] of vectors.entries()) {
      const row = first + passage;
      this.#keys[row] = key;
      this.#passages[row] = passage;
      this.write(row, vector);
    }
    this.#rows += vectors.length;
    return first;
  }

  /**
   * Appends the vectors of many keys, and returns the first row.
   * @param keys the key of each vector; the vectors of a key follow each other
   * @throws unavailable if there is not enough memory
   */
  appendAll(keys: readonly number[], vectors: Int8Array): number {
    const first = this.#rows;
    this.reserve(first + keys.length);
    const isDense = this.#stride === this.#dimensions;
    if (isDense) this.#bytes.set(vectors, this.#offsetOf(first));
    let passage = 0;
    for (const [index, key] of keys.entries()) {
      const row = first + index;
      passage = index > 0 && keys[index - 1] === key ? passage + 1 : 0;
      this.#keys[row] = key;
      this.#passages[row] = passage;
      const start = index * this.#dimensions;
      if (!isDense) this.#bytes.set(vectors.subarray(start, start + this.#dimensions), this.#offsetOf(row));
      this.#inverseNorms[row] = this.#inverseNormAt(this.#offsetOf(row));
    }
    this.#rows += keys.length;
    return first;
  }

  /** Marks rows as deleted; {@link compact} reclaims them. */
  delete(first: number, count: number): void {
    this.#inverseNorms.fill(DELETED, first, first + count);
    this.#deleted += count;
  }

  /** Removes deleted rows in place and reports the new first row of each key. The reserved memory stays reserved. */
  compact(onMoved: (key: number, row: number) => void): void {
    let target = 0;
    for (let row = 0; row < this.#rows; row++) {
      if (Number.isNaN(this.#inverseNorms[row])) continue;
      this.#bytes.copyWithin(this.#offsetOf(target), this.#offsetOf(row), this.#offsetOf(row + 1));
      this.#keys[target] = this.#keys[row] ?? 0;
      this.#passages[target] = this.#passages[row] ?? 0;
      this.#inverseNorms[target] = this.#inverseNorms[row] ?? 0;
      if (this.#passages[target] === 0) onMoved(this.#keys[target] ?? 0, target);
      target++;
    }
    this.#rows = target;
    this.#deleted = 0;
  }

  /** Sets the query. Returns false for a zero vector, which is not similar to anything. */
  setQuery(query: Int8Array): boolean {
    this.#inverseQueryNorm = this.#put(0, query);
    return this.#inverseQueryNorm > 0;
  }

  /**
   * Scores `count` rows in order: calls `consider` for each row that is more similar to the query than the threshold,
   * and adds all rows to the tally.
   */
  score(first: number, count: number, initialThreshold: number, consider: Consider, tally: Tally): void {
    // Local variables keep private field access out of the inner loop.
    const keys = this.#keys;
    const passages = this.#passages;
    const inverseNorms = this.#inverseNorms;
    const inverseQueryNorm = this.#inverseQueryNorm;
    let threshold = initialThreshold;
    let seen = 0;
    let sum = 0;
    let squares = 0;
    const scores = this.#scores;
    for (let start = first; start < first + count; start += SLICE_ROWS) {
      const length = Math.min(SLICE_ROWS, first + count - start);
      this.#kernel(this.#offsetOf(start), length, this.#stride, 0, this.#scoresAt);
      for (let index = 0; index < length; index++) {
        const row = start + index;
        const similarity = (scores[index] ?? 0) * (inverseNorms[row] ?? 0) * inverseQueryNorm;
        if (Number.isNaN(similarity)) continue;
        seen++;
        sum += similarity;
        squares += similarity * similarity;
        if (similarity > threshold) threshold = consider(keys[row] ?? 0, passages[row] ?? 0, similarity);
      }
    }
    tally.count += seen;
    tally.sum += sum;
    tally.squares += squares;
  }

  #offsetOf(row: number): number {
    return this.#rowsAt + row * this.#stride;
  }

  /** Writes a vector and returns its inverse norm. */
  #put(offset: number, vector: Int8Array): number {
    this.#bytes.set(vector, offset);
    return this.#inverseNormAt(offset);
  }

  /** Returns 1 / length of the vector at an offset, or 0 for a zero vector, so that its similarity to any other is 0. */
  #inverseNormAt(offset: number): number {
    this.#kernel(offset, 1, this.#stride, offset, this.#scoresAt);
    const squares = this.#scores[0] ?? 0;
    return squares === 0 ? 0 : 1 / Math.sqrt(squares);
  }

  /** Reserves memory for this many rows in total. @throws unavailable if there is not enough */
  reserve(rows: number): void {
    const missing = this.#offsetOf(rows) - this.#memory.buffer.byteLength;
    if (missing > 0) {
      this.#growMemory(Math.ceil(missing / PAGE_BYTES));
      this.#bytes = new Int8Array(this.#memory.buffer);
      this.#scores = new Int32Array(this.#memory.buffer, this.#scoresAt, SLICE_ROWS);
    }
    this.#keys = growArray(this.#keys, rows);
    this.#passages = growArray(this.#passages, rows);
    this.#inverseNorms = growArray(this.#inverseNorms, rows);
  }

  /** Grows by at least a quarter, since each growth triggers a garbage collection; unwritten pages are not resident. */
  #growMemory(pages: number): void {
    const present = this.#memory.buffer.byteLength / PAGE_BYTES;
    const generous = Math.max(pages, Math.ceil(present / 4));
    try {
      this.#memory.grow(Math.max(pages, Math.min(generous, MAX_PAGES - present)));
    } catch (cause) {
      throw new RecollectError("vectors_memory", {}, { cause });
    }
  }
}
