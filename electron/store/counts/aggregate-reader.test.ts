import { existsSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { workerUrl } from "../../../tests/testing/entries.ts";
import type { MemoryStore } from "../../core/ports.ts";
import { countTurnsDuring } from "../../threads/testing/event-loop.ts";
import { openMemoryStore } from "../open-memory-store.ts";
import { memoryAt, openTestStore, optionsIn, START, sharedFolder } from "../testing/open-store.ts";

const WORKER = workerUrl("aggregateWorker");
/** More than are counted on the calling thread. */
const MANY = 5_200;
const DAY = 86_400_000;

const filledFolder = sharedFolder(async (folder) => {
  const store = await openMemoryStore(optionsIn(folder));
  await Promise.all(
    Array.from({ length: MANY }, (_, number) =>
      store.memories.insert(
        memoryAt(number + 1, {
          tags: [`tag-${number % 7}`],
          namespace: number % 3 === 0 ? "decisions" : "context",
          client: { name: number % 2 === 0 ? "codex" : "claude-code", version: "1" },
          createdAt: START - (number % 50) * DAY,
        }),
      ),
    ),
  );
  await store.close();
});

async function openLargeStore(folder: string, aggregateWorker: URL) {
  const store = await openMemoryStore({ ...optionsIn(folder), aggregateWorker });
  onTestFinished(() => store.close());
  return store;
}

const RECENT = { since: START - 10 * DAY };
const readAll = async (memories: MemoryStore) => ({
  client: await memories.facets({ client: "code" }),
  recent: await memories.facets({ ...RECENT, namespaces: ["decisions"] }),
  unused: await memories.facets({ neverRecalled: true }),
  count: await memories.count({ ...RECENT, client: "codex" }),
  activity: await memories.captureActivity({ since: START - 300 * DAY }),
});

describe("aggregates", () => {
  it("returns the same aggregates from the worker thread and sees every earlier write", async () => {
    const folder = await filledFolder();
    const large = await openLargeStore(folder, WORKER);
    // One reading alone may end before this thread gets the processor again.
    const turns = async () => (await countTurnsDuring(large.memories.captureActivity({}))).turns;
    await expect.poll(turns).toBeGreaterThan(0);
    const before = await large.memories.facets(RECENT);
    const recalled = await large.memories.insert(memoryAt(MANY + 1, { tags: ["new"], createdAt: START }));
    large.memories.markRecalled([recalled.id], "client", START);
    const after = await large.memories.facets(RECENT);
    expect(after.total).toBe(before.total + 1);
    expect(after.tags).toContainEqual({ value: "new", count: 1 });

    const results = await readAll(large.memories);
    expect(results.unused.total).toBe(MANY);
    await large.close();
    expect(existsSync(`${optionsIn(folder).path}-wal`)).toBe(false);
    const withoutThread = await openTestStore(folder);
    expect(await readAll(withoutThread.memories)).toEqual(results);
  });

  it("runs an aggregate on the calling thread if the worker thread cannot start", async () => {
    const { memories } = await openLargeStore(await filledFolder(), new URL("file:///nowhere/worker.ts"));
    expect((await memories.facets({ neverRecalled: true })).total).toBe(MANY);
    expect((await memories.captureActivity({})).neverRecalled).toHaveLength(2);
  });

  it("computes a repeated aggregate only once until the next write", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1));
    const first = await memories.facets({ client: "claude" });
    expect(await memories.facets({ client: "claude" })).toBe(first);
    await memories.insert(memoryAt(2));
    expect((await memories.facets({ client: "claude" })).total).toBe(2);
  });
});
