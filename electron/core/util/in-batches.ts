/** Writes of a memory that take a few milliseconds together, and share a transaction and an event. */
const BATCH = 20;

/**
 * Does something with each item, up to 20 at a time. Between two batches the event loop continues, so that a change of
 * thousands of memories does not delay other requests.
 * @returns the results in the order of the items; rejects with the first error, after which no batch starts
 */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += BATCH) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    results.push(...(await Promise.all(items.slice(from, from + BATCH).map(work))));
  }
  return results;
}
