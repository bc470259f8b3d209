import { afterEach, describe, expect, it, vi } from "vitest";
import { parseDate } from "../core/moment.ts";
import { daysBetween, localDay, localMinute, localSecond, localTime, nextDay } from "./local-time.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Zones, each with a day on which its clocks change; India has none. */
describe.each([
  ["America/Los_Angeles", 2026, 11, 1],
  ["America/St_Johns", 2026, 3, 8],
  ["Europe/Berlin", 2026, 10, 25],
  ["Asia/Kolkata", 2026, 11, 1],
  ["Australia/Lord_Howe", 2026, 10, 4],
  ["Pacific/Auckland", 2026, 9, 27],
])("times in %s", (zone, year, month, day) => {
  const at = (days: number, hours: number, minutes: number) =>
    new Date(year, month - 1, day + days, hours, minutes).toISOString();
  const name = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

  it("have the local date that a filter with that date finds", () => {
    vi.stubEnv("TZ", zone);
    const [start, end] = [parseDate(name) ?? 0, parseDate(localDay(at(1, 12, 0))) ?? 0];
    for (const time of [at(0, 0, 0), at(0, 0, 5), at(0, 12, 0), at(0, 23, 40)]) {
      expect(localDay(time)).toBe(name);
      expect(Date.parse(time)).toBeGreaterThanOrEqual(start);
      expect(Date.parse(time)).toBeLessThan(end);
    }
    expect(localDay(at(0, -1, 55))).not.toBe(name);
    expect(parseDate(localMinute(at(0, 23, 40)))).toBe(Date.parse(at(0, 23, 40)));
  });

  it("are written without the time of day at the start of a day only", () => {
    vi.stubEnv("TZ", zone);
    expect(localTime(at(0, 0, 0))).toBe(name);
    expect(localTime(at(0, 9, 5))).toBe(`${name} 09:05`);
  });

  it("are one day before the times of the next day, however many hours the day has", () => {
    vi.stubEnv("TZ", zone);
    expect(daysBetween(at(0, 0, 5), at(1, 23, 50))).toBe(1);
    expect(daysBetween(at(-1, 23, 50), at(1, 0, 5))).toBe(2);
    expect(daysBetween(at(1, 0, 5), at(0, 23, 50))).toBe(-1);
  });

  it("have the next day after them, also on a day with 25 hours", () => {
    vi.stubEnv("TZ", zone);
    for (const time of [at(0, 0, 0), at(0, 0, 5), at(0, 12, 0), at(0, 23, 55)]) {
      expect(nextDay(time)).toBe(localDay(at(1, 12, 0)));
    }
    expect(localSecond(at(0, 9, 5))).toBe(`${name} 09:05:00`);
  });
});
