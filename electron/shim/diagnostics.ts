import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import path from "node:path";

export interface Diagnostics {
  /** One sentence for the person who looks why something does not work. */
  tell(message: string): void;
}

const MAX_LOG_BYTES = 256 * 1024;

/** Writes to stderr, which clients show or keep, and to `shim.log`, which holds at most twice 256 KiB. Never throws. */
export function createDiagnostics(logFile: string): Diagnostics {
  return {
    tell(message) {
      try {
        process.stderr.write(`recollect: ${message}\n`);
      } catch {
        // Nobody reads it.
      }
      try {
        mkdirSync(path.dirname(logFile), { recursive: true, mode: 0o700 });
        turnOver(logFile);
        appendFileSync(logFile, `${new Date().toISOString()} ${process.pid} ${message}\n`, { mode: 0o600 });
      } catch {
        // A full disk must not end a connection.
      }
    },
  };
}

function turnOver(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(logFile, `${logFile}.1`);
}
