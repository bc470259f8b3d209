import Database from "better-sqlite3";
import { storageReasonOf } from "../core/util/file-error.ts";
import { RecollectError } from "../text/errors.ts";

/** Turns a failure of SQLite into a {@link RecollectError}; returns any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  // better-sqlite3 reports a statement after `close` this way.
  if (error instanceof TypeError && error.message === "The database connection is not open") {
    return new RecollectError("store_closed", {}, { cause: error });
  }
  if (!(error instanceof Database.SqliteError)) return error;
  const { code, message: finding } = error;
  const reason = storageReasonOf(code);
  return reason === undefined
    ? new RecollectError("database_failed", { finding, sqliteCode: code }, { cause: error })
    : new RecollectError(reason, { finding }, { cause: error });
}

/** Runs a query; a failure is a rejected promise with an error of {@link toStorageError}. */
export async function withStorageErrors<T>(query: () => T | Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    throw toStorageError(error);
  }
}
