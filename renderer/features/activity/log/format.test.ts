import { expect, it } from "vitest";
import { durationShare, formatClockTime, formatDuration, formatSpan, formatTarget } from "./format.ts";

it.each([
  [0, "0 ms"],
  [0.42, "0.4 ms"],
  [9.96, "10 ms"],
  [12.4, "12 ms"],
  [999.7, "1.00 s"],
  [1_240, "1.24 s"],
  [12_345, "12.3 s"],
  [125_000, "2 min 05 s"],
])("formats %d milliseconds as %s", (milliseconds, expected) => {
  expect(formatDuration(milliseconds)).toBe(expected);
});

it("fills more of the bar for a longer duration, never none and never more than all of it", () => {
  const shares = [0, 0.5, 5, 50, 500, 5_000, 60_000].map(durationShare);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
  expect(shares[0]).toBeGreaterThan(0);
  expect(shares.at(-1)).toBe(1);
});

it("formats the local time of day to the millisecond", () => {
  const at = new Date(2026, 10, 21, 9, 5, 3, 7);
  expect(formatClockTime(at.toISOString())).toBe("09:05:03.007");
});

it.each([
  ["recollect://acme%2Fshop/decisions/01J", "acme/shop/decisions/01J"],
  ["recollect://100%/x", "100%/x"],
  ["search_memories", "search_memories"],
])("formats the target %s as %s", (target, expected) => {
  expect(formatTarget(target)).toBe(expected);
});

it("formats a time span with its day unless that is today", () => {
  const at = new Date(2026, 10, 21, 14, 2).getTime();
  expect(formatSpan(at, at + 60_000, at)).toBe("14:02 – 14:03");
  expect(formatSpan(at, undefined, at + 2 * 86_400_000)).toBe("11-21 14:02 –");
});
