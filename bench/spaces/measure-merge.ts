import { mkdir } from "node:fs/promises";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { concurrentEntries } from "../../electron/core/replication/testing/full-entry.ts";
import { DEFAULT_SECRET_POLICY } from "../../electron/core/secrets/policy.ts";
import { Replica, SHARED, SPACE, ulidAt } from "../../electron/store/changes/testing/replica.ts";
import { START } from "../../electron/store/testing/open-store.ts";

const SIZES = [200, 400, 800, 1_600, 3_200];
/** Entries of one read of a carrier. */
const BATCH = 800;
const DEVICE = ulidAt("DEV", 99);
const MEMORY = ulidAt("MEM", 1);

/**
 * One memory receives many full entries that do not know each other, as a hostile member sends them. Returns the cells of
 * the rows: processor time, and the longest time in which nothing else was served.
 */
export async function measureMerge(root: string): Promise<string[][]> {
  const rows: string[][] = [];
  await merge(path.join(root, "warm"), 400);
  for (const size of SIZES) {
    const { processor, pause } = await merge(path.join(root, `merge-${size}`), size);
    const each = `${((processor / size) * 1000).toFixed(0)} µs each; longest pause ${pause.toFixed(0)} ms`;
    rows.push([`${size} concurrent changes of one memory`, `${processor.toFixed(0)} ms processor`, each, "linear"]);
  }
  return rows;
}

async function merge(folder: string, size: number): Promise<{ readonly processor: number; readonly pause: number }> {
  await mkdir(folder, { recursive: true });
  const replica = await new Replica(folder, 1).open();
  await replica.join();
  const entries = concurrentEntries(size, { memories: [MEMORY], device: DEVICE, domain: SHARED, from: START });
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const before = process.cpuUsage();
  for (let at = 0; at < size; at += BATCH) {
    const hasMore = at + BATCH < size;
    await replica.store.changes.apply(
      SPACE,
      entries.slice(at, at + BATCH),
      DEFAULT_SECRET_POLICY,
      () => undefined,
      undefined,
      hasMore,
    );
  }
  const { user, system } = process.cpuUsage(before);
  delays.disable();
  await replica.close();
  return { processor: (user + system) / 1000, pause: delays.max / 1e6 };
}
