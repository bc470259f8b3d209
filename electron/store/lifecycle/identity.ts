import type { Database } from "better-sqlite3";
import { hasLog, headerFinding, isSchemaVersion, readHeader } from "../../sqlite/header.ts";
import { latestVersion, schemaVersion } from "../../sqlite/migrate.ts";
import { RecollectError } from "../../text/errors.ts";
import { DamageFound } from "./damage.ts";
import { tablesAndIndexes, versionsWith } from "./known-schemas.ts";
import { MIGRATIONS } from "./migrations.ts";

/** `RCLT`, in the header of every database of memories (sqlite.org/fileformat.html#application_id). */
const APPLICATION_ID = 0x52_43_4c_54;

/** Marks a database as one of memories. Those of earlier versions have no mark. */
export function markAsOwn(database: Database): void {
  if (applicationIdOf(database) === 0) database.pragma(`application_id = ${APPLICATION_ID}`);
}

/**
 * Refuses a database of another program and one of a newer version.
 * @throws storage; {@link DamageFound} if the contents are memories and the header is not
 */
export function assertOwn(database: Database, path: string): void {
  const tables = new Set(
    database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
  );
  const isOwn = ["memories", "contents", "revisions"].every((name) => tables.has(name));
  const id = applicationIdOf(database);
  const found = schemaVersion(database);
  if (!isOwn && id !== APPLICATION_ID && (tables.size > 0 || id !== 0 || found !== 0)) {
    throw new RecollectError("database_foreign", { path });
  }
  const known = latestVersion(MIGRATIONS);
  const isOutdated = found < known && isOwn;
  const isWrong =
    (isOwn && id !== 0 && id !== APPLICATION_ID) ||
    (isOwn ? found < 1 : found > 0) ||
    !isSchemaVersion(found) ||
    // A migration would change tables that are newer.
    (isOutdated && !versionsWith(tablesAndIndexes(database)).includes(found));
  if (isWrong) throw new DamageFound("The header of the file does not match its contents.");
  if (isOwn) {
    const header = readHeader(path);
    const finding = header === null ? "The header of the file cannot be read." : headerFinding(header, hasLog(path));
    if (finding !== null) throw new DamageFound(finding);
  }
  if (found > known) throw new RecollectError("database_newer", { path, found, known });
}

function applicationIdOf(database: Database): number {
  return Number(database.pragma("application_id", { simple: true }));
}
