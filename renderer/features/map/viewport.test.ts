import { expect, it } from "vitest";
import { fitViewport, isInside, pan, toMap, toScreen, zoomAt } from "./viewport.ts";

const SIZE = { width: 800, height: 600 };
const PLACES = [
  { x: -10, y: -5 },
  { x: 30, y: 15 },
];

it("shows all points in the middle, within the margins", () => {
  const view = fitViewport(PLACES, SIZE);
  expect(toScreen({ x: 10, y: 5 }, view, SIZE)).toEqual({ x: 400, y: 300 });
  for (const place of PLACES) {
    const { x, y } = toScreen(place, view, SIZE);
    expect(Math.min(x, SIZE.width - x, y, SIZE.height - y)).toBeGreaterThanOrEqual(48);
  }
});

it("returns finite numbers without points, with one point, and without space", () => {
  for (const view of [
    fitViewport([], SIZE),
    fitViewport([{ x: 3, y: 4 }], SIZE),
    fitViewport(PLACES, { width: 0, height: 0 }),
  ]) {
    expect(Object.values(view).every(Number.isFinite)).toBe(true);
    expect(view.scale).toBeGreaterThan(0);
  }
});

it("keeps the place under the pointer when it zooms, and limits the zoom", () => {
  const fitted = fitViewport(PLACES, SIZE);
  const pixel = { x: 120, y: 430 };
  const before = toMap(pixel, fitted, SIZE);
  const zoomed = zoomAt(fitted, 3, pixel, SIZE, fitted);
  expect(zoomed.scale).toBeCloseTo(fitted.scale * 3);
  expect(toScreen(before, zoomed, SIZE).x).toBeCloseTo(pixel.x);
  expect(toScreen(before, zoomed, SIZE).y).toBeCloseTo(pixel.y);
  expect(zoomAt(fitted, 1e9, pixel, SIZE, fitted).scale).toBeCloseTo(fitted.scale * 60);
  expect(zoomAt(fitted, 1e-9, pixel, SIZE, fitted).scale).toBeCloseTo(fitted.scale / 2);
});

it("moves the points with the pointer", () => {
  const view = fitViewport(PLACES, SIZE);
  const moved = pan(view, 40, -25);
  const place = { x: 1, y: 2 };
  const before = toScreen(place, view, SIZE);
  const after = toScreen(place, moved, SIZE);
  expect(after.x - before.x).toBeCloseTo(40);
  expect(after.y - before.y).toBeCloseTo(-25);
});

it("knows which places are inside a polygon that is not convex", () => {
  const polygon = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 5, y: 3 },
    { x: 0, y: 10 },
  ];
  expect(isInside({ x: 2, y: 5 }, polygon)).toBe(true);
  expect(isInside({ x: 5, y: 8 }, polygon)).toBe(false);
  expect(isInside({ x: 11, y: 1 }, polygon)).toBe(false);
  expect(isInside({ x: 1, y: 1 }, [])).toBe(false);
});
