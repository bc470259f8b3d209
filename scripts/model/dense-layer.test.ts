import { expect, it } from "vitest";
import { createRandom } from "../../electron/search/testing/random-vectors.ts";
import { type DenseLayer, denseLayerOf, joinLayers } from "./dense-layer.ts";

const ROWS = 40;
const bias = (columns: number) => ({
  shape: [columns],
  quantised: Uint8Array.from({ length: columns }, (_, index) => index),
  scale: 0.5,
  minimum: 0,
});

/** A layer whose columns use the given share of the range, with zero at 128. */
function layerWith(...shares: readonly number[]) {
  const { next } = createRandom(shares.length);
  const quantised = Uint8Array.from({ length: ROWS * shares.length }, (_, index) => {
    const share = shares[index % shares.length] ?? 0;
    return Math.round(128 + (next() * 255 - 128) * share);
  });
  return { weight: { shape: [ROWS, shares.length], quantised, scale: 0.1, minimum: -12.8 }, bias: bias(shares.length) };
}

const valueAt = ({ shape, values, scales, zeroPoints }: DenseLayer, row: number, column: number) =>
  ((values[row * shape[1] + column] ?? 0) - (zeroPoints[column] ?? 0)) * (scales[column] ?? 0);

it("keeps the weights of a column that uses less than half of the range, and the others within half a step", () => {
  const layer = layerWith(0.4, 1, 0);
  const dense = denseLayerOf(layer);
  for (let row = 0; row < ROWS; row++) {
    for (const [column, tolerance] of [1e-9, 0.101, 1e-9].entries()) {
      const expected = (layer.weight.quantised[row * 3 + column] ?? 0) * 0.1 - 12.8;
      expect(Math.abs(valueAt(dense, row, column) - expected)).toBeLessThanOrEqual(tolerance);
    }
  }
});

it("uses seven bits, so that the sum of two products with an unsigned byte fits 16 bits", () => {
  const { values, zeroPoints } = denseLayerOf(layerWith(1, 0.9, 0.3, 1));
  for (const value of [...values, ...zeroPoints]) {
    expect(Math.abs(2 * 255 * value)).toBeLessThan(32_768);
    expect(value).toBe(Math.round(value));
  }
  expect(Math.max(...values)).toBeLessThanOrEqual(63);
});

it("joins layers with their columns next to each other", () => {
  const [one, other] = [denseLayerOf(layerWith(1, 0.5)), denseLayerOf(layerWith(0.2))];
  const joined = joinLayers([one, other]);
  expect(joined.shape).toEqual([ROWS, 3]);
  expect([...joined.biases]).toEqual([0, 0.5, 0]);
  for (let row = 0; row < ROWS; row++) {
    expect(valueAt(joined, row, 1)).toBe(valueAt(one, row, 1));
    expect(valueAt(joined, row, 2)).toBe(valueAt(other, row, 0));
  }
});
