import type { ScanHit } from "../../core/ports.ts";

/**
 * Keeps the best `limit` memories of those considered, each by its best passage, in a binary heap whose root is the
 * least similar. A memory's passages must be considered one after another.
 */
export function createBestHits(limit: number) {
  const heap: ScanHit[] = [];
  let pending: ScanHit | null = null;

  function threshold(): number {
    if (heap.length < limit) return Number.NEGATIVE_INFINITY;
    return heap[0]?.similarity ?? Number.POSITIVE_INFINITY;
  }

  function settle(): void {
    if (pending === null || !(pending.similarity > threshold())) return;
    if (heap.length < limit) rise(heap, heap.length, pending);
    else sink(heap, pending);
  }

  return {
    /** Only what is more similar than this can still enter. */
    threshold,
    consider(key: number, passage: number, similarity: number): void {
      if (pending?.key === key) {
        if (similarity > pending.similarity) pending = { key, passage, similarity };
        return;
      }
      settle();
      pending = { key, passage, similarity };
    },
    /** Best first; of equals, the smaller key. */
    hits(): ScanHit[] {
      settle();
      pending = null;
      return heap.sort((left, right) => right.similarity - left.similarity || left.key - right.key);
    },
  };
}

/** Puts a hit at an index and lets it rise to its place. */
function rise(heap: ScanHit[], from: number, hit: ScanHit): void {
  let index = from;
  while (index > 0) {
    const parentIndex = (index - 1) >>> 1;
    const parent = heap[parentIndex];
    if (parent === undefined || parent.similarity <= hit.similarity) break;
    heap[index] = parent;
    index = parentIndex;
  }
  heap[index] = hit;
}

/** Puts a hit in the root's stead and lets it sink to its place. */
function sink(heap: ScanHit[], hit: ScanHit): void {
  let index = 0;
  for (;;) {
    let childIndex = index * 2 + 1;
    const right = heap[childIndex + 1];
    const left = heap[childIndex];
    if (left === undefined) break;
    if (right !== undefined && right.similarity < left.similarity) childIndex++;
    const child = heap[childIndex] ?? left;
    if (child.similarity >= hit.similarity) break;
    heap[index] = child;
    index = childIndex;
  }
  heap[index] = hit;
}
