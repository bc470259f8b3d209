import { expect, it } from "vitest";
import { sumInto } from "./activity-sparkline.tsx";

it("sums adjacent minutes", () => {
  expect(sumInto(2, [1, 2, 3, 4])).toEqual([3, 7]);
});

it("makes the oldest group smaller if the minutes do not divide evenly", () => {
  expect(sumInto(2, [1, 2, 3])).toEqual([1, 5]);
  expect(sumInto(3, [])).toEqual([0, 0, 0]);
});
