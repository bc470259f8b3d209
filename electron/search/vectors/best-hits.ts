import type { ScanHit } from "../../core/ports.ts";

/**
 * Keeps the best `limit` memories of those considered, each by its best passage. A memory's passages must be considered
 * one after another.
 */
export function createBestHits(limit: number) {
  const hits: ScanHit[] = [];
  let pending: ScanHit | null = null;

  function threshold(): number {
    return hits.length < limit ? Number.NEGATIVE_INFINITY : (hits.at(-1)?.similarity ?? Number.POSITIVE_INFINITY);
  }

  function settle(): void {
    if (pending === null || !(pending.similarity > threshold())) return;
    let low = 0;
    let high = hits.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((hits[middle]?.similarity ?? 0) >= pending.similarity) low = middle + 1;
      else high = middle;
    }
    hits.splice(low, 0, pending);
    if (hits.length > limit) hits.pop();
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
    /** Best first; of equals, the first considered. */
    hits(): ScanHit[] {
      settle();
      pending = null;
      return hits;
    },
  };
}
