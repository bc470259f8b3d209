import { z } from "zod";

const weightSchema = z.object({
  name: z.string(),
  shape: z.array(z.number().int().nonnegative()),
  quantization: z.object({ dtype: z.literal("uint8"), min: z.number(), scale: z.number().positive() }).optional(),
});
const manifestSchema = z.object({
  weightsManifest: z.tuple([z.object({ paths: z.tuple([z.string()]), weights: z.array(weightSchema) })]),
});

/** A weight as TensorFlow.js stores it: value = quantised × scale + minimum, row-major. */
export interface QuantisedWeight {
  readonly shape: readonly number[];
  readonly quantised: Uint8Array;
  readonly scale: number;
  readonly minimum: number;
}

/**
 * Reads the quantised weights of a TensorFlow.js graph model (`model.json` and its one file of weights).
 * @throws where the bytes do not add up to what the manifest says
 */
export function readWeights(modelJson: string, bytes: Uint8Array): Map<string, QuantisedWeight> {
  const [{ weights }] = manifestSchema.parse(JSON.parse(modelJson)).weightsManifest;
  const read = new Map<string, QuantisedWeight>();
  let offset = 0;
  for (const { name, shape, quantization } of weights) {
    const count = shape.reduce((product, dimension) => product * dimension, 1);
    const length = quantization === undefined ? count * Int32Array.BYTES_PER_ELEMENT : count;
    if (quantization !== undefined) {
      const quantised = bytes.subarray(offset, offset + length);
      read.set(name, { shape, quantised, scale: quantization.scale, minimum: quantization.min });
    }
    offset += length;
  }
  if (offset !== bytes.byteLength) {
    throw new Error(`The weights are ${bytes.byteLength} bytes long; the manifest speaks of ${offset}.`);
  }
  return read;
}

export function dequantise({ quantised, scale, minimum }: QuantisedWeight): Float32Array {
  return Float32Array.from(quantised, (value) => value * scale + minimum);
}

/** The quantised value that stands for 0. @throws where none does, and integer arithmetic would be wrong */
export function zeroPointOf({ scale, minimum }: QuantisedWeight): number {
  const exact = -minimum / scale;
  const zeroPoint = Math.round(exact);
  if (zeroPoint < 0 || zeroPoint > 255 || Math.abs(exact - zeroPoint) > 1e-3) {
    throw new Error(`A weight's zero point is ${exact}; an integer from 0 to 255 was expected.`);
  }
  return zeroPoint;
}
