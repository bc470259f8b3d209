import { spawn } from "node:child_process";
import { homedir } from "node:os";
import type { Diagnostics } from "./diagnostics.ts";
import type { StartCommand } from "./start-command.ts";
import { takeStartLock } from "./start-lock.ts";

export interface AppStarter {
  /**
   * Starts the application unless another shim is at it; call again while waiting, so that the next shim takes over
   * where the first one failed. Answers why nothing can be started, or null.
   */
  start(): string | null;
  /** Lets others start again; called when the application answers, or was given up. */
  finish(): void;
}

/** Starts the application as a process of its own, which lives on when the shim ends. */
export function createAppStarter(
  command: StartCommand | null,
  lockFile: string,
  logFolder: string,
  diagnostics: Diagnostics,
): AppStarter {
  let releaseLock: (() => void) | null = null;
  let failure: string | null = null;

  const finish = () => {
    releaseLock?.();
    releaseLock = null;
  };

  return {
    start() {
      if (command === null) return "Nothing is known here that would start it. Start Recollect, then try again.";
      if (releaseLock !== null) return failure;
      releaseLock = takeStartLock(lockFile);
      if (releaseLock === null) return null;
      failure = null;
      const line = [command.program, ...command.arguments].join(" ");
      diagnostics.tell(`Recollect is not running; starting it: ${line}`);
      const child = spawn(command.program, command.arguments, {
        detached: true,
        stdio: "ignore",
        cwd: homedir(),
        env: command.env,
        windowsHide: true,
      });
      child.on("error", (error) => {
        failure = `It could not be started (${error.message}). Tried: ${line}`;
      });
      child.on("exit", (code, signal) => {
        // A clean exit is an instance that found another one there.
        if (code !== 0)
          failure = `It ended at once (${signal ?? `exit code ${code}`}). See the log files in ${logFolder}.`;
      });
      child.unref();
      return null;
    },
    finish,
  };
}
