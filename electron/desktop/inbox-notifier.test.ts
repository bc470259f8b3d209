import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InboxNotifier, NOTIFICATION_QUIET_MS } from "./inbox-notifier.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function open(given: number) {
  const state = { waiting: given, watching: false };
  const notified: number[] = [];
  const notifier = new InboxNotifier({
    count: async () => state.waiting,
    isWatching: () => state.watching,
    notify: (waiting) => notified.push(waiting),
    now: Date.now,
  });
  await notifier.check();
  const change = async (waiting: number) => {
    state.waiting = waiting;
    await notifier.check();
  };
  return { state, notified, notifier, change };
}

it("notifies of new proposals, not of those from before the start or of decisions", async () => {
  const { notified, change } = await open(3);
  expect(notified).toEqual([]);
  await change(4);
  expect(notified).toEqual([4]);
  await change(2);
  await vi.advanceTimersByTimeAsync(2 * NOTIFICATION_QUIET_MS);
  expect(notified).toEqual([4]);
});

it("notifies once in the quiet period, and of the others together at its end", async () => {
  const { notified, change } = await open(0);
  for (let waiting = 1; waiting <= 50; waiting++) await change(waiting);
  expect(notified).toEqual([1]);
  await vi.advanceTimersByTimeAsync(NOTIFICATION_QUIET_MS - 1);
  expect(notified).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(notified).toEqual([1, 50]);
});

it("does not notify while the owner has the window in front, or after everything was decided", async () => {
  const { state, notified, change } = await open(0);
  state.watching = true;
  await change(1);
  state.watching = false;
  expect(notified).toEqual([]);
  await change(2);
  await change(5);
  await change(0);
  await vi.advanceTimersByTimeAsync(2 * NOTIFICATION_QUIET_MS);
  expect(notified).toEqual([2]);
});
