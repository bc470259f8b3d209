import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../store/testing/open-store.ts";
import { createRandom } from "../testing/random-vectors.ts";
import { createPlainKernel, createSimdKernel, type DotKernel, KERNEL_MODULE } from "./dot-kernel.ts";

const ROWS = 129;

function scoresOf(createKernel: (memory: WebAssembly.Memory) => DotKernel | null, stride: number): number[] {
  const memory = new WebAssembly.Memory({ initial: 8 });
  const random = createRandom(stride);
  const bytes = new Int8Array(memory.buffer);
  for (let index = 0; index < stride * (ROWS + 1); index++) bytes[index] = random.integer(256) - 128;
  const scores = Math.ceil((stride * (ROWS + 1)) / 4) * 4;
  createKernel(memory)?.(stride, ROWS, stride, 0, scores);
  return [...new Int32Array(memory.buffer, scores, ROWS)];
}

it.each([16, 48, 384, 1024])("computes the same scores in SIMD and in JavaScript for rows of %i bytes", (stride) => {
  const plain = scoresOf(createPlainKernel, stride);
  expect(scoresOf(createSimdKernel, stride)).toEqual(plain);
  expect(new Set(plain).size).toBeGreaterThan(ROWS / 2);
});

it("writes nothing for no rows", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  createSimdKernel(memory)?.(0, 0, 16, 0, 1024);
  expect(new Int32Array(memory.buffer, 1024, 1)[0]).toBe(0);
});

it("contains the compiled dot-kernel.wat", async () => {
  const compiler = createRequire(import.meta.url).resolve("wabt/bin/wat2wasm");
  const source = path.join(import.meta.dirname, "dot-kernel.wat");
  const compiled = path.join(await temporaryFolder(), "dot-kernel.wasm");
  const { status, stderr } = spawnSync(process.execPath, [compiler, source, "-o", compiled]);
  expect(status, String(stderr)).toBe(0);
  expect(KERNEL_MODULE.toString("base64")).toBe(readFileSync(compiled, "base64"));
});
