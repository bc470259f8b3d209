import { expect, it } from "vitest";
import { clockStretches, dayName } from "./local-days.ts";

it("stretches cover the whole time without gaps, each with the offset of its clocks", () => {
  const from = Date.UTC(2025, 0, 1, 7, 13);
  const to = Date.UTC(2026, 0, 1);
  const stretches = clockStretches(from, to);
  expect(stretches[0]?.from).toBe(from);
  expect(stretches.at(-1)?.to).toBe(to);
  for (const [index, stretch] of stretches.entries()) {
    if (index > 0) expect(stretch.from).toBe(stretches[index - 1]?.to);
    expect(stretch.offset).toBe(-new Date(stretch.from).getTimezoneOffset() * 60_000);
  }
});

it("nothing has no stretches, and days have names", () => {
  expect(clockStretches(5, 5)).toEqual([]);
  expect(dayName(0)).toBe("1970-01-01");
});
