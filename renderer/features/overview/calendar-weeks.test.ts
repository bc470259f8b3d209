import { describe, expect, it } from "vitest";
import { calendarWeeks, firstMonday, WEEKS } from "./calendar-weeks.ts";

const today = new Date(2026, 0, 31, 15); // a Saturday

describe("the calendar", () => {
  it("begins on a Monday a year ago and ends with this week", () => {
    const weeks = calendarWeeks(today, new Map());
    expect(weeks).toHaveLength(WEEKS);
    expect(firstMonday(today).getDay()).toBe(1);
    expect(weeks.at(-1)?.map(({ day }) => day)).toContain("2026-01-31");
  });

  it("has no count for days to come", () => {
    const lastWeek = calendarWeeks(today, new Map([["2026-01-31", 3]])).at(-1);
    expect(lastWeek?.at(-2)).toEqual({ day: "2026-01-31", count: 3, level: 1 });
    expect(lastWeek?.at(-1)).toEqual({ day: "2026-02-01", count: null, level: 0 });
  });

  it("tells busy days apart though one is far busier than all others", () => {
    const counts = new Map([1, 2, 3, 4, 5_000].map((count, index) => [`2026-01-2${index}`, count]));
    const levels = calendarWeeks(today, counts)
      .flat()
      .filter(({ count }) => (count ?? 0) > 0)
      .map(({ level }) => level);
    expect(levels).toEqual([1, 1, 2, 3, 4]);
  });

  it("holds each day once, whatever the clocks do", () => {
    const days = calendarWeeks(today, new Map()).flat();
    expect(new Set(days.map(({ day }) => day)).size).toBe(WEEKS * 7);
  });
});
