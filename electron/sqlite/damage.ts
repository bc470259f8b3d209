import Database from "better-sqlite3";

/** Whether SQLite failed because the file is damaged or is not a database. */
export function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}
