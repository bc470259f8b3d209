import { expect, it } from "vitest";
import { createRandom } from "../search/testing/random-vectors.ts";
import { layOut, placeNew } from "./lay-out.ts";
import type { Position } from "./principal-plane.ts";

const DIMENSIONS = 48;

/** Vectors around as many random centres as there are topics; memory `index` has topic `index % topics`. */
function vectorsOf(size: number, topics: number): Int8Array[] {
  const random = createRandom(5);
  const centres = Array.from({ length: topics }, () => random.vector(DIMENSIONS));
  return Array.from({ length: size }, (_, index) => {
    const centre = centres[index % topics] as Int8Array;
    return centre.map((component) => Math.max(-127, Math.min(127, component + random.integer(60) - 30)));
  });
}

const distance = (one: Position, other: Position) => Math.hypot(one.x - other.x, one.y - other.y);

/** The share of memories whose nearest one in the plane has the same topic. */
function purity(positions: readonly Position[], topics: number): number {
  const same = positions.filter((position, index) => {
    const others = positions.map((other, at) => (at === index ? Number.POSITIVE_INFINITY : distance(position, other)));
    return others.indexOf(Math.min(...others)) % topics === index % topics;
  });
  return same.length / positions.length;
}

it("puts memories of one topic next to each other", () => {
  expect(purity(layOut(vectorsOf(240, 6)), 6)).toBeGreaterThan(0.95);
});

it("returns the same positions for the same memories", () => {
  expect(layOut(vectorsOf(100, 4))).toEqual(layOut(vectorsOf(100, 4)));
});

it("places new memories in the area of their topic, and moves no other", () => {
  const vectors = vectorsOf(240, 6);
  const before = layOut(vectors.slice(0, 220));
  const known = vectors.map((_, index) => before[index] ?? null);
  const after = placeNew(vectors, known);
  expect(after.slice(0, 220)).toEqual(before);
  expect(purity(after, 6)).toBeGreaterThan(0.95);
});

it("places a new topic in one area", () => {
  const vectors = vectorsOf(240, 6);
  const isNew = (index: number) => index % 6 === 5;
  const before = layOut(vectors.filter((_, index) => !isNew(index)));
  let next = 0;
  const known = vectors.map((_, index) => (isNew(index) ? null : (before[next++] ?? null)));
  expect(purity(placeNew(vectors, known), 6)).toBeGreaterThan(0.9);
});

it("starts a new layout from the known positions, so that each topic stays in its area", () => {
  const vectors = vectorsOf(300, 6);
  const before = layOut(vectors.slice(0, 200));
  const after = layOut(
    vectors,
    vectors.map((_, index) => before[index] ?? null),
  );
  const centre = (positions: readonly Position[], topic: number) => {
    const members = positions.filter((_, index) => index % 6 === topic);
    const mean = (axis: "x" | "y") => members.reduce((sum, position) => sum + position[axis], 0) / members.length;
    return { x: mean("x"), y: mean("y") };
  };
  const nearest = Array.from({ length: 6 }, (_, topic) => {
    const distances = Array.from({ length: 6 }, (_, other) => distance(centre(after, topic), centre(before, other)));
    return distances.indexOf(Math.min(...distances));
  });
  expect(nearest).toEqual([0, 1, 2, 3, 4, 5]);
});

it("keeps equal memories close together, and far memories finite", () => {
  const [one, other] = vectorsOf(2, 2) as [Int8Array, Int8Array];
  const positions = layOut([...Array(30).fill(one), ...Array(30).fill(other), new Int8Array(DIMENSIONS)]);
  expect(positions.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
});

it("lays out two memories", () => {
  expect(layOut(vectorsOf(2, 2))).toHaveLength(2);
});
