import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { Clock, Logger } from "../core/ports.ts";

export type LogDatabase = Database.Database;

/** Raised with every change of the tables; a log of a version that no migration starts from is set aside. */
const SCHEMA_VERSION = 4;

/** The rates are read from this index alone. */
const RATE_INDEX = `
  CREATE INDEX request_by_time ON request (at, direction, outcome, duration_ms, method, client_name, refusal, requests);`;
const PINNED_INDEX = "CREATE INDEX request_pinned ON request (id) WHERE pinned = 1;";
const REFUSED_INDEX = "CREATE INDEX request_refused ON request (id) WHERE refusal IS NOT NULL;";

/** What brings a log of the version that is the key to the next one. */
const MIGRATIONS: Readonly<Record<number, string>> = {
  1: `ALTER TABLE request ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0; ${PINNED_INDEX}`,
  2: "ALTER TABLE request ADD COLUMN subject TEXT; ALTER TABLE client ADD COLUMN subject TEXT;",
  3: `
    ALTER TABLE request ADD COLUMN refusal TEXT;
    ALTER TABLE request ADD COLUMN claimed TEXT;
    ALTER TABLE request ADD COLUMN requests INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE request ADD COLUMN replay_of INTEGER;
    ALTER TABLE request_body ADD COLUMN response_headers TEXT;
    ALTER TABLE request_body ADD COLUMN read_ms REAL;
    ALTER TABLE request_body ADD COLUMN first_byte_ms REAL;
    UPDATE request SET refusal = 'invalid' WHERE http_status = 401;
    DROP INDEX request_by_time;
    ${RATE_INDEX}
    ${REFUSED_INDEX}`,
};

const SCHEMA = `
  CREATE TABLE request (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    direction TEXT NOT NULL,
    client_name TEXT COLLATE NOCASE,
    client_version TEXT,
    subject TEXT,
    session_id TEXT,
    transport TEXT NOT NULL,
    era TEXT,
    protocol_version TEXT,
    method TEXT COLLATE NOCASE,
    target TEXT COLLATE NOCASE,
    message_id TEXT,
    outcome TEXT NOT NULL,
    error_code TEXT,
    http_status INTEGER,
    duration_ms REAL NOT NULL,
    request_bytes INTEGER NOT NULL,
    response_bytes INTEGER NOT NULL,
    truncated INTEGER NOT NULL,
    pinned INTEGER NOT NULL DEFAULT 0,
    refusal TEXT,
    claimed TEXT,
    requests INTEGER NOT NULL DEFAULT 1,
    replay_of INTEGER
  ) STRICT;
  CREATE INDEX request_by_client ON request (client_name);
  CREATE INDEX request_by_method ON request (method);
  CREATE INDEX request_by_outcome ON request (outcome);
  ${RATE_INDEX}
  ${PINNED_INDEX}
  ${REFUSED_INDEX}

  -- Apart from the rows, so that lists and counts do not read past the bodies.
  CREATE TABLE request_body (
    request_id INTEGER PRIMARY KEY REFERENCES request (id) ON DELETE CASCADE,
    request_body TEXT,
    response_body TEXT,
    request_headers TEXT NOT NULL,
    response_headers TEXT,
    read_ms REAL,
    first_byte_ms REAL
  ) STRICT;

  CREATE TABLE client (
    name TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    subject TEXT,
    transport TEXT NOT NULL,
    era TEXT,
    protocol_version TEXT,
    project TEXT,
    last_seen_at INTEGER NOT NULL,
    last_method TEXT,
    day TEXT NOT NULL,
    requests INTEGER NOT NULL,
    captures INTEGER NOT NULL,
    errors INTEGER NOT NULL
  ) STRICT;
`;

/**
 * Opens the log's database, created where it is missing. One that is damaged, or of another version of the tables, is
 * renamed to `….set-aside-<time>` (the newest such file is kept) and a new one begun, with a warning.
 */
export function openLogFile(file: string, clock: Clock, logger: Logger): LogDatabase {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    return openDatabase(file);
  } catch (error) {
    if (!isDamage(error) && !isOtherFile(error)) throw error;
    return replaceLogFile(file, clock, logger, error);
  }
}

/** Sets the file aside and begins a new one. The database must be closed. */
export function replaceLogFile(file: string, clock: Clock, logger: Logger, cause: unknown): LogDatabase {
  const aside = `${file}.set-aside-${clock.now()}`;
  removeOlderSetAside(file);
  for (const suffix of ["", "-wal", "-shm"]) {
    try {
      renameSync(`${file}${suffix}`, `${aside}${suffix}`);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
  logger.warn("The request log could not be read; it was set aside and a new one begun.", {
    file,
    setAside: aside,
    cause: cause instanceof Error ? cause.message : String(cause),
  });
  return openDatabase(file);
}

/** Whether a failure means that the file's content cannot be used, now or ever. */
export function isDamage(error: unknown): boolean {
  // A SyntaxError comes from stored headers that are no JSON: overwritten where SQLite keeps no checksum.
  if (error instanceof SyntaxError) return true;
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** At opening, a failed statement means tables that are not ours. */
function isOtherFile(error: unknown): boolean {
  return error instanceof OtherSchemaError || (error instanceof Database.SqliteError && error.code === "SQLITE_ERROR");
}

class OtherSchemaError extends Error {}

function openDatabase(file: string): LogDatabase {
  // The log shows what memories say: created readable by its owner alone, and SQLite gives its side files the same mode.
  closeSync(openSync(file, "a", 0o600));
  const database = new Database(file);
  try {
    database.pragma("auto_vacuum = INCREMENTAL");
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    database.pragma("foreign_keys = ON");
    // A quarter of what better-sqlite3 takes: the log is written at its end, and read without coming back.
    database.pragma("cache_size = -4000");
    bringUpToDate(database);
    // A look at both ends finds most damage at once; the rest is met when it is read.
    database.prepare("SELECT min(id), max(id), (SELECT count(*) FROM client) FROM request").get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes the tables, or brings those of an older version to this one: all of it or nothing. */
function bringUpToDate(database: LogDatabase): void {
  const found = Number(database.pragma("user_version", { simple: true }));
  if (found === SCHEMA_VERSION) return;
  database.transaction(() => {
    if (found === 0) database.exec(SCHEMA);
    for (let version = found; version !== 0 && version !== SCHEMA_VERSION; version += 1) {
      const migration = MIGRATIONS[version];
      if (migration === undefined) {
        throw new OtherSchemaError(`The tables are of version ${found}; this is version ${SCHEMA_VERSION}.`);
      }
      database.exec(migration);
    }
    database.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}

function removeOlderSetAside(file: string): void {
  const folder = path.dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${path.basename(file)}.set-aside-`)) rmSync(path.join(folder, name), { force: true });
  }
}
