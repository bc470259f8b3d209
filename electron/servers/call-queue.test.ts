import { expect, it } from "vitest";
import { type CallPlace, CallQueue, RequestsTooLarge } from "./call-queue.ts";

const never = new AbortController().signal;

const openQueue = (callsAtOnce: number) => new CallQueue({ callsAtOnce, maxWaitingCalls: 4, maxRequestBytes: 100 });

/** A call that the test ends. */
function openCall(queue: CallQueue, key: string, bytes = 0, signal = never) {
  const call = { running: false, place: null as CallPlace | null };
  let end: () => void = () => undefined;
  const done = queue.run({ signal, key, bytes }, (place) => {
    Object.assign(call, { running: true, place });
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  return { call, done, end: () => end() };
}

it("runs calls of different clients one after the other when it is exclusive, and calls of one client together", async () => {
  const queue = openQueue(4);
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
  const queue = openQueue(1);
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
  // It precedes calls that have not started.
  expect([hasPlace, last.call.running]).toEqual([true, false]);
  paused.end();
  await expect.poll(() => last.call.running).toBe(true);
  last.end();
  await Promise.all([paused.done, last.done]);
  expect(queue.size).toBe(0);
});

it("refuses a call when the requests that run, wait or are paused would be too large, but never a single one", async () => {
  const queue = openQueue(1);
  const running = openCall(queue, "one", 500);
  await expect(openCall(queue, "one", 1).done).rejects.toBeInstanceOf(RequestsTooLarge);
  running.end();
  await running.done;
  const paused = openCall(queue, "one", 60);
  const abort = new AbortController();
  const waiting = openCall(queue, "one", 40, abort.signal);
  paused.call.place?.pause();
  await expect(openCall(queue, "one", 1).done).rejects.toBeInstanceOf(RequestsTooLarge);
  paused.end();
  abort.abort(new Error("cancelled"));
  waiting.end();
  await Promise.allSettled([paused.done, waiting.done]);
  const next = openCall(queue, "one", 100);
  next.end();
  await next.done;
});
