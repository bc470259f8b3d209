import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { idAt, memoryAt, openTestStore, temporaryFolder } from "./testing/open-store.ts";

/** Starts a process that captures, and kills it after a number of acknowledgements. */
async function captureUntilKilled(folder: string, first: number, acknowledgements: number): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "testing", "capturing-process.ts"), folder, String(first)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const closed = once(child, "close");
  const ids: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    // A line that the kill cut off is not an acknowledgement.
    if (line.length === 26) ids.push(line);
    if (ids.length === acknowledgements) child.kill("SIGKILL");
  }
  await closed;
  expect(child.signalCode).toBe("SIGKILL");
  return ids;
}

it("keeps every acknowledged capture when the process is killed five times", async () => {
  const folder = await temporaryFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < 5; round++) {
    acknowledged.push(...(await captureUntilKilled(folder, round * 100_000, 20 + round * 15)));
  }
  const { memories, text, integrity } = await openTestStore(folder);
  const found = new Set((await memories.getMany(acknowledged)).map(({ id }) => id));
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(250);
  expect(await text.size()).toBe((await memories.counts()).memories);
  expect(await integrity()).toBeNull();
});

it("stores concurrent captures in order", async () => {
  const { memories } = await openTestStore();
  const numbers = Array.from({ length: 160 }, (_, index) => index + 1);
  const captured = await Promise.all(numbers.map((number) => memories.insert(memoryAt(number))));
  expect(captured.map(({ id }) => id)).toEqual(numbers.map(idAt));
  expect((await memories.counts()).memories).toBe(160);
});
