import { closeSync, openSync, readSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { schemaVersion } from "./migrate.ts";

/** sqlite.org/fileformat.html: the magic text, and `user_version` as a big-endian number. */
const MAGIC = "SQLite format 3\0";
/** The payload fractions, which are the same in every database: in a header with others, nothing else is reliable. */
const FRACTIONS = Buffer.from([64, 32, 32]);
const FRACTIONS_OFFSET = 21;
const USER_VERSION_OFFSET = 60;
const HEADER_LENGTH = 100;

/**
 * Returns the schema version of a database that no connection has open; 0 if there is none or it is damaged. Reads only
 * the header, unless a write-ahead log is left that may have a newer one: a connection would create files next to it.
 */
export function schemaOfFile(path: string): number {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    const version = schemaWithLog(path);
    if (version !== null) return version;
  }
  const header = readHeader(path);
  return header !== null && isIntact(header) ? header.readUInt32BE(USER_VERSION_OFFSET) : 0;
}

function isIntact(header: Buffer): boolean {
  const fractions = header.subarray(FRACTIONS_OFFSET, FRACTIONS_OFFSET + FRACTIONS.length);
  return header.toString("latin1", 0, MAGIC.length) === MAGIC && fractions.equals(FRACTIONS);
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

function readHeader(path: string): Buffer | null {
  try {
    const file = openSync(path, "r");
    try {
      const header = Buffer.alloc(HEADER_LENGTH);
      return readSync(file, header, 0, HEADER_LENGTH, 0) === HEADER_LENGTH ? header : null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
