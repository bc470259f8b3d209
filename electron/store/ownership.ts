import Database from "better-sqlite3";
import { toStorageError } from "./storage-error.ts";

/** The right to use a data folder, held until released or until the process ends, however it ends. */
export interface Ownership {
  release(): void;
}

/** Locks that are held: a connection nobody refers to is collected as garbage, and its lock with it. */
const held = new Set<Database.Database>();

/**
 * Takes the one ownership of a data folder: an exclusive lock that the operating system frees when the process dies
 * (a lock file would stay behind). `path` is a file of its own that never holds data.
 * @returns null when another process, or this one, holds it already
 * @throws storage, on a full disk for example
 */
export function acquireOwnership(path: string): Ownership | null {
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw toStorageError(error);
  }
  held.add(lock);
  return {
    release() {
      if (!held.delete(lock)) return;
      lock.exec("ROLLBACK");
      lock.close();
    },
  };
}
