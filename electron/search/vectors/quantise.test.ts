import { expect, it } from "vitest";
import { quantise } from "./quantise.ts";

it("scales the largest component to 127 and the others in proportion", () => {
  expect([...quantise(Float32Array.of(0.2, -0.1, 0.05, 0))]).toEqual([127, -63, 32, 0]);
  expect([...quantise(Float32Array.of(-4, 2))]).toEqual([-127, 64]);
});

it("turns a zero or non-finite vector into zeros", () => {
  expect([...quantise(Float32Array.of(0, 0))]).toEqual([0, 0]);
  expect([...quantise(Float32Array.of(Number.POSITIVE_INFINITY, 1))]).toEqual([0, 0]);
  expect([...quantise(Float32Array.of(Number.NaN, 1))]).toEqual([0, 0]);
});
