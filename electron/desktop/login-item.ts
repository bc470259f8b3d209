import { homedir } from "node:os";
import { app } from "electron";
import type { LoginItem } from "../ipc/settings.ts";
import { appImageOf } from "../platform/app-image.ts";
import { createAutostartFile } from "../platform/autostart-file.ts";

const ARGUMENTS = ["--hidden"];

/** Start at login as this system does it; null while developing, where there is no program of ours to start. */
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
