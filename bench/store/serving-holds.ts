import { monitorEventLoopDelay } from "node:perf_hooks";
import { FULL_GRANT, OWNER } from "../../electron/core/caller.ts";
import type { MemoryService } from "../../electron/core/memory-service.ts";

/** No single stretch of work may hold the thread that serves for longer, in milliseconds. */
const LIMIT_MS = 20;
const RUNS = 5;
const CLIENT = { client: { name: "bench", version: "1" }, project: null, sessionId: "bench", grant: FULL_GRANT };

/** What may look at every memory, as the window asks it. */
function questionsOf(service: MemoryService): Readonly<Record<string, () => Promise<unknown>>> {
  return {
    "nothing else": () => new Promise((resolve) => setTimeout(resolve, 200)),
    "facets, all": () => service.facets(OWNER, {}),
    "facets, one client": () => service.facets(OWNER, { client: "codex" }),
    "facets, the last year": () => service.facets(OWNER, { since: "365d" }),
    "facets, a namespace in the last year": () => service.facets(OWNER, { since: "365d", namespace: "decisions" }),
    "facets, never recalled": () => service.facets(OWNER, { neverRecalled: true }),
    "facets, pinned": () => service.facets(OWNER, { pinned: true }),
    "capture activity": () => service.captureActivity(OWNER, {}),
    "list, pinned": () => service.list(OWNER, { pinned: true, limit: 100 }),
    "list, a client that is not there": () => service.list(OWNER, { client: "nobody", limit: 100 }),
    "a step of the walk for duplicates": () => service.findDuplicates(OWNER, null),
    "a step of the walk for secrets": () => service.findSecrets(OWNER, null),
  };
}

/**
 * Measures, for each question, how long it takes, the longest stretch that the serving thread stood still meanwhile, and
 * what a client's searches, one after the other, took. Prints a Markdown table.
 */
export async function measureHolds(service: MemoryService, queryOf: (number: number) => string): Promise<void> {
  console.log(
    `\n| while | it takes | longest hold | limit | searches meanwhile p50 | longest |\n|---|---|---|---|---|---|`,
  );
  let asked = 0;
  const search = () => service.search(CLIENT, { query: queryOf(asked++ % 50), mode: "text" });
  for (let index = 0; index < 50; index++) await search();
  for (const [name, ask] of Object.entries(questionsOf(service))) {
    const took: number[] = [];
    const holds: number[] = [];
    const searches: number[] = [];
    for (let run = 0; run <= RUNS; run++) {
      // A search of a client counts as a recall, which spoils no cache of its own; each run asks anew.
      await service.addNamespace(OWNER, `bench-${run}-${asked}`);
      const hold = await longestHold(async () => {
        const started = performance.now();
        await ask();
        took[run] = performance.now() - started;
      });
      holds.push(hold);
      let isRunning = true;
      const done = ask().finally(() => {
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
    const cells = [name, at(took, 0.5), at(holds, 0.5), `${LIMIT_MS} ms`, at(searches, 0.5), at(searches, 1)];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

/** The longest time between two turns of the event loop while something is done, in milliseconds. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
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

function at(numbers: readonly number[], share: number): string {
  const sorted = numbers.toSorted((one, other) => one - other);
  return `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)} ms`;
}
