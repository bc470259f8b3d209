import { readFileSync } from "node:fs";
import { z } from "zod";
import { writePrivateFile } from "../platform/atomic-file.ts";

/** Where the window stood when it was last closed, in device-independent pixels. */
const windowState = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  maximized: z.boolean(),
});
export type WindowState = z.output<typeof windowState>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The saved place, or null where there is none or no screen shows enough of it to be taken hold of any more. */
export function readWindowState(file: string, screens: readonly Area[]): WindowState | null {
  try {
    const state = windowState.parse(JSON.parse(readFileSync(file, "utf8")));
    return screens.some((screen) => isReachable(state, screen)) ? state : null;
  } catch {
    return null;
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  writePrivateFile(file, JSON.stringify(state));
}

/** Whether at least 100 × 40 pixels of the window's upper edge lie on this screen. */
function isReachable(state: WindowState, screen: Area): boolean {
  const overlap = Math.min(state.x + state.width, screen.x + screen.width) - Math.max(state.x, screen.x);
  return overlap >= 100 && state.y >= screen.y && state.y <= screen.y + screen.height - 40;
}
