import { monitorEventLoopDelay } from "node:perf_hooks";
import { FULL_GRANT, OWNER } from "../../electron/core/caller.ts";
import type { MemoryService } from "../../electron/core/memory-service.ts";
import { quantile } from "../support/statistics.ts";

/** The longest time that the main thread may be blocked (ADR 0013). */
const LIMIT_MS = 20;
const RUNS = 5;
const CLIENT = {
  subject: "bench",
  client: { name: "bench", version: "1" },
  project: null,
  sessionId: "bench",
  grant: FULL_GRANT,
};

/** The operations of the window that may read every memory. */
function operationsOf(service: MemoryService): Readonly<Record<string, () => Promise<unknown>>> {
  return {
    "no operation": () => new Promise((resolve) => setTimeout(resolve, 200)),
    "facets, all": () => service.facets(OWNER, {}),
    "facets, one client": () => service.facets(OWNER, { client: "codex" }),
    "facets, the last year": () => service.facets(OWNER, { since: "365d" }),
    "facets, a namespace in the last year": () => service.facets(OWNER, { since: "365d", namespace: "decisions" }),
    "facets, never recalled": () => service.facets(OWNER, { neverRecalled: true }),
    "facets, pinned": () => service.facets(OWNER, { pinned: true }),
    "capture activity": () => service.captureActivity(OWNER, {}),
    "list, pinned": () => service.list(OWNER, { pinned: true, limit: 100 }),
    "list, an unknown client": () => service.list(OWNER, { client: "nobody", limit: 100 }),
    "one step of the search for duplicates": () => service.findDuplicates(OWNER, null),
    "one step of the search for secrets": () => service.findSecrets(OWNER, null),
  };
}

/**
 * Measures for each operation its duration, the longest time that it blocks the main thread, and the latency of a
 * client's searches in the meantime. Prints a Markdown table.
 */
export async function measureBlocking(service: MemoryService, queryOf: (number: number) => string): Promise<void> {
  console.log(
    `\n| operation | duration | longest block | limit | concurrent searches p50 | longest |\n|---|---|---|---|---|---|`,
  );
  let searched = 0;
  const search = () => service.search(CLIENT, { query: queryOf(searched++ % 50), mode: "text" });
  for (let index = 0; index < 50; index++) await search();
  for (const [name, operation] of Object.entries(operationsOf(service))) {
    const durations: number[] = [];
    const blocks: number[] = [];
    const searches: number[] = [];
    for (let run = 0; run <= RUNS; run++) {
      // A write clears the caches of the store, so that each run reads again.
      await service.addNamespace(OWNER, `bench-${run}-${searched}`);
      const block = await longestBlock(async () => {
        const started = performance.now();
        await operation();
        durations[run] = performance.now() - started;
      });
      blocks.push(block);
      let isRunning = true;
      const done = operation().finally(() => {
        isRunning = false;
      });
      while (isRunning) {
        const started = performance.now();
        await search();
        searches.push(performance.now() - started);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await done;
    }
    const cells = [name, ms(durations, 0.5), ms(blocks, 0.5), `${LIMIT_MS} ms`, ms(searches, 0.5), ms(searches, 1)];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

/** Returns the longest time between two turns of the event loop during some work, in milliseconds. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 10));
  delay.reset();
  await new Promise((resolve) => setTimeout(resolve, 10));
  await work();
  await new Promise((resolve) => setTimeout(resolve, 10));
  delay.disable();
  return delay.max / 1e6;
}

function ms(values: readonly number[], share: number): string {
  return `${quantile(values, share).toFixed(1)} ms`;
}
