import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPaced } from "./paced.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first request runs at once, the others together after the pause", async () => {
  const run = vi.fn(async () => undefined);
  const paced = createPaced(run, 1_000);
  paced.request();
  paced.request();
  paced.request();
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(2);
});

test("once stopped, what was asked for does not run", async () => {
  const run = vi.fn(async () => undefined);
  const paced = createPaced(run, 1_000);
  paced.request();
  paced.request();
  await vi.advanceTimersByTimeAsync(0);
  paced.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});
