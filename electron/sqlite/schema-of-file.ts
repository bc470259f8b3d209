import Database from "better-sqlite3";
import { hasLog, headerFinding, readHeader, versionIn } from "./header.ts";
import { schemaVersion } from "./migrate.ts";

/**
 * Returns the schema version of a database that no connection has open; 0 if there is none or it is damaged. Reads only
 * the header, unless a write-ahead log is left that may have a newer one: a connection would create files next to it.
 */
export function schemaOfFile(path: string): number {
  const header = readHeader(path);
  const isLogged = hasLog(path);
  if (header === null || headerFinding(header, true) !== null) return 0;
  if (isLogged) {
    const version = schemaWithLog(path);
    if (version !== null) return version;
  }
  return versionIn(header);
}

/** Null if it cannot be read: who opens the database reports the damage. */
function schemaWithLog(path: string): number | null {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
    try {
      return schemaVersion(database);
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}
