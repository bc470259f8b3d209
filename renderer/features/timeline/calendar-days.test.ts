import { describe, expect, it } from "vitest";
import { calendarWeeks, dayByKey, firstMonday, WEEKS } from "./calendar-days.ts";

const today = new Date(2026, 0, 31, 15); // a Saturday

describe("calendarWeeks", () => {
  it("covers the weeks from a Monday a year ago to the current week", () => {
    const weeks = calendarWeeks(today, new Map());
    expect(weeks).toHaveLength(WEEKS);
    expect(firstMonday(today).getDay()).toBe(1);
    expect(weeks.at(-1)?.map(({ day }) => day)).toContain("2026-01-31");
  });

  it("has no count for future days", () => {
    const lastWeek = calendarWeeks(today, new Map([["2026-01-31", 3]])).at(-1);
    expect(lastWeek?.at(-2)).toEqual({ day: "2026-01-31", count: 3, level: 1 });
    expect(lastWeek?.at(-1)).toEqual({ day: "2026-02-01", count: null, level: 0 });
  });

  it("distinguishes busy days even if one is much busier than the others", () => {
    const counts = new Map([1, 2, 3, 4, 5_000].map((count, index) => [`2026-01-2${index}`, count]));
    const levels = calendarWeeks(today, counts)
      .flat()
      .filter(({ count }) => (count ?? 0) > 0)
      .map(({ level }) => level);
    expect(levels).toEqual([1, 1, 2, 3, 4]);
  });

  it("contains each day once when the clocks change", () => {
    const days = calendarWeeks(today, new Map()).flat();
    expect(new Set(days.map(({ day }) => day)).size).toBe(WEEKS * 7);
  });
});

const weeks = calendarWeeks(new Date(2026, 0, 31, 15), new Map());

describe("dayByKey", () => {
  it("moves by day up and down, across weeks, and by week left and right", () => {
    expect(dayByKey(weeks, "2026-01-25", "ArrowDown")).toBe("2026-01-26");
    expect(dayByKey(weeks, "2026-01-26", "ArrowUp")).toBe("2026-01-25");
    expect(dayByKey(weeks, "2026-01-20", "ArrowLeft")).toBe("2026-01-13");
    expect(dayByKey(weeks, "2026-01-20", "ArrowRight")).toBe("2026-01-27");
  });

  it("stops at the first day and at today", () => {
    expect(dayByKey(weeks, "2026-01-30", "ArrowRight")).toBe("2026-01-31");
    expect(dayByKey(weeks, "2026-01-31", "PageUp")).toBe("2026-01-03");
    expect(dayByKey(weeks, "2026-01-31", "Home")).toBe(weeks[0]?.[0]?.day);
    expect(dayByKey(weeks, "2025-06-01", "End")).toBe("2026-01-31");
  });

  it("returns null for other keys", () => {
    expect(dayByKey(weeks, "2026-01-31", "a")).toBeNull();
  });
});
