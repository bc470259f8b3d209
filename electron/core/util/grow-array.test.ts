import { expect, it } from "vitest";
import { growArray } from "./grow-array.ts";

it("returns the same array while it is long enough", () => {
  const array = new Uint32Array(4);
  expect(growArray(array, 4)).toBe(array);
});

it("copies the elements into a longer array of the same type and fills the rest", () => {
  const grown = growArray(Int32Array.of(7, 8), 3, -1);
  expect(grown).toBeInstanceOf(Int32Array);
  expect([...grown.slice(0, 4)]).toEqual([7, 8, -1, -1]);
  expect(growArray(grown, grown.length + 1).length).toBeGreaterThan(grown.length * 1.4);
});
