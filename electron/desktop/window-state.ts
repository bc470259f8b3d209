import { readFileSync } from "node:fs";
import { z } from "zod";
import { writePrivateFile } from "../platform/atomic-file.ts";

/** The window's bounds when it was last closed, in device-independent pixels. */
const windowState = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  maximized: z.boolean(),
});
export type WindowState = z.output<typeof windowState>;

/** The bounds for a new window; without `x` and `y` the system chooses the position. */
export type WindowPlace = Omit<WindowState, "x" | "y"> & Partial<Pick<WindowState, "x" | "y">>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the saved bounds, at most as large as their screen. Leaves out the position if no screen shows enough of
 * the window to drag it, as after a display was removed. Null if nothing was saved.
 * @param screens their work areas, the primary one first
 */
export function readWindowState(file: string, screens: readonly Area[]): WindowPlace | null {
  const saved = read(file);
  if (saved === null) return null;
  const { x, y, maximized } = saved;
  const shown = screens.find((screen) => isReachable(saved, screen));
  const screen = shown ?? screens[0];
  const width = Math.min(saved.width, screen?.width ?? saved.width);
  const height = Math.min(saved.height, screen?.height ?? saved.height);
  return shown === undefined ? { width, height, maximized } : { x, y, width, height, maximized };
}

export function writeWindowState(file: string, state: WindowState): void {
  writePrivateFile(file, JSON.stringify(state));
}

function read(file: string): WindowState | null {
  try {
    return windowState.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** Whether at least 100 × 40 pixels of the window's top edge are on this screen. */
function isReachable(state: WindowState, screen: Area): boolean {
  const overlap = Math.min(state.x + state.width, screen.x + screen.width) - Math.max(state.x, screen.x);
  return overlap >= 100 && state.y >= screen.y && state.y <= screen.y + screen.height - 40;
}
