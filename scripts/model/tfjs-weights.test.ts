import { expect, it } from "vitest";
import { dequantise, readWeights, zeroPointOf } from "./tfjs-weights.ts";

const manifest = JSON.stringify({
  weightsManifest: [
    {
      paths: ["weights.bin"],
      weights: [
        { name: "shape", shape: [2], dtype: "int32" },
        { name: "dense", shape: [2, 2], dtype: "float32", quantization: { dtype: "uint8", min: -1, scale: 0.5 } },
      ],
    },
  ],
});

it("reads each quantised weight from its offset", () => {
  const weights = readWeights(manifest, Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0, 0, 2, 3, 255));
  const dense = weights.get("dense");
  expect([...weights.keys()]).toEqual(["dense"]);
  expect(dense && [...dequantise(dense)]).toEqual([-1, 0, 0.5, 126.5]);
  expect(dense && zeroPointOf(dense)).toBe(2);
});

it("rejects weights whose length does not match the manifest", () => {
  expect(() => readWeights(manifest, new Uint8Array(11))).toThrow("11 bytes long");
});

it("rejects a weight that cannot represent zero", () => {
  const weight = { shape: [1], quantised: new Uint8Array(1), scale: 1, minimum: -0.5 };
  expect(() => zeroPointOf(weight)).toThrow("zero point");
});
