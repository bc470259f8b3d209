import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createThrottle } from "./throttle.ts";

// A busy machine can take longer between two lines than the span.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("runs the first request immediately, and all requests in the following span once, at its end", () => {
  let runs = 0;
  const throttle = createThrottle(() => runs++, 50);
  throttle.request();
  expect(runs).toBe(1);
  for (let request = 0; request < 10; request++) throttle.request();
  vi.advanceTimersByTime(49);
  expect(runs).toBe(1);
  vi.advanceTimersByTime(1);
  expect(runs).toBe(2);
  vi.advanceTimersByTime(500);
  expect(runs).toBe(2);
});

it("drops a request that was cancelled, and takes the next one", () => {
  let runs = 0;
  const throttle = createThrottle(() => runs++, 20);
  throttle.request();
  throttle.request();
  throttle.cancel();
  vi.advanceTimersByTime(10);
  throttle.request();
  expect(runs).toBe(1);
  vi.advanceTimersByTime(10);
  expect(runs).toBe(2);
});
