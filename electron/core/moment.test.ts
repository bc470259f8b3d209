import { expect, it } from "vitest";
import { parseMoment } from "./moment.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

it("counts a span back from now", () => {
  expect(parseMoment("12h", NOW)).toBe(Date.UTC(2026, 10, 21));
  expect(parseMoment("7D", NOW)).toBe(Date.UTC(2026, 10, 14, 12));
  expect(parseMoment("2w", NOW)).toBe(Date.UTC(2026, 10, 7, 12));
  expect(parseMoment("30min", NOW)).toBe(Date.UTC(2026, 10, 21, 11, 30));
});

it("limits a span to 1970", () => {
  expect(parseMoment("999y", NOW)).toBe(0);
});

it("parses a date as midnight in the local time zone", () => {
  expect(parseMoment("2026-01-31", NOW)).toBe(new Date(2026, 0, 31).getTime());
  expect(parseMoment("yesterday", NOW)).toBe(new Date(2026, 10, new Date(NOW).getDate() - 1).getTime());
});

it("parses a date-time with and without a time zone", () => {
  expect(parseMoment("2026-01-31T09:00Z", NOW)).toBe(Date.UTC(2026, 0, 31, 9));
  expect(parseMoment("2026-01-31 09:00:00.5+02:00", NOW)).toBe(Date.UTC(2026, 0, 31, 7, 0, 0, 500));
  expect(parseMoment("2026-01-31T09:00", NOW)).toBe(new Date(2026, 0, 31, 9).getTime());
});

it.each(["", "soon", "5", "7 d", "2026-02-30", "2026-13-01", "2026-01-31T25:00Z", "31.01.2026", "-3d"])(
  "returns null for %j",
  (value) => {
    expect(parseMoment(value, NOW)).toBeNull();
  },
);
