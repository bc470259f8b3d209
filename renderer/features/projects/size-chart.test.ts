import { expect, it } from "vitest";
import { linePath, sizeByDay } from "./project-page.tsx";

it("sums the captures by day", () => {
  expect(sizeByDay([])).toEqual([]);
  expect(
    sizeByDay([
      { day: "2026-11-01", count: 2 },
      { day: "2026-11-05", count: 3 },
    ]),
  ).toEqual([
    { day: "2026-11-01", total: 2 },
    { day: "2026-11-05", total: 5 },
  ]);
});

it("draws steps at their time", () => {
  const steps = [
    { day: "2026-11-01", total: 1 },
    { day: "2026-11-02", total: 2 },
    { day: "2026-11-11", total: 4 },
  ];
  expect(linePath(steps)).toBe("M0 53H48V36H480V2H480");
});
