import { describe, expect, it } from "vitest";
import { sumInto } from "./sparkline.tsx";

describe("the bars of the sparkline", () => {
  it("sum neighbouring minutes", () => {
    expect(sumInto(2, [1, 2, 3, 4])).toEqual([3, 7]);
  });

  it("keep the newest whole where the minutes do not divide", () => {
    expect(sumInto(2, [1, 2, 3])).toEqual([1, 5]);
    expect(sumInto(3, [])).toEqual([0, 0, 0]);
  });
});
