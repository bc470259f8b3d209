import { expect, it, onTestFinished } from "vitest";
import { RecollectError } from "../text/errors.ts";
import type { TestMethods } from "./testing/thread-worker.ts";
import { WorkerThread, type WorkerThreadOptions } from "./worker-thread.ts";

function openThread(changes: Partial<WorkerThreadOptions> = {}) {
  const lines: (readonly [string, unknown])[] = [];
  const write = (message: string, fields?: unknown) => void lines.push([message, fields]);
  const thread = new WorkerThread<TestMethods>({
    workerUrl: new URL("testing/thread-worker.ts", import.meta.url),
    workerData: () => ({ from: "the test" }),
    name: "tests",
    unavailable: () => new RecollectError("counts_unavailable", {}),
    logger: { debug: () => {}, info: write, warn: write, error: write },
    ...changes,
  });
  onTestFinished(() => thread.close());
  return { thread, lines };
}

it("passes workerData and finishes a synchronous call before an earlier, slower one", async () => {
  const { thread } = openThread();
  const finished: string[] = [];
  const note = (word: string) => void finished.push(word);
  await Promise.all([thread.call("slow", "slow").then(note), thread.call("fast", "fast").then(note)]);
  expect(finished).toEqual(["fast", "slow"]);
  expect(await thread.call("workerData")).toEqual({ from: "the test" });
});

it("transfers a RecollectError with all its fields, a defect as text, and entries for the log file", async () => {
  const { thread, lines } = openThread();
  const error = await thread.call("refuse").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RecollectError);
  expect(error).toMatchObject({
    code: "conflict",
    message: "At most 2 are allowed.",
    field: "ids",
    hint: "Send fewer.",
    details: { maximum: 2 },
  });
  await expect(thread.call("fail")).rejects.toThrow("TypeError: This is a defect.");
  await thread.call("warn");
  expect(lines).toEqual([["A warning.", { from: "the thread" }]]);
});

it("finishes a pending call before it closes", async () => {
  const { thread } = openThread();
  const pending = thread.call("slow", "done");
  await thread.close();
  expect(await pending).toBe("done");
});

it.each(["crash", "exit"] as const)("waits for the configured delays before a restart after a %s", async (failure) => {
  const { thread, lines } = openThread({ restartDelaysMs: [0, 60_000] });
  const fail = async () => {
    await Promise.allSettled([thread.call(failure), thread.call("slow", "unfinished")]);
  };
  await fail();
  expect(thread.retryAfterMs()).toBe(0);
  expect(await thread.call("fast", "again")).toBe("again");
  await fail();
  expect(thread.retryAfterMs()).toBeGreaterThan(50_000);
  await expect(thread.call("fast", "rejected")).rejects.toMatchObject({ code: "unavailable" });
  expect(lines.map(([message]) => message)).toEqual(Array(2).fill("The worker thread for tests failed."));
});
