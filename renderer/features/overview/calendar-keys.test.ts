import { describe, expect, it } from "vitest";
import { dayByKey } from "./calendar-keys.ts";
import { calendarWeeks } from "./calendar-weeks.ts";

const weeks = calendarWeeks(new Date(2026, 0, 31, 15), new Map());

describe("the keys of the calendar", () => {
  it("go by day up and down, over the end of a week, and by week left and right", () => {
    expect(dayByKey(weeks, "2026-01-25", "ArrowDown")).toBe("2026-01-26");
    expect(dayByKey(weeks, "2026-01-26", "ArrowUp")).toBe("2026-01-25");
    expect(dayByKey(weeks, "2026-01-20", "ArrowLeft")).toBe("2026-01-13");
    expect(dayByKey(weeks, "2026-01-20", "ArrowRight")).toBe("2026-01-27");
  });

  it("stop at the first day and at today", () => {
    expect(dayByKey(weeks, "2026-01-30", "ArrowRight")).toBe("2026-01-31");
    expect(dayByKey(weeks, "2026-01-31", "PageUp")).toBe("2026-01-03");
    expect(dayByKey(weeks, "2026-01-31", "Home")).toBe(weeks[0]?.[0]?.day);
    expect(dayByKey(weeks, "2025-06-01", "End")).toBe("2026-01-31");
  });

  it("are left to the page where they mean nothing here", () => {
    expect(dayByKey(weeks, "2026-01-31", "a")).toBeNull();
  });
});
