import Database from "better-sqlite3";
import { RecollectError } from "../core/errors.ts";

/** What the codes of SQLite and of the file system mean to the owner: why, and what to do. */
const REASONS: readonly (readonly [RegExp, string, string])[] = [
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    "disk_full",
    "The disk is full. Free some space and try again; nothing that was acknowledged is lost.",
  ],
  [
    /^(SQLITE_(READONLY|PERM|CANTOPEN|AUTH)|EROFS|EACCES|EPERM)/,
    "not_writable",
    "Recollect may not write in its data folder. Check the folder's permissions.",
  ],
  [/^SQLITE_(BUSY|LOCKED)/, "busy", "Another program holds the database. Close it and try again."],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    "damaged_in_part",
    "The database is damaged. Restart Recollect: it will offer the newest backup.",
  ],
  [
    /^(SQLITE_IOERR|EIO)/,
    "disk_failed",
    "The disk failed to read or write. Check the disk; the newest backup is in the backups folder.",
  ],
];

/** True where SQLite says that the file is not, or no longer, a sound database. */
export function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** A failure of the file system, told like the database's; every other error as it is. */
export function toFileError(error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  const [, reason, hint] = REASONS.find(([pattern]) => pattern.test(String(error.code))) ?? [];
  if (hint === undefined) return error;
  return new RecollectError("storage", `A file could not be written: ${error.message}.`, {
    hint,
    details: { reason, finding: error.message },
    cause: error,
  });
}

/** Turns SQLite's failures into the application's; leaves everything else as it is. */
export function toStorageError(error: unknown): unknown {
  // better-sqlite3's own words for a question that came after the close.
  if (error instanceof TypeError && error.message === "The database connection is not open") {
    return new RecollectError("unavailable", "Recollect is stopping.", {
      hint: "Try again when it runs.",
      cause: error,
    });
  }
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message } = error;
  const [, reason, hint] = REASONS.find(([pattern]) => pattern.test(code)) ?? [];
  return new RecollectError("storage", `The database failed: ${message} (${code}).`, {
    ...(hint === undefined ? {} : { hint, details: { reason, finding: message } }),
    cause: error,
  });
}

/** Runs a question; its failures arrive as a rejected promise with the application's own error. */
export async function answer<T>(question: () => T | Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    throw toStorageError(error);
  }
}
