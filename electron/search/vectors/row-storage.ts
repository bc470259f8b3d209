import { RecollectError } from "../../core/errors.ts";
import { type DotKernel, LANE_BYTES, SCORE_BYTES } from "./dot-kernel.ts";

const PAGE_BYTES = 65_536;
/** The most a WebAssembly memory can hold: 4 GB. */
const MAXIMUM_PAGES = 65_536;
/** Rows scored at a time: their scores stay in the processor's nearest cache. */
const SLICE_ROWS = 2048;
/** A dead row's inverse norm: its similarity is then NaN. */
const DEAD = Number.NaN;

/** Sums over the similarities of the rows scored. */
export interface Tally {
  count: number;
  sum: number;
  squares: number;
}

/** Takes one row more similar than the threshold; answers the new threshold. */
export type Consider = (key: number, passage: number, similarity: number) => number;

/**
 * Rows of int8 in one growing memory: the query first, then the scores of a slice, then the rows, each padded with
 * zeros to whole SIMD registers. A memory's rows stand together, in the order of its passages.
 */
export function createRowStorage(dimensions: number, createKernel: (memory: WebAssembly.Memory) => DotKernel) {
  const stride = Math.ceil(dimensions / LANE_BYTES) * LANE_BYTES;
  const scoresAt = stride;
  const rowsAt = scoresAt + SLICE_ROWS * SCORE_BYTES;
  const memory = new WebAssembly.Memory({
    initial: Math.ceil(rowsAt / PAGE_BYTES),
    maximum: MAXIMUM_PAGES,
  });
  const kernel = createKernel(memory);
  let bytes = new Int8Array(memory.buffer);
  let keys = new Uint32Array(0);
  let passages = new Uint16Array(0);
  let inverseNorms = new Float32Array(0);
  let rows = 0;
  let dead = 0;
  let inverseQueryNorm = 0;

  const offsetOf = (row: number) => rowsAt + row * stride;

  function reserve(count: number): void {
    if (offsetOf(count) > memory.buffer.byteLength) {
      growMemory(Math.ceil((offsetOf(count) - memory.buffer.byteLength) / PAGE_BYTES));
      bytes = new Int8Array(memory.buffer);
    }
    if (count <= keys.length) return;
    const capacity = Math.max(1024, Math.ceil(count * 1.5));
    keys = copyInto(new Uint32Array(capacity), keys);
    passages = copyInto(new Uint16Array(capacity), passages);
    inverseNorms = copyInto(new Float32Array(capacity), inverseNorms);
  }

  /** Grows by a quarter at least, since every growth costs a collection of garbage; what is not written takes no room. */
  function growMemory(pages: number): void {
    const present = memory.buffer.byteLength / PAGE_BYTES;
    const roomy = Math.max(pages, Math.ceil(present / 4));
    try {
      memory.grow(Math.max(pages, Math.min(roomy, MAXIMUM_PAGES - present)));
    } catch (cause) {
      throw new RecollectError("unavailable", "There is not enough memory to hold every vector.", {
        hint: "Search answers from text. Close other programs, or choose a model with fewer dimensions.",
        cause,
      });
    }
  }

  function put(offset: number, vector: Int8Array): number {
    bytes.set(vector, offset);
    return inverseNorm(vector);
  }

  return {
    rows: () => rows,
    dead: () => dead,
    bytes: () => memory.buffer.byteLength + keys.byteLength + passages.byteLength + inverseNorms.byteLength,

    /** How many rows from `first` on belong to the same key. */
    runLength(first: number): number {
      let end = first + 1;
      while (end < rows && keys[end] === keys[first] && passages[end] !== 0) end++;
      return end - first;
    },

    /** Writes over a row that is there. */
    write(row: number, vector: Int8Array): void {
      inverseNorms[row] = put(offsetOf(row), vector);
    },

    /** Answers the first row. */
    append(key: number, vectors: readonly Int8Array[]): number {
      const first = rows;
      reserve(rows + vectors.length);
      vectors.forEach((vector, passage) => {
        keys[rows] = key;
        passages[rows] = passage;
        inverseNorms[rows] = put(offsetOf(rows), vector);
        rows++;
      });
      return first;
    },

    kill(first: number, count: number): void {
      inverseNorms.fill(DEAD, first, first + count);
      dead += count;
    },

    /** Closes the gaps, keeping the order; says where each key's first row now is. Memory reserved stays reserved. */
    compact(onMoved: (key: number, row: number) => void): void {
      let target = 0;
      for (let row = 0; row < rows; row++) {
        if (Number.isNaN(inverseNorms[row])) continue;
        bytes.copyWithin(offsetOf(target), offsetOf(row), offsetOf(row + 1));
        keys[target] = keys[row] ?? 0;
        passages[target] = passages[row] ?? 0;
        inverseNorms[target] = inverseNorms[row] ?? 0;
        if (passages[target] === 0) onMoved(keys[target] ?? 0, target);
        target++;
      }
      rows = target;
      dead = 0;
    },

    /** Sets what rows are compared with; false where it is all zeros, and so similar to nothing. */
    setQuery(query: Int8Array): boolean {
      inverseQueryNorm = put(0, query);
      return inverseQueryNorm > 0;
    },

    /**
     * Hands every row of a stretch that is more similar to the query than the threshold to `consider`, in order, and adds
     * all of them to the tally.
     */
    score(first: number, count: number, initialThreshold: number, consider: Consider, tally: Tally): void {
      let threshold = initialThreshold;
      let seen = 0;
      let sum = 0;
      let squares = 0;
      const scores = new Int32Array(memory.buffer, scoresAt, SLICE_ROWS);
      for (let start = first; start < first + count; start += SLICE_ROWS) {
        const length = Math.min(SLICE_ROWS, first + count - start);
        kernel(offsetOf(start), length, stride, 0, scoresAt);
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
    },
  };
}

/** 1 / length; 0 for a vector of zeros, which makes its similarity to everything 0. */
function inverseNorm(vector: Int8Array): number {
  let squares = 0;
  for (let index = 0; index < vector.length; index++) squares += (vector[index] ?? 0) ** 2;
  return squares === 0 ? 0 : 1 / Math.sqrt(squares);
}

function copyInto<T extends Uint32Array | Uint16Array | Float32Array>(target: T, source: T): T {
  target.set(source);
  return target;
}
