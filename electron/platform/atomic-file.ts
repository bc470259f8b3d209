import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { toFileError } from "../core/util/file-error.ts";

/**
 * Writes a small file atomically, readable only by its owner (mode 0600): a reader sees the old content or the new one.
 * Creates a missing folder (mode 0700). Synchronous, because it is used at start and at exit.
 * @throws storage
 */
export function writePrivateFile(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: "wx", flush: true });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw toFileError(error);
  }
}

/** Deletes the temporary files of processes that were killed in {@link writePrivateFile}. Call before others write. */
export function removeTemporaryFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (/\.[0-9a-f]{8}\.tmp$/.test(name)) rmSync(path.join(folder, name), { force: true });
  }
}
