import type { Linear } from "./minilm-weights.ts";
import { dequantise, type QuantisedWeight, zeroPointOf } from "./tfjs-weights.ts";

/** A dense layer as the runtime multiplies it. The value of a weight is (`values` − `zeroPoints`) × `scales` of its column. */
export interface DenseLayer {
  readonly shape: readonly [rows: number, columns: number];
  /** Row-major, {@link LEAST} to {@link GREATEST}. */
  readonly values: Int8Array;
  readonly scales: readonly number[];
  readonly zeroPoints: readonly number[];
  readonly biases: Float32Array;
}

/**
 * Weights use seven bits. Without VNNI, x86 processors add two products of an unsigned and a signed byte in 16 bits that
 * saturate (VPMADDUBSW): with eight bits, the vector of a text depends on the processor. With seven, the sum fits:
 * 2 × 255 × 64 < 32,768. Source: "Quantize ONNX Models", section `reduce_range`, of ONNX Runtime.
 */
const LEAST = -64;
const GREATEST = 63;

/**
 * Converts the weights of a layer from one scale for all of them to seven bits with a scale for each column. A column
 * whose weights fill less than half of the range loses nothing, the others half a step at most.
 */
export function denseLayerOf({ weight, bias }: Linear): DenseLayer {
  const [rows = 0, columns = 0] = weight.shape;
  const values = new Int8Array(rows * columns);
  const scales: number[] = [];
  const zeroPoints: number[] = [];
  for (let column = 0; column < columns; column++) {
    const { own, step, zeroPoint } = convertColumn(weight, column);
    for (const [row, value] of own.entries()) values[row * columns + column] = value;
    scales.push(weight.scale * step);
    zeroPoints.push(zeroPoint);
  }
  return { shape: [rows, columns], values, scales, zeroPoints, biases: dequantise(bias) };
}

function convertColumn(weight: QuantisedWeight, column: number) {
  const [rows = 0, columns = 0] = weight.shape;
  const zero = zeroPointOf(weight);
  const exact = Array.from({ length: rows }, (_, row) => (weight.quantised[row * columns + column] ?? 0) - zero);
  // The range includes 0, which must be exact.
  const least = Math.min(0, ...exact);
  const step = Math.max(1, (Math.max(0, ...exact) - least) / (GREATEST - LEAST));
  const zeroPoint = Math.round(LEAST - least / step);
  const own = exact.map((value) => Math.min(GREATEST, Math.round(value / step) + zeroPoint));
  return { own, step, zeroPoint };
}

/** Combines layers with the same input into one, with their columns next to each other. */
export function joinLayers(layers: readonly DenseLayer[]): DenseLayer {
  const rows = layers[0]?.shape[0] ?? 0;
  const columns = layers.reduce((sum, { shape }) => sum + shape[1], 0);
  const values = new Int8Array(rows * columns);
  let left = 0;
  for (const { shape, values: own } of layers) {
    for (let row = 0; row < rows; row++) {
      values.set(own.subarray(row * shape[1], (row + 1) * shape[1]), row * columns + left);
    }
    left += shape[1];
  }
  return {
    shape: [rows, columns],
    values,
    scales: layers.flatMap(({ scales }) => scales),
    zeroPoints: layers.flatMap(({ zeroPoints }) => zeroPoints),
    biases: Float32Array.from(layers.flatMap(({ biases }) => [...biases])),
  };
}
