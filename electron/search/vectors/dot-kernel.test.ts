import { expect, test } from "vitest";
import { createPlainKernel, createSimdKernel, type DotKernel } from "./dot-kernel.ts";
import { createRandom } from "./random.fixture.ts";

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

test.each([16, 48, 384, 1024])("SIMD and plain JavaScript agree on random rows of %i bytes", (stride) => {
  const plain = scoresOf(createPlainKernel, stride);
  expect(scoresOf(createSimdKernel, stride)).toEqual(plain);
  expect(new Set(plain).size).toBeGreaterThan(ROWS / 2);
});

test("no rows are no work", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  createSimdKernel(memory)?.(0, 0, 16, 0, 1024);
  expect(new Int32Array(memory.buffer, 1024, 1)[0]).toBe(0);
});
