import { homedir } from "node:os";
import { app } from "electron";
import type { LoginItem } from "../ipc/settings.ts";
import { createAutostartFile } from "../platform/autostart-file.ts";

const ARGUMENTS = ["--hidden"];

/** Start at login as this system does it; null while developing, where there is no program of ours to start. */
export function createLoginItem(): LoginItem | null {
  if (!app.isPackaged) return null;
  if (process.platform === "linux") {
    // An AppImage is mounted at another place each time; APPIMAGE names the file itself.
    return createAutostartFile(process.env, homedir(), [process.env.APPIMAGE ?? process.execPath, ...ARGUMENTS]);
  }
  return {
    isEnabled: () => app.getLoginItemSettings({ args: ARGUMENTS }).openAtLogin,
    setEnabled: (enabled) => app.setLoginItemSettings({ openAtLogin: enabled, args: ARGUMENTS }),
  };
}
