import { expect, it } from "vitest";
import { createRandom } from "../search/testing/random-vectors.ts";
import { findClusters } from "./find-clusters.ts";

/** Points around centres, `sizes[n]` of them around the centre `n`. */
function around(centres: readonly (readonly [number, number])[], sizes: readonly number[], spread = 1) {
  const random = createRandom(3);
  const offset = () => (random.next() + random.next() + random.next() - 1.5) * spread;
  return centres.flatMap(([x, y], index) =>
    Array.from({ length: sizes[index] ?? 0 }, () => ({ x: x + offset(), y: y + offset() })),
  );
}

it("finds separate areas, the largest first", () => {
  const positions = around(
    [
      [0, 0],
      [10, 0],
      [0, 12],
    ],
    [40, 90, 60],
  );
  const clusters = findClusters(positions);
  expect(clusters.map(({ length }) => length)).toEqual([90, 60, 40]);
  expect(clusters.map(([first]) => first)).toEqual([40, 130, 0]);
});

it("keeps a few narrow groups apart that are close to each other in a wide map", () => {
  const centres = [
    [0, 0],
    [3, -2],
    [-1, -3],
    [3, 4],
    [0, 13],
    [8, -20],
  ] as const;
  const clusters = findClusters(around(centres, [9, 8, 8, 8, 8, 8], 0.3));
  expect(clusters.map(({ length }) => length)).toEqual([9, 8, 8, 8, 8, 8]);
});

it("divides one even area into a few parts without leaving out a memory", () => {
  const clusters = findClusters(around([[0, 0]], [400]));
  expect(clusters.length).toBeGreaterThan(1);
  expect(clusters.length).toBeLessThan(15);
  expect(clusters.flat().sort((one, other) => one - other)).toEqual(Array.from({ length: 400 }, (_, index) => index));
});

it("leaves out a few memories that are apart", () => {
  const clusters = findClusters(
    around(
      [
        [0, 0],
        [20, 20],
      ],
      [200, 3],
    ),
  );
  expect(clusters.map(({ length }) => length)).toEqual([200]);
});

it("returns no cluster without memories, and one for memories in one place", () => {
  expect(findClusters([])).toEqual([]);
  expect(findClusters(Array(30).fill({ x: 1, y: 1 }))).toEqual([Array.from({ length: 30 }, (_, index) => index)]);
});
