import { homedir } from "node:os";
import { app } from "electron";
import { appImageOf } from "../platform/app-image.ts";
import { createAutostartFile } from "../platform/autostart-file.ts";
import type { LoginItem } from "../window-api/settings.ts";

const ARGUMENTS = ["--hidden"];

/** Starts the application at login; null in development, because no program is installed. */
export function createLoginItem(): LoginItem | null {
  if (!app.isPackaged) return null;
  if (process.platform === "linux") {
    const program = appImageOf(process.env, process.execPath) ?? process.execPath;
    return createAutostartFile(process.env, homedir(), [program, ...ARGUMENTS]);
  }
  return {
    isEnabled: () => app.getLoginItemSettings({ args: ARGUMENTS }).openAtLogin,
    setEnabled: (enabled) => app.setLoginItemSettings({ openAtLogin: enabled, args: ARGUMENTS }),
  };
}
