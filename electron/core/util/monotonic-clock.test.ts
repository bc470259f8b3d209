import { expect, it } from "vitest";
import { createMonotonicClock } from "./monotonic-clock.ts";

const HOUR = 3_600_000;

it("does not go back with the system's clock, and continues with it once that has caught up", () => {
  let system = 1_000 * HOUR;
  const clock = createMonotonicClock({ now: () => system }, 999 * HOUR);
  expect(clock.now()).toBe(1_000 * HOUR);
  system = 976 * HOUR;
  expect(clock.now()).toBe(1_000 * HOUR);
  system = 1_001 * HOUR;
  expect(clock.now()).toBe(1_001 * HOUR);
});

it("starts from the newest stored time, unless that is days ahead", () => {
  const clock = { now: () => 1_000 * HOUR };
  expect(createMonotonicClock(clock, 1_024 * HOUR).now()).toBe(1_024 * HOUR);
  expect(createMonotonicClock(clock, 9_000 * HOUR).now()).toBe(1_000 * HOUR);
});
