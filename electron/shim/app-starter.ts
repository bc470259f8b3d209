import { type ChildProcess, spawn } from "node:child_process";
import { homedir } from "node:os";
import type { Diagnostics } from "./diagnostics.ts";
import type { StartCommand } from "./start-command.ts";
import { takeStartLock } from "./start-lock.ts";

export interface AppStarter {
  /**
   * Sees to it that the application is being started, by this shim or another; called again and again while waiting, so
   * that the next shim takes over where the first one failed. Answers why nothing can be started, or null.
   */
  start(): string | null;
  /** Lets others start again; called when the application answers, or was given up. */
  finish(): void;
}

/** One that dies while it starts gets a second try: it may have been stopped by someone. */
const MAX_TRIES = 2;

/** Starts the application as a process of its own, which lives on when the shim ends. */
export function createAppStarter(
  command: StartCommand | null,
  lockFile: string,
  logFolder: string,
  diagnostics: Diagnostics,
): AppStarter {
  let releaseLock: (() => void) | null = null;
  let child: ChildProcess | null = null;
  let tries = 0;
  let failure: string | null = null;

  const launch = ({ program, arguments: args, env }: StartCommand) => {
    const line = [program, ...args].join(" ");
    diagnostics.tell(`Recollect is not running; starting it: ${line}`);
    tries += 1;
    failure = null;
    const started = spawn(program, args, { detached: true, stdio: "ignore", cwd: homedir(), env, windowsHide: true });
    const fail = (reason: string) => {
      // One that ends later, after it served, did not fail to start.
      if (child === started) failure = reason;
    };
    started.on("error", (error) => fail(`It could not be started (${error.message}). Tried: ${line}`));
    started.on("exit", (code, signal) => {
      // A clean exit is an instance that found another one there.
      if (code !== 0) fail(`It ended at once (${signal ?? `exit code ${code}`}). See the log files in ${logFolder}.`);
    });
    started.unref();
    child = started;
  };

  return {
    start() {
      if (command === null) return "Nothing is known here that would start it. Start Recollect, then try again.";
      releaseLock ??= takeStartLock(lockFile);
      if (releaseLock === null) return null;
      if (child === null || (failure !== null && tries < MAX_TRIES)) launch(command);
      return failure;
    },
    finish() {
      releaseLock?.();
      releaseLock = null;
      child = null;
      tries = 0;
      failure = null;
    },
  };
}
