import { invalidArgument } from "../../core/errors.ts";
import type { CreateVectorScan, VectorScan } from "../../core/ports.ts";
import type { Similarities } from "../../core/search.ts";
import { createBestHits } from "./best-hits.ts";
import { createPlainKernel, createSimdKernel } from "./dot-kernel.ts";
import { createRowStorage, type Tally } from "./row-storage.ts";

/** A scan of so narrow a share of the memories reads their rows one by one. */
const NARROW_SHARE = 1 / 8;
/** Rows deleted or replaced are reclaimed when they are more than this share of all, and more than a few. */
const DEAD_SHARE = 1 / 4;
const DEAD_MINIMUM = 1024;

/**
 * An exact scan over int8 vectors in one block of memory, by SIMD where the processor has it. Ranks memories by the
 * cosine of their best passage. Keys are integers from 0; four bytes are kept for each up to the largest.
 */
export const createVectorScan: CreateVectorScan = (dimensions) => {
  if (!Number.isInteger(dimensions) || dimensions < 1) {
    throw invalidArgument("dimensions", "A vector has at least one dimension.");
  }
  const storage = createRowStorage(dimensions, (memory) => createSimdKernel(memory) ?? createPlainKernel(memory));
  const firstRows = createFirstRows();

  function remove(key: number): void {
    const first = firstRows.get(key);
    if (first < 0) return;
    firstRows.delete(key);
    storage.kill(first, storage.runLength(first));
    if (storage.dead() > DEAD_MINIMUM && storage.dead() > storage.rows() * DEAD_SHARE) {
      storage.compact((movedKey, row) => firstRows.set(movedKey, row));
    }
  }

  const scan: VectorScan = {
    dimensions,
    get size() {
      return firstRows.size();
    },
    get bytes() {
      return storage.bytes() + firstRows.bytes();
    },
    set(key, vectors) {
      if (!Number.isInteger(key) || key < 0) throw invalidArgument("key", "A key is an integer from 0.");
      for (const vector of vectors) assertLength(vector, dimensions);
      const first = firstRows.get(key);
      if (first >= 0 && storage.runLength(first) === vectors.length) {
        vectors.forEach((vector, passage) => {
          storage.write(first + passage, vector);
        });
        return;
      }
      remove(key);
      if (vectors.length > 0) firstRows.set(key, storage.append(key, vectors));
    },
    delete: remove,
    search(query, limit, allowed) {
      assertLength(query, dimensions);
      const best = createBestHits(limit);
      const few = typeof allowed === "function" ? undefined : allowed;
      const isAllowed = typeof allowed === "function" ? allowed : (key: number) => few?.has(key) ?? true;
      const tally: Tally = { count: 0, sum: 0, squares: 0 };
      if (!storage.setQuery(query)) return { hits: [], similarities: similaritiesOf(tally) };
      const consider = (key: number, passage: number, similarity: number): number => {
        if (isAllowed(key)) best.consider(key, passage, Math.min(1, similarity));
        return best.threshold();
      };
      if (few !== undefined && few.size < firstRows.size() * NARROW_SHARE) {
        for (const key of few) {
          const first = firstRows.get(key);
          if (first >= 0) storage.score(first, storage.runLength(first), best.threshold(), consider, tally);
        }
      } else {
        storage.score(0, storage.rows(), best.threshold(), consider, tally);
      }
      return { hits: best.hits(), similarities: similaritiesOf(tally) };
    },
  };
  return scan;
};

function similaritiesOf({ count, sum, squares }: Tally): Similarities {
  if (count === 0) return { count, mean: 0, deviation: 0 };
  const mean = sum / count;
  return { count, mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) };
}

function assertLength(vector: Int8Array, dimensions: number): void {
  if (vector.length === dimensions) return;
  throw invalidArgument("vector", `A vector of ${dimensions} dimensions was expected, not of ${vector.length}.`);
}

/** Where each key's passages begin; -1 where it has none. */
function createFirstRows() {
  let rows = new Int32Array(0);
  let count = 0;
  return {
    get: (key: number) => rows[key] ?? -1,
    set(key: number, row: number) {
      if (key >= rows.length) {
        const grown = new Int32Array(Math.max(1024, Math.ceil(key * 1.5) + 1)).fill(-1);
        grown.set(rows);
        rows = grown;
      }
      if ((rows[key] ?? -1) < 0) count++;
      rows[key] = row;
    },
    delete(key: number) {
      rows[key] = -1;
      count--;
    },
    size: () => count,
    bytes: () => rows.byteLength,
  };
}
