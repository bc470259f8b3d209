import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { workerUrl } from "../../../tests/testing/entries.ts";
import type { Logger } from "../../core/ports.ts";
import { memoryAt, openTestStore, SILENT, temporaryFolder } from "../testing/open-store.ts";
import { createAggregateThread } from "./aggregate-thread.ts";

const WORKER = workerUrl("aggregateWorker");

async function openThread(changes: { readonly workerUrl?: URL; readonly idleTimeoutMs?: number } = {}) {
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

it("counts memories that were written between two calls", async () => {
  const { memories, thread } = await openThread();
  expect((await thread.call("facets", { pinned: false })).tags).toEqual([{ value: "db", count: 1 }]);
  await memories.insert(memoryAt(2, { tags: ["db"] }));
  const [facets, activity] = await Promise.all([thread.call("facets", {}), thread.call("captureActivity", {})]);
  expect(facets.total).toBe(2);
  expect(activity.days.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

it("ends when idle and starts again at the next call", async () => {
  const { thread, endings } = await openThread({ idleTimeoutMs: 1 });
  await thread.call("facets", {});
  await vi.waitFor(() => expect(endings).toHaveLength(1), 30_000);
  expect((await thread.call("facets", {})).total).toBe(1);
});

it("rejects calls for a while if it cannot start, and logs one warning", async () => {
  const { thread, warnings } = await openThread({ workerUrl: new URL("file:///nowhere/worker.ts") });
  for (let time = 0; time < 3; time++) {
    await expect(thread.call("facets", {})).rejects.toMatchObject({ code: "unavailable" });
  }
  expect(warnings).toHaveLength(1);
});

it("finishes pending calls before it closes and rejects later ones", async () => {
  const { thread } = await openThread();
  const asked = thread.call("facets", {});
  const closing = thread.close();
  expect((await asked).total).toBe(1);
  await closing;
  await expect(thread.call("facets", {})).rejects.toMatchObject({ code: "unavailable" });
});
