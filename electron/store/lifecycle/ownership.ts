import { closeSync, openSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { isDamage } from "../../sqlite/damage.ts";
import { toStorageError } from "../../sqlite/storage-error.ts";
import { RecollectError } from "../../text/errors.ts";

/** The exclusive right of this process to use a data folder. */
interface Ownership {
  release(): void;
}

/** The connections that hold a lock. Without a reference, a connection and its lock would be garbage-collected. */
const locks = new Set<Database.Database>();

/**
 * Acquires the ownership of a data folder: an exclusive lock on a SQLite file, which the operating system releases when
 * the process ends in any way. A lock file would remain after a crash (ADR 0003).
 * @param path a file of its own, without data
 * @returns null if another process, or this one, already has it
 * @throws storage, for example if the disk is full
 */
export function acquireOwnership(path: string): Ownership | null {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new RecollectError("lock_damaged", { path });
  }
  createPrivate(path);
  const lock = new Database(path, { timeout: 0 });
  try {
    // A journal on disk could not be created on a full one.
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    if (isDamage(error)) throw new RecollectError("lock_damaged", { path }, { cause: error });
    throw toStorageError(error);
  }
  locks.add(lock);
  return {
    release() {
      if (!locks.delete(lock)) return;
      lock.exec("ROLLBACK");
      lock.close();
    },
  };
}

/** SQLite would create the file readable for others, who could then hold a read lock and keep the owner out. */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch {
    // SQLite reports the problem.
  }
}
