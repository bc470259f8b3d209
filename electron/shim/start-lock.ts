import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { isAlive } from "../platform/endpoint-file.ts";

/** A start takes at most 20 s; a lock older than this was left behind by one that died. */
const STALE_AFTER_MS = 30_000;

/**
 * Takes the right to start the application, so that several shims that wake together start one; null where another has
 * it. Calling the result gives it back. The application itself sees to it that only one owns the data: this lock only
 * spares the others the attempt.
 */
export function takeStartLock(file: string): (() => void) | null {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  return tryLock(file) ?? (removeStale(file) ? tryLock(file) : null);
}

function tryLock(file: string): (() => void) | null {
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

function removeStale(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, "utf8"));
    const age = Date.now() - statSync(file).mtimeMs;
    // An empty file is one whose holder has not yet written its id.
    const held = holder > 0 ? isAlive(holder) && age < STALE_AFTER_MS : age < STALE_AFTER_MS;
    if (held) return false;
    rmSync(file, { force: true });
    return true;
  } catch {
    // The holder gave it back meanwhile.
    return true;
  }
}
