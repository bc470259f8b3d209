import { expect, test } from "vitest";
import { formatBytes } from "./bytes.ts";
import { formatClockTime } from "./clock-time.ts";
import { durationShare, formatDuration } from "./duration.ts";
import { readableTarget } from "./readable-target.ts";

test.each([
  [0, "0 ms"],
  [0.42, "0.4 ms"],
  [9.96, "10 ms"],
  [12.4, "12 ms"],
  [999.7, "1.00 s"],
  [1_240, "1.24 s"],
  [12_345, "12.3 s"],
  [125_000, "2 min 05 s"],
])("%d milliseconds read as %s", (milliseconds, expected) => {
  expect(formatDuration(milliseconds)).toBe(expected);
});

test.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1 KB"],
  [1434, "1.4 KB"],
  [64 * 1024, "64 KB"],
  [4 * 1024 * 1024, "4 MB"],
])("%d bytes read as %s", (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});

test("a bar grows with its duration, never empty and never over full", () => {
  const shares = [0, 0.5, 5, 50, 500, 5_000, 60_000].map(durationShare);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
  expect(shares[0]).toBeGreaterThan(0);
  expect(shares.at(-1)).toBe(1);
});

test("the time of day is local and to the millisecond", () => {
  const at = new Date(2026, 10, 21, 9, 5, 3, 7);
  expect(formatClockTime(at.toISOString())).toBe("09:05:03.007");
});

test.each([
  ["recollect://acme%2Fshop/decisions/01J", "acme/shop/decisions/01J"],
  ["recollect://100%/x", "100%/x"],
  ["search_memories", "search_memories"],
])("the target %s reads as %s", (target, expected) => {
  expect(readableTarget(target)).toBe(expected);
});
