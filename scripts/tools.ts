/** Where the programs are that the scripts start, and what to do where one is missing. */
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Electron's executable: the folder in ELECTRON_OVERRIDE_DIST_PATH, the fetched one, or the official package's own. */
export function findElectron(env: NodeJS.ProcessEnv): string | null {
  const official = path.join(root, "node_modules", "electron", "dist");
  const executable =
    process.platform === "darwin"
      ? path.join("Electron.app", "Contents", "MacOS", "Electron")
      : process.platform === "win32"
        ? "electron.exe"
        : "electron";
  const folders = [env.ELECTRON_OVERRIDE_DIST_PATH, path.join(root, ".electron"), official];
  return firstExisting(folders.map((folder) => folder && path.join(folder, executable)));
}

/** A Chromium for tests: RECOLLECT_CHROMIUM, or where distributions and installers put it. */
export function findChromium(env: NodeJS.ProcessEnv): string | null {
  return firstExisting([
    env.RECOLLECT_CHROMIUM,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ]);
}

/** Whether windows can be shown here. */
export function hasDisplay(env: NodeJS.ProcessEnv): boolean {
  return process.platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** Chromium refuses its sandbox to root; only then is it given up, and only for what these scripts start. */
export function sandboxArguments(): string[] {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}

function firstExisting(files: readonly (string | undefined | "")[]): string | null {
  return files.find((file): file is string => Boolean(file) && existsSync(file as string)) ?? null;
}
