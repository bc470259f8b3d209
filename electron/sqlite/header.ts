import { closeSync, openSync, readSync, statSync } from "node:fs";

/** sqlite.org/fileformat.html, section 1.3: the fields that have the same value in every database of Recollect. */
const HEADER_LENGTH = 100;
const MAGIC = "SQLite format 3\0";
const PAGE_SIZE = { offset: 16, value: 4096 };
const VERSIONS = [
  { offset: 18, name: "write version" },
  { offset: 19, name: "read version" },
];
/** Rollback journal, and write-ahead log. */
const KNOWN_VERSIONS = [1, 2];
const RESERVED_OFFSET = 20;
/** The payload fractions. */
const FRACTIONS = Buffer.from([64, 32, 32]);
const FRACTIONS_OFFSET = 21;
const FORMAT = { offset: 44, value: 4 };
const ENCODING = { offset: 56, utf8: 1 };
const USER_VERSION_OFFSET = 60;
/** No release will have so many migrations: a header with a higher number is damaged. */
const MAX_SCHEMA_VERSION = 1_000;

/** The first bytes of a database; null if the file is missing, shorter, or no file. */
export function readHeader(path: string): Buffer | null {
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

/** Whether a database has a write-ahead log with content: its process did not stop cleanly. */
export function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** The schema version in a header. */
export function versionIn(header: Buffer): number {
  return header.readInt32BE(USER_VERSION_OFFSET);
}

/** Whether a number can be a schema version. */
export function isSchemaVersion(version: number): boolean {
  return version >= 0 && version <= MAX_SCHEMA_VERSION;
}

/**
 * The problem of the header of a database of Recollect, which has tables. Null if it is valid.
 * @param isLogged whether there is a write-ahead log: the tables of a new database may be only there
 */
export function headerFinding(header: Buffer, isLogged: boolean): string | null {
  const isNot = (offset: number, value: number) => {
    const found = header.readUInt32BE(offset);
    return found !== value && !(isLogged && found === 0);
  };
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) return "The file does not start as a SQLite database.";
  if (header.readUInt16BE(PAGE_SIZE.offset) !== PAGE_SIZE.value) return "The header has a wrong page size.";
  const wrong = VERSIONS.find(({ offset }) => !KNOWN_VERSIONS.includes(header[offset] ?? 0));
  if (wrong !== undefined) return `The header has an unknown ${wrong.name}.`;
  if (header[RESERVED_OFFSET] !== 0) return "The header has a wrong size of reserved space.";
  if (!header.subarray(FRACTIONS_OFFSET, FRACTIONS_OFFSET + FRACTIONS.length).equals(FRACTIONS)) {
    return "The header has wrong payload fractions.";
  }
  if (isNot(FORMAT.offset, FORMAT.value)) return "The header has an unknown schema format.";
  if (isNot(ENCODING.offset, ENCODING.utf8)) return "The header has a wrong text encoding.";
  if (!isSchemaVersion(versionIn(header))) return "The header has a wrong schema version.";
  return null;
}
