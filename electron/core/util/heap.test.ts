import { expect, it } from "vitest";
import { Heap } from "./heap.ts";

class Numbers extends Heap<number> {
  constructor(numbers: readonly number[] = []) {
    super();
    this.fill(numbers);
  }

  protected override isBefore(one: number, other: number): boolean {
    return one < other;
  }
}

const NUMBERS = Array.from({ length: 200 }, (_, index) => (index * 7919) % 101);
const SORTED = NUMBERS.toSorted((one, other) => one - other);

function removeAll(heap: Numbers): number[] {
  return Array.from({ length: heap.size }, () => heap.removeFirst() ?? Number.NaN);
}

it("returns the items that it was filled with in order", () => {
  expect(removeAll(new Numbers(NUMBERS))).toEqual(SORTED);
});

it("returns items that were added one by one in order", () => {
  const heap = new Numbers();
  for (const number of NUMBERS) heap.add(number);
  expect(removeAll(heap)).toEqual(SORTED);
});

it("moves an item that replaces the first one to its place", () => {
  const heap = new Numbers([3, 1, 2]);
  heap.replaceFirst(9);
  expect(heap.first()).toBe(2);
  expect(removeAll(heap)).toEqual([2, 3, 9]);
});

it("returns undefined when it is empty", () => {
  const heap = new Numbers();
  expect(heap.first()).toBeUndefined();
  expect(heap.removeFirst()).toBeUndefined();
});
