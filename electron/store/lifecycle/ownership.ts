import { accessSync, closeSync, constants, existsSync, openSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { toFileError } from "../../core/util/file-error.ts";
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
 * @throws storage, for example if the disk is full; permission_denied if the file is another user's
 */
export function acquireOwnership(path: string): Ownership | null {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new RecollectError("lock_damaged", { path });
  }
  createPrivate(path);
  let lock: Database.Database | null = null;
  try {
    // SQLite opens a file that it may not write for reading, and its exclusive lock then excludes nobody.
    if (existsSync(path)) accessSync(path, constants.W_OK);
    lock = new Database(path, { timeout: 0 });
    // A journal on disk could not be created on a full one.
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    if (isDamage(error)) throw new RecollectError("lock_damaged", { path }, { cause: error });
    if (isOfAnother(path)) throw new RecollectError("lock_of_another", { path }, { cause: error });
    throw toFileError(toStorageError(error));
  }
  const held = lock;
  locks.add(held);
  return {
    release() {
      if (!locks.delete(held)) return;
      held.exec("ROLLBACK");
      held.close();
    },
  };
}

function isOfAnother(path: string): boolean {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  return owner !== undefined && process.getuid !== undefined && owner !== process.getuid();
}

/** SQLite would create the file readable for others, who could then hold a read lock and keep the owner out. */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch {
    // SQLite reports the problem.
  }
}
