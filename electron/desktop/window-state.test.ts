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

it("remembers place and size", () => {
  writeWindowState(file, state);
  expect(readWindowState(file, [screen])).toEqual(state);
});

it("forgets a place that no screen shows any more", () => {
  const { x: _x, y: _y, ...size } = state;
  writeWindowState(file, { ...state, x: 2500 });
  expect(readWindowState(file, [screen])).toEqual(size);
  expect(readWindowState(file, [screen, { ...screen, x: 1920 }])).toEqual({ ...state, x: 2500 });
  writeWindowState(file, { ...state, y: 1070 });
  expect(readWindowState(file, [screen])).toEqual(size);
});

it("is no larger than the screen it opens on", () => {
  writeWindowState(file, { ...state, x: 2500, width: 3800, height: 2100 });
  expect(readWindowState(file, [screen])).toEqual({ width: 1920, height: 1080, maximized: false });
  writeWindowState(file, { ...state, width: 3800 });
  expect(readWindowState(file, [screen])).toEqual({ ...state, width: 1920 });
});

it("takes a missing or broken file for none", () => {
  expect(readWindowState(file, [screen])).toBeNull();
  writeFileSync(file, "{}");
  expect(readWindowState(file, [screen])).toBeNull();
});
