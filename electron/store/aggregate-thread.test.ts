import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Logger } from "../core/ports.ts";
import { createAggregateThread } from "./aggregate-thread.ts";
import { memoryAt, openTestStore, SILENT, temporaryFolder } from "./test-store.ts";

const WORKER = new URL("aggregate-worker.ts", import.meta.url);

async function openThread(changes: { readonly workerUrl?: URL; readonly idleMs?: number } = {}) {
  const folder = await temporaryFolder();
  const { memories } = await openTestStore(folder);
  await memories.insert(memoryAt(1, { tags: ["db"] }));
  const warnings: string[] = [];
  const endings: string[] = [];
  const logger: Logger = {
    ...SILENT,
    warn: (message) => void warnings.push(message),
    debug: (message) => void endings.push(message),
  };
  const path = join(folder, "memories.sqlite");
  const thread = createAggregateThread({ workerUrl: WORKER, path, logger, ...changes });
  onTestFinished(() => thread.close());
  return { memories, thread, warnings, endings };
}

it("answers question after question, with what was written in between", async () => {
  const { memories, thread } = await openThread();
  expect((await thread.ask("facets", { pinned: false })).tags).toEqual([{ value: "db", count: 1 }]);
  await memories.insert(memoryAt(2, { tags: ["db"] }));
  const [facets, activity] = await Promise.all([thread.ask("facets", {}), thread.ask("captureActivity", {})]);
  expect(facets.total).toBe(2);
  expect(activity.days.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

it("ends when it has been idle, and starts again when it is asked", async () => {
  const { thread, endings } = await openThread({ idleMs: 1 });
  await thread.ask("facets", {});
  await vi.waitFor(() => expect(endings).toHaveLength(1), 5_000);
  expect((await thread.ask("facets", {})).total).toBe(1);
});

it("refuses for a while where it cannot run, and says so once", async () => {
  const { thread, warnings } = await openThread({ workerUrl: new URL("file:///nowhere/worker.ts") });
  for (let time = 0; time < 3; time++) {
    await expect(thread.ask("facets", {})).rejects.toMatchObject({ code: "unavailable" });
  }
  expect(warnings).toHaveLength(1);
});

it("answers what was asked before it was closed, and nothing afterwards", async () => {
  const { thread } = await openThread();
  const asked = thread.ask("facets", {});
  const closing = thread.close();
  expect((await asked).total).toBe(1);
  await closing;
  await expect(thread.ask("facets", {})).rejects.toMatchObject({ code: "unavailable" });
});
