import { expect, it, onTestFinished } from "vitest";
import { RecollectError } from "../core/errors.ts";
import type { TestMethods } from "./test-thread.fixture.ts";
import { createWorkerThread, type WorkerThreadOptions } from "./worker-thread.ts";

function openThread(changes: Partial<WorkerThreadOptions> = {}) {
  const lines: (readonly [string, unknown])[] = [];
  const write = (message: string, fields?: unknown) => void lines.push([message, fields]);
  const thread = createWorkerThread<TestMethods>({
    workerUrl: new URL("test-thread.fixture.ts", import.meta.url),
    data: () => ({ from: "the test" }),
    does: "is tested",
    unavailable: () => new RecollectError("unavailable", "Not now."),
    logger: { debug: () => {}, info: write, warn: write, error: write },
    ...changes,
  });
  onTestFinished(() => thread.close());
  return { thread, lines };
}

it("answers what it can at once before what takes longer, and is started with its data", async () => {
  const { thread } = openThread();
  const answered: string[] = [];
  const note = (word: string) => void answered.push(word);
  await Promise.all([thread.ask("later", "later").then(note), thread.ask("atOnce", "at once").then(note)]);
  expect(answered).toEqual(["at once", "later"]);
  expect(await thread.ask("startedWith")).toEqual({ from: "the test" });
});

it("brings over a refusal whole, a defect by its words, and lines for the log file", async () => {
  const { thread, lines } = openThread();
  const refused = await thread.ask("refuse").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RecollectError);
  expect(refused).toMatchObject({
    code: "conflict",
    message: "There are enough.",
    field: "ids",
    hint: "Fewer.",
    details: { most: 2 },
  });
  await expect(thread.ask("fail")).rejects.toThrow("TypeError: Nothing is that.");
  await thread.ask("warn");
  expect(lines).toEqual([["Look here.", { of: "the thread" }]]);
});

it("is closed when what it was asked is answered, also what takes longer", async () => {
  const { thread } = openThread();
  const asked = thread.ask("later", "done");
  await thread.close();
  expect(await asked).toBe("done");
});

it.each(["crash", "leave"] as const)("takes the pauses that it is given where it ends by a %s", async (way) => {
  const { thread, lines } = openThread({ pausesMs: [0, 60_000] });
  const end = async () => {
    await Promise.allSettled([thread.ask(way), thread.ask("later", "never")]);
  };
  await end();
  expect(thread.refusesForMs()).toBe(0);
  expect(await thread.ask("atOnce", "again")).toBe("again");
  await end();
  expect(thread.refusesForMs()).toBeGreaterThan(50_000);
  await expect(thread.ask("atOnce", "no")).rejects.toMatchObject({ code: "unavailable" });
  expect(lines.map(([message]) => message)).toEqual(Array(2).fill("The thread that is tested ended."));
});
