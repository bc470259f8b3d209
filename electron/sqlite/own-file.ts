import { closeSync, openSync, statSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { UnusableFile } from "./damage.ts";
import { hasLog, headerFinding, readHeader } from "./header.ts";
import { schemaVersion } from "./migrate.ts";

/**
 * Creates a file that only its owner may read, if it is missing.
 * @throws {@link UnusableFile} for a folder, and for a file of some bytes: SQLite would overwrite it
 */
export function createPrivateFile(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) throw new UnusableFile("It is a folder.");
  if (stat !== undefined && stat.size > 0 && readHeader(file) === null) throw new UnusableFile("It is too short.");
  closeSync(openSync(file, "a", 0o600));
}

/** An empty file that shows that a database was created. Not every start creates the request log. */
export const markOf = (file: string): string => `${file}.created`;

/** Creates the {@link markOf} a database. Without it, a later start does not notice that the database is missing. */
export function markCreated(file: string): void {
  try {
    closeSync(openSync(markOf(file), "a", 0o600));
  } catch {
    // A full disk.
  }
}

/**
 * Checks that an open database is new, or one of these tables. Call before the first statement that can change it.
 * @throws {@link UnusableFile} for a database of another program, and for a damaged header
 */
export function assertOwnFile(database: Database, tables: readonly string[]): void {
  const found = new Set(
    database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
  );
  const isNew = found.size === 0 && schemaVersion(database) === 0;
  if (isNew) return;
  if (schemaVersion(database) === 0 || !tables.every((table) => found.has(table))) {
    throw new UnusableFile("It has the tables of another program.");
  }
  const header = readHeader(database.name);
  const finding = header === null ? "Its header cannot be read." : headerFinding(header, hasLog(database.name));
  if (finding !== null) throw new UnusableFile(finding);
}
