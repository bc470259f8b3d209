/** Finds and runs the programs that the scripts need. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isAlive } from "../electron/platform/process-state.ts";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Read before anything else happens: once the parent has exited, it is the id of another process. */
const PARENT = process.ppid;
const PARENT_CHECK_INTERVAL_MS = 500;
/** On Ctrl+C both the terminal and npm send SIGINT. Programs treat a second signal as a request to exit immediately. */
const SAME_SIGNAL_MS = 500;

/**
 * Runs a program in place of this script: with its output and its exit code, until the script ends. npm signals only
 * the shell that it starts, and the shell exits without a signal to this script. So the program is also ended once this
 * script's parent has exited.
 */
export function runInForeground(command: string, args: readonly string[], env = process.env): void {
  if (isAbandoned()) process.exit(1);
  // A process group of its own: the terminal signals the script, and the script signals the program.
  const child = spawn(command, args, { env, stdio: "inherit", detached: process.platform !== "win32" });
  let signalledAt: number | null = null;
  const end = (signal: NodeJS.Signals) => {
    if (signalledAt !== null && performance.now() - signalledAt < SAME_SIGNAL_MS) return;
    signalledAt = performance.now();
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  setInterval(() => {
    if (signalledAt === null && isAbandoned()) end("SIGTERM");
  }, PARENT_CHECK_INTERVAL_MS).unref();
  child.on("error", (error) => {
    console.error(`${command} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));
}

/**
 * Whether npm started this script and its parent has exited. Without npm a script may outlive its parent, as with
 * nohup.
 */
function isAbandoned(): boolean {
  if (process.env.npm_lifecycle_event === undefined) return false;
  return process.ppid !== PARENT || !isAlive(PARENT);
}

/** Electron's executable: in ELECTRON_OVERRIDE_DIST_PATH, fetched, or from the official package. */
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
    // Without the user interface of the browser, it takes two thirds of the time.
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ]);
}

/** Whether a window can be shown. */
export function hasDisplay(env: NodeJS.ProcessEnv): boolean {
  return process.platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** Chromium does not run with its sandbox as root; it is disabled only then. */
export function sandboxArguments(): string[] {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}

function firstExisting(files: readonly (string | undefined | "")[]): string | null {
  return files.find((file): file is string => Boolean(file) && existsSync(file as string)) ?? null;
}
