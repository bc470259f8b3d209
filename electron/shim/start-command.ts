import { existsSync } from "node:fs";
import path from "node:path";
import { appImageOf } from "../platform/app-image.ts";

/** How the application is started: program, arguments, and its environment. */
export interface StartCommand {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export interface StartContext {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** The program that runs the shim. */
  readonly execPath: string;
  /** Folder of the shim's bundle. */
  readonly shimFolder: string;
  /** True where Electron runs the shim as Node does. */
  readonly isElectron: boolean;
}

/**
 * What starts the application from where the shim is:
 * - `RECOLLECT_START_COMMAND`, a JSON list of program and arguments; an empty list means that nothing is started;
 * - run from an AppImage, that one with `--hidden`; where there is no display, nothing;
 * - run by Electron, that binary with `--hidden`, or the headless entry on it where there is no display;
 * - else the headless entry beside the shim's bundle, on the same Node.
 *
 * Null where there is nothing to start. What was meant for the shim alone is not handed on.
 */
export function findStartCommand(context: StartContext): StartCommand | null {
  const {
    ELECTRON_RUN_AS_NODE: _node,
    RECOLLECT_PROJECT: _project,
    RECOLLECT_START_COMMAND: given,
    ...env
  } = context.env;
  if (given !== undefined) return readCommand(given, env);
  const appFolder = path.join(context.shimFolder, "..", "..");
  // Its shim is a copy outside, and where it is mounted holds as long as this process.
  const appImage = context.isElectron ? appImageOf(env, context.execPath) : null;
  if (appImage !== null) return hasDisplay(context) ? { program: appImage, arguments: ["--hidden"], env } : null;
  if (context.isElectron && hasDisplay(context)) {
    // Packaged, the binary knows its application.
    const packaged = path.extname(appFolder) === ".asar";
    return { program: context.execPath, arguments: packaged ? ["--hidden"] : [appFolder, "--hidden"], env };
  }
  const headless = path.join(appFolder, "dist", "electron", "headless.js");
  if (!existsSync(headless)) return null;
  return {
    program: context.execPath,
    arguments: [headless],
    env: context.isElectron ? { ...env, ELECTRON_RUN_AS_NODE: "1" } : env,
  };
}

function hasDisplay({ env, platform }: StartContext): boolean {
  return platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function readCommand(text: string, env: NodeJS.ProcessEnv): StartCommand | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (!Array.isArray(value) || !value.every((part) => typeof part === "string")) {
    throw new Error("RECOLLECT_START_COMMAND must be a JSON list of strings: the program and its arguments.");
  }
  const [program, ...rest] = value;
  return program === undefined ? null : { program, arguments: rest, env };
}
