import { existsSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import type { MemoryStore } from "../core/ports.ts";
import { openMemoryStore } from "./open-memory-store.ts";
import { memoryAt, openTestStore, optionsIn, START, temporaryFolder } from "./test-store.ts";

const WORKER = new URL("aggregate-worker.ts", import.meta.url);
/** More than are looked at without the thread. */
const MANY = 5_200;
const DAY = 86_400_000;

async function openLargeStore(folder: string, aggregateWorker: URL) {
  const store = await openMemoryStore({ ...optionsIn(folder), aggregateWorker });
  onTestFinished(() => store.close());
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
  return store;
}

/** Whether timers run on time while a question is answered: nothing holds this thread. */
async function turnsDuring(question: Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await question.finally(() => clearInterval(timer));
  return turns;
}

const RECENT = { since: START - 10 * DAY };
const askAll = async (memories: MemoryStore) => ({
  client: await memories.facets({ client: "code" }),
  recent: await memories.facets({ ...RECENT, namespaces: ["decisions"] }),
  unused: await memories.facets({ neverRecalled: true }),
  count: await memories.count({ ...RECENT, client: "codex" }),
  activity: await memories.captureActivity({ since: START - 300 * DAY }),
});

describe("questions that look at every memory", () => {
  it("are answered alike by a thread of their own, which sees what was written before they were asked", async () => {
    const folder = await temporaryFolder();
    const large = await openLargeStore(folder, WORKER);
    expect(await turnsDuring(large.memories.captureActivity({}))).toBeGreaterThan(0);
    const before = await large.memories.facets(RECENT);
    const recalled = await large.memories.insert(memoryAt(MANY + 1, { tags: ["new"], createdAt: START }));
    large.memories.markRecalled([recalled.id], START);
    const after = await large.memories.facets(RECENT);
    expect(after.total).toBe(before.total + 1);
    expect(after.tags).toContainEqual({ value: "new", count: 1 });

    const answered = await askAll(large.memories);
    expect(answered.unused.total).toBe(MANY);
    await large.close();
    expect(existsSync(`${optionsIn(folder).path}-wal`)).toBe(false);
    const alone = await openTestStore(folder);
    expect(await askAll(alone.memories)).toEqual(answered);
  });

  it("are answered all the same where the thread cannot be started", async () => {
    const { memories } = await openLargeStore(await temporaryFolder(), new URL("file:///nowhere/worker.ts"));
    expect((await memories.facets({ neverRecalled: true })).total).toBe(MANY);
    expect((await memories.captureActivity({})).neverRecalled).toHaveLength(2);
  });

  it("are answered once for whoever asks the same before anything is written", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1));
    const first = await memories.facets({ client: "claude" });
    expect(await memories.facets({ client: "claude" })).toBe(first);
    await memories.insert(memoryAt(2));
    expect((await memories.facets({ client: "claude" })).total).toBe(2);
  });
});
