import { expect, it } from "vitest";
import { CallQueue } from "./call-queue.ts";

const never = new AbortController().signal;

/** A call that ends when it is told to. */
function openCall(queue: CallQueue, key: string) {
  const call = { running: false, place: null as Parameters<Parameters<CallQueue["run"]>[2]>[0] | null };
  let end: () => void = () => undefined;
  const done = queue.run(never, key, (place) => {
    Object.assign(call, { running: true, place });
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  return { call, done, end: () => end() };
}

it("runs calls of different clients one after the other when it is exclusive, and those of one together", async () => {
  const queue = new CallQueue(4, 4);
  queue.isExclusive = true;
  const first = openCall(queue, "one");
  const other = openCall(queue, "other");
  const second = openCall(queue, "one");
  await expect.poll(() => second.call.running).toBe(true);
  first.end();
  await first.done;
  expect(other.call.running).toBe(false);
  second.end();
  await expect.poll(() => other.call.running).toBe(true);
  other.end();
  await other.done;
  expect(queue.size).toBe(0);
});

it("gives the place of a paused call to another, and the call continues when there is room", async () => {
  const queue = new CallQueue(1, 4);
  const paused = openCall(queue, "one");
  await expect.poll(() => paused.call.running).toBe(true);
  const proceed = paused.call.place?.pause();
  const again = paused.call.place?.pause();
  const other = openCall(queue, "other");
  const last = openCall(queue, "other");
  await expect.poll(() => other.call.running).toBe(true);
  let hasPlace = false;
  void proceed?.();
  const returned = again?.().then(() => {
    hasPlace = true;
  });
  expect(last.call.running).toBe(false);
  other.end();
  await returned;
  // It comes before calls that have not begun.
  expect([hasPlace, last.call.running]).toEqual([true, false]);
  paused.end();
  await expect.poll(() => last.call.running).toBe(true);
  last.end();
  await Promise.all([paused.done, last.done]);
  expect(queue.size).toBe(0);
});
