import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readWindowState, writeWindowState } from "./window-state.ts";

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const state = { x: 100, y: 50, width: 1200, height: 800, maximized: false };
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-window-state-"));
  file = path.join(folder, "window-state.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("restores position and size", () => {
  writeWindowState(file, state);
  expect(readWindowState(file, [screen])).toEqual(state);
});

it("drops a position that no screen shows", () => {
  const { x: _x, y: _y, ...size } = state;
  writeWindowState(file, { ...state, x: 2500 });
  expect(readWindowState(file, [screen])).toEqual(size);
  expect(readWindowState(file, [screen, { ...screen, x: 1920 }])).toEqual({ ...state, x: 2500 });
  writeWindowState(file, { ...state, y: 1070 });
  expect(readWindowState(file, [screen])).toEqual(size);
});

it("limits the size to the screen", () => {
  writeWindowState(file, { ...state, x: 2500, width: 3800, height: 2100 });
  expect(readWindowState(file, [screen])).toEqual({ width: 1920, height: 1080, maximized: false });
  writeWindowState(file, { ...state, width: 3800 });
  expect(readWindowState(file, [screen])).toEqual({ ...state, width: 1920 });
});

it("returns null for a missing or damaged file", () => {
  expect(readWindowState(file, [screen])).toBeNull();
  writeFileSync(file, "{}");
  expect(readWindowState(file, [screen])).toBeNull();
});
