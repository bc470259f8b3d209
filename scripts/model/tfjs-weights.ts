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
 * Reads the quantised weights of a TensorFlow.js graph model (`model.json` and its single weights file).
 * @throws if the length of the file does not match the manifest
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
    throw new Error(`The weights are ${bytes.byteLength} bytes long; the manifest declares ${offset}.`);
  }
  return read;
}

export function dequantise({ quantised, scale, minimum }: QuantisedWeight): Float32Array {
  return Float32Array.from(quantised, (value) => value * scale + minimum);
}

/** Returns the quantised value of 0. @throws if 0 is not representable, which would make integer arithmetic wrong */
export function zeroPointOf({ scale, minimum }: QuantisedWeight): number {
  const exact = -minimum / scale;
  const zeroPoint = Math.round(exact);
  if (zeroPoint < 0 || zeroPoint > 255 || Math.abs(exact - zeroPoint) > 1e-3) {
    throw new Error(`The zero point of a weight is ${exact}; an integer from 0 to 255 was expected.`);
  }
  return zeroPoint;
}
