import Database from "better-sqlite3";
import { type ErrorReason, RecollectError } from "../../core/errors.ts";

type Reason = Extract<ErrorReason, "disk_full" | "not_writable" | "busy" | "damaged_in_part" | "disk_failed">;

/** Codes of SQLite (sqlite.org/rescode.html) and of the file system (errno) by what the owner can do about them. */
const REASONS: readonly (readonly [RegExp, Reason])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, "disk_full"],
  [/^(SQLITE_(READONLY|PERM|CANTOPEN|AUTH)|EROFS|EACCES|EPERM)/, "not_writable"],
  [/^SQLITE_(BUSY|LOCKED)/, "busy"],
  [/^SQLITE_(CORRUPT|NOTADB)/, "damaged_in_part"],
  [/^(SQLITE_IOERR|EIO)/, "disk_failed"],
];

function reasonOf(code: string): Reason | undefined {
  return REASONS.find(([pattern]) => pattern.test(code))?.[1];
}

/** Turns a failure of the file system into a {@link RecollectError}; returns any other error unchanged. */
export function toFileError(error: unknown): unknown {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return error;
  const reason = reasonOf(String(error.code));
  if (reason === undefined) return error;
  return new RecollectError("storage", reason, { finding: error.message }, { cause: error });
}

/** Turns a failure of SQLite into a {@link RecollectError}; returns any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  // better-sqlite3 reports a statement after `close` this way.
  if (error instanceof TypeError && error.message === "The database connection is not open") {
    return new RecollectError("unavailable", "store_closed", {}, { cause: error });
  }
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message: finding } = error;
  const reason = reasonOf(code);
  return reason === undefined
    ? new RecollectError("storage", "database_failed", { finding, sqliteCode: code }, { cause: error })
    : new RecollectError("storage", reason, { finding }, { cause: error });
}

/** Runs a query; a failure is a rejected promise with an error of {@link toStorageError}. */
export async function withStorageErrors<T>(query: () => T | Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    throw toStorageError(error);
  }
}
