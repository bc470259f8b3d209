import Database from "better-sqlite3";

/** What SQLite reports with the general code SQLITE_ERROR for a header or a schema that it cannot read. */
const UNREADABLE = /^(unsupported file format|malformed database schema|vtable constructor failed)/;
/** The same for tables of another schema version than the header has. */
const OTHER_TABLES =
  /^(no such (table|column|index|module)|table .* has no column|duplicate column name|.* already exists)/;

/** A file that is not a database, or one of another program. */
export class UnusableFile extends Error {}

/** Whether SQLite failed because the file is damaged or is not a database. */
export function isDamage(error: unknown): boolean {
  if (error instanceof UnusableFile) return true;
  if (!(error instanceof Database.SqliteError)) return false;
  return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code) || UNREADABLE.test(error.message);
}

/** Whether opening or migrating a database failed because it does not have the tables of its version. */
export function hasOtherTables(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === "SQLITE_ERROR" && OTHER_TABLES.test(error.message);
}
