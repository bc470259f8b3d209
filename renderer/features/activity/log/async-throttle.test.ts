import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAsyncThrottle } from "./async-throttle.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("runs the first request immediately and all requests during the interval as one", async () => {
  const run = vi.fn(async () => undefined);
  const throttle = createAsyncThrottle(run, 1_000);
  throttle.request();
  throttle.request();
  throttle.request();
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(2);
});

it("does not run a pending request after it was stopped", async () => {
  const run = vi.fn(async () => undefined);
  const throttle = createAsyncThrottle(run, 1_000);
  throttle.request();
  throttle.request();
  await vi.advanceTimersByTimeAsync(0);
  throttle.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(1);
});
