import Database from "better-sqlite3";

/** What SQLite reports with the general code SQLITE_ERROR for a header or a schema that it cannot read. */
const UNREADABLE = /^(unsupported file format|malformed database schema|vtable constructor failed)/;

/** Whether SQLite failed because the file is damaged or is not a database. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return false;
  return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code) || UNREADABLE.test(error.message);
}
