import { expect, test } from "vitest";
import { parseMoment } from "./moment.ts";

const NOW = Date.UTC(2026, 10, 21, 12);

test("a span counts back from now", () => {
  expect(parseMoment("12h", NOW)).toBe(Date.UTC(2026, 10, 21));
  expect(parseMoment("7D", NOW)).toBe(Date.UTC(2026, 10, 14, 12));
  expect(parseMoment("2w", NOW)).toBe(Date.UTC(2026, 10, 7, 12));
  expect(parseMoment("30min", NOW)).toBe(Date.UTC(2026, 10, 21, 11, 30));
});

test("a span past 1970 stops there", () => {
  expect(parseMoment("999y", NOW)).toBe(0);
});

test("a date is that day's midnight here", () => {
  expect(parseMoment("2026-01-31", NOW)).toBe(new Date(2026, 0, 31).getTime());
  expect(parseMoment("yesterday", NOW)).toBe(new Date(2026, 10, new Date(NOW).getDate() - 1).getTime());
});

test("a date-time may name its zone", () => {
  expect(parseMoment("2026-01-31T09:00Z", NOW)).toBe(Date.UTC(2026, 0, 31, 9));
  expect(parseMoment("2026-01-31 09:00:00.5+02:00", NOW)).toBe(Date.UTC(2026, 0, 31, 7, 0, 0, 500));
  expect(parseMoment("2026-01-31T09:00", NOW)).toBe(new Date(2026, 0, 31, 9).getTime());
});

test.each(["", "soon", "5", "7 d", "2026-02-30", "2026-13-01", "2026-01-31T25:00Z", "31.01.2026", "-3d"])(
  "%j is no moment",
  (value) => {
    expect(parseMoment(value, NOW)).toBeNull();
  },
);
