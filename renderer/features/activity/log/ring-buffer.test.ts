import { expect, test } from "vitest";
import { createRingBuffer } from "./ring-buffer.ts";

test("it gives back what fits, the newest first, and counts what fell out", () => {
  const ring = createRingBuffer<number>(3);
  for (const value of [1, 2, 3, 4, 5]) {
    ring.push(value);
  }
  expect(ring.received).toBe(5);
  expect(ring.overflowed).toBe(true);
  expect(ring.drain()).toEqual([5, 4, 3]);
});

test("after a drain it starts anew", () => {
  const ring = createRingBuffer<number>(2);
  ring.push(1);
  ring.drain();
  expect(ring.received).toBe(0);
  ring.push(2);
  expect(ring.drain()).toEqual([2]);
});
