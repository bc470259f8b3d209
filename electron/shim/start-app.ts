import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { appImageOf } from "../platform/app-image.ts";
import type { DataFiles } from "../platform/paths.ts";
import { NODE_ARGUMENTS, withAllocatorSettings } from "../platform/process-memory.ts";
import { isAlive } from "../platform/process-state.ts";
import { FOR_CLIENT, HIDDEN } from "../platform/start-arguments.ts";
import { readStartFailure } from "../platform/start-failure.ts";
import { AppUnavailable } from "./app-unavailable.ts";
import type { Diagnostics } from "./diagnostics.ts";

/** The command that starts the application. */
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
  /** The folder of the shim's bundle. */
  readonly shimFolder: string;
  /** Whether Electron runs the shim, as Node. */
  readonly isElectron: boolean;
}

/**
 * Returns the command that starts the application, or null if there is none:
 * - `RECOLLECT_START_COMMAND`, a JSON list of program and arguments; an empty list means none;
 * - in an AppImage, the AppImage with `--hidden --for-client`; without a display, none;
 * - under Electron, that binary with `--hidden --for-client`, or the headless entry without a display;
 * - otherwise the application's headless entry, on the same Node.
 *
 * Variables that are meant only for the shim are not passed on.
 * @throws Error if `RECOLLECT_START_COMMAND` is not a list of strings
 */
export function findStartCommand(context: StartContext): StartCommand | null {
  const {
    ELECTRON_RUN_AS_NODE: _node,
    RECOLLECT_PROJECT: _project,
    RECOLLECT_START_COMMAND: given,
    ...env
  } = context.env;
  if (given !== undefined) return parseStartCommand(given, env);
  const appFolder = path.join(context.shimFolder, "..", "..");
  // The shim of an AppImage is a copy outside it, and the mount point is valid only for this process.
  const appImage = context.isElectron ? appImageOf(env, context.execPath) : null;
  if (appImage !== null)
    return hasDisplay(context) ? { program: appImage, arguments: [HIDDEN, FOR_CLIENT], env } : null;
  if (context.isElectron && hasDisplay(context)) {
    // A packaged binary contains its application.
    const packaged = path.extname(appFolder) === ".asar";
    return { program: context.execPath, arguments: [...(packaged ? [] : [appFolder]), HIDDEN, FOR_CLIENT], env };
  }
  const headless = path.join(appFolder, "dist", "electron", "headless.js");
  if (!existsSync(headless)) return null;
  return {
    program: context.execPath,
    arguments: [...NODE_ARGUMENTS, headless],
    env: context.isElectron ? { ...env, ELECTRON_RUN_AS_NODE: "1" } : env,
  };
}

function hasDisplay({ env, platform }: StartContext): boolean {
  return platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

function parseStartCommand(text: string, env: NodeJS.ProcessEnv): StartCommand | null {
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

/** A start takes at most 45 s (app-locator.ts); the process that wrote an older lock has failed. */
const STALE_LOCK_MS = 60_000;

/**
 * Takes the lock that lets one of several shims start the application. The application itself makes sure that only one
 * instance owns the data; the lock only avoids starting instances that would exit immediately.
 * @returns a function that releases the lock, or null if another process has it
 */
export function takeStartLock(file: string): (() => void) | null {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  return createLock(file) ?? (removeStaleLock(file) ? createLock(file) : null);
}

function createLock(file: string): (() => void) | null {
  try {
    const descriptor = openSync(file, "wx", 0o600);
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
    return () => rmSync(file, { force: true });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return null;
    throw error;
  }
}

function removeStaleLock(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, "utf8"));
    const ageMs = Date.now() - statSync(file).mtimeMs;
    // In an empty file the process id is yet to be written.
    const valid = ageMs < STALE_LOCK_MS && (!(holder > 0) || isAlive(holder));
    if (valid) return false;
    rmSync(file, { force: true });
    return true;
  } catch {
    // It was released after `createLock` failed.
    return true;
  }
}

/** The second attempt covers an application that was stopped while it started. */
const MAX_STARTS = 2;

/** Starts the application as a process of its own, which keeps running when the shim exits. */
export class AppStarter {
  readonly #command: StartCommand | null;
  readonly #lockFile: string;
  readonly #logFolder: string;
  readonly #failureFile: string;
  readonly #diagnostics: Diagnostics;
  #releaseLock: (() => void) | null = null;
  #child: ChildProcess | null = null;
  #starts = 0;
  #failure: AppUnavailable | null = null;

  constructor(command: StartCommand | null, files: DataFiles, diagnostics: Diagnostics) {
    this.#command = command;
    this.#lockFile = path.join(files.folder, "start.lock");
    this.#logFolder = files.logs;
    this.#failureFile = files.startFailure;
    this.#diagnostics = diagnostics;
  }

  /**
   * Makes sure that this shim or another one is starting the application. To be called repeatedly while waiting for it,
   * so that this shim takes over if the other one fails.
   * @returns why the application cannot be started, or null
   */
  start(): AppUnavailable | null {
    if (this.#command === null) return new AppUnavailable("app_start_unknown", {});
    this.#releaseLock ??= takeStartLock(this.#lockFile);
    if (this.#releaseLock === null) return null;
    if (this.#child === null || (this.#failure !== null && this.#starts < MAX_STARTS)) this.#spawn(this.#command);
    // An application with a window keeps running, and shows the problem.
    return this.#failure ?? this.#recordedFailure(this.#child);
  }

  /** Lets other shims start the application again. To be called once it responds, or when the wait is given up. */
  finish(): void {
    this.#releaseLock?.();
    this.#releaseLock = null;
    this.#child = null;
    this.#starts = 0;
    this.#failure = null;
  }

  /** Returns the reason that the application gave, or null if it gave none. */
  #recordedFailure(child: ChildProcess | null): AppUnavailable | null {
    const recorded = readStartFailure(this.#failureFile, child?.pid);
    if (recorded === null) return null;
    return new AppUnavailable("app_start_failed", { problem: recorded.message, remedy: recorded.hint });
  }

  #spawn({ program, arguments: args, env }: StartCommand): void {
    const line = [program, ...args].join(" ");
    this.#diagnostics.log(`Recollect is not running; starting it: ${line}`);
    this.#starts += 1;
    this.#failure = null;
    const child = spawn(program, args, {
      detached: true,
      stdio: "ignore",
      // Without its working folder, no program starts, and the error names the program.
      cwd: existsSync(homedir()) ? homedir() : path.parse(process.execPath).root,
      env: withAllocatorSettings(env),
      windowsHide: true,
    });
    const fail = (failure: AppUnavailable) => {
      // After `finish` the start has succeeded, and an exit is not a failure to start.
      if (this.#child === child) this.#failure = failure;
    };
    child.on("error", (error) =>
      fail(new AppUnavailable("app_start_command_failed", { command: line, problem: error.message })),
    );
    child.on("exit", (code, signal) => {
      // An instance that finds another one running exits with 0.
      if (code === 0) return;
      const end = signal === null ? `exit code ${code}` : signal;
      const exited = new AppUnavailable("app_exited_at_start", { end, logFolder: this.#logFolder });
      fail(this.#recordedFailure(child) ?? exited);
    });
    child.unref();
    this.#child = child;
  }
}
