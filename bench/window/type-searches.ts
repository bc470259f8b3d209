import type { Page } from "@playwright/test";

/** The time between two keys of a fast typist. */
const KEY_INTERVAL_MS = 70;

/**
 * Types each query into the search field; returns the page's measures from last key to painted results, in
 * milliseconds.
 */
export async function typeSearches(page: Page, queries: readonly string[]): Promise<number[]> {
  const field = page.getByRole("searchbox", { name: "Search memories" });
  const measured: number[] = [];
  for (const query of queries) {
    await field.fill("");
    await field.pressSequentially(query, { delay: KEY_INTERVAL_MS });
    measured.push(await readMeasure(page, query));
  }
  return measured;
}

async function readMeasure(page: Page, query: string): Promise<number> {
  const measure = await page.waitForFunction(
    (text) => {
      const entries = performance.getEntriesByName("recollect.search") as { detail?: unknown; duration: number }[];
      return entries.find((entry) => entry.detail === text)?.duration ?? null;
    },
    query,
    { timeout: 20_000 },
  );
  return (await measure.jsonValue()) ?? Number.NaN;
}
