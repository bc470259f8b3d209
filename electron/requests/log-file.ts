import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { Clock, Logger } from "../core/ports.ts";
import { setAside } from "../core/util/set-aside.ts";
import { isDamage } from "../sqlite/damage.ts";
import { latestVersion, type Migration, migrate, schemaVersion } from "../sqlite/migrate.ts";
import { assertOwnFile, createPrivateFile, markCreated } from "../sqlite/own-file.ts";

/** Every migration, in order. A released one is never changed. A log of an unknown version is set aside. */
const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "requests",
    up: (database) =>
      database.exec(`
        CREATE TABLE request (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          at INTEGER NOT NULL,
          direction TEXT NOT NULL,
          client_name TEXT COLLATE NOCASE,
          client_version TEXT,
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
          truncated INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX request_by_time ON request (at, direction, outcome, duration_ms, method);
        CREATE INDEX request_by_client ON request (client_name);
        CREATE INDEX request_by_method ON request (method);
        CREATE INDEX request_by_outcome ON request (outcome);

        -- A table of its own, so that lists and counts do not read the bodies.
        CREATE TABLE request_body (
          request_id INTEGER PRIMARY KEY REFERENCES request (id) ON DELETE CASCADE,
          request_body TEXT,
          response_body TEXT,
          request_headers TEXT NOT NULL
        ) STRICT;

        CREATE TABLE client (
          name TEXT PRIMARY KEY,
          version TEXT NOT NULL,
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
      `),
  },
  {
    version: 2,
    name: "pins",
    up: (database) =>
      database.exec(`
        ALTER TABLE request ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX request_pinned ON request (id) WHERE pinned = 1;
      `),
  },
  {
    version: 3,
    name: "subjects",
    up: (database) =>
      database.exec(`
        ALTER TABLE request ADD COLUMN subject TEXT;
        ALTER TABLE client ADD COLUMN subject TEXT;
      `),
  },
  {
    version: 4,
    name: "refusals",
    up: (database) =>
      database.exec(`
        ALTER TABLE request ADD COLUMN refusal TEXT;
        ALTER TABLE request ADD COLUMN claimed TEXT;
        ALTER TABLE request ADD COLUMN requests INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE request ADD COLUMN replay_of INTEGER;
        ALTER TABLE request_body ADD COLUMN response_headers TEXT;
        ALTER TABLE request_body ADD COLUMN read_ms REAL;
        ALTER TABLE request_body ADD COLUMN first_byte_ms REAL;
        UPDATE request SET refusal = 'invalid' WHERE http_status = 401;
        DROP INDEX request_by_time;
        -- Has every column that the rates read.
        CREATE INDEX request_by_time
          ON request (at, direction, outcome, duration_ms, method, client_name, refusal, requests);
        CREATE INDEX request_refused ON request (id) WHERE refusal IS NOT NULL;
      `),
  },
  {
    version: 5,
    name: "servers",
    up: (database) =>
      database.exec(`
        ALTER TABLE request ADD COLUMN server TEXT COLLATE NOCASE;
        ALTER TABLE request ADD COLUMN server_ms REAL;
        CREATE INDEX request_by_server ON request (server) WHERE server IS NOT NULL;
      `),
  },
  {
    version: 6,
    name: "tokens",
    up: (database) =>
      database.exec(`
        ALTER TABLE request ADD COLUMN tokens_in INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE request ADD COLUMN tokens_out INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE client_day (
          client TEXT NOT NULL REFERENCES client (name) ON DELETE CASCADE,
          day TEXT NOT NULL,
          tokens_in INTEGER NOT NULL,
          tokens_out INTEGER NOT NULL,
          PRIMARY KEY (client, day)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX request_injected ON request (id) WHERE method >= 'POST /hooks/' AND method < 'POST /hooks0' AND tokens_out > 0;
      `),
  },
  {
    version: 7,
    name: "server figures",
    up: (database) =>
      database.exec(`
        -- Has every column that the figures of a server's day read.
        CREATE INDEX request_of_server ON request (server, at, direction, method, outcome, server_ms)
          WHERE server IS NOT NULL;
      `),
  },
  {
    version: 8,
    name: "projects",
    up: (database) => database.exec("ALTER TABLE request ADD COLUMN project TEXT"),
  },
  {
    version: 9,
    name: "fewer indexes",
    // Reading all rows without them takes 5 ms. Each made every row 1 µs slower to write, and to delete.
    up: (database) =>
      database.exec(`
        DROP INDEX request_by_client;
        DROP INDEX request_by_method;
        DROP INDEX request_by_outcome;
        DROP INDEX request_by_server;
      `),
  },
];

const SET_ASIDE = "set-aside";

/**
 * Opens the log's database, or creates it. A file that is damaged, or that has other tables, is renamed to
 * `….set-aside-<time>` with a warning, and a new log is started; only the most recent of these files is kept.
 */
export function openLogFile(file: string, clock: Clock, logger: Logger): Database.Database {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    return openDatabase(file);
  } catch (error) {
    if (!isUnreadable(error) && !isOtherSchema(error)) throw error;
    return replaceLogFile(file, clock, logger, error);
  }
}

/** Sets the file aside and starts a new log. The database must be closed. */
export function replaceLogFile(file: string, clock: Clock, logger: Logger, cause: unknown): Database.Database {
  deleteFilesSetAside(file);
  const aside = setAside(file, SET_ASIDE, clock.now(), ["-wal", "-shm"]);
  logger.warn("The request log could not be read. It was set aside, and a new log was started.", {
    file,
    setAside: aside,
    cause: cause instanceof Error ? cause.message : String(cause),
  });
  return openDatabase(file);
}

/** Whether a failure means that the file's content cannot be used. */
export function isUnreadable(error: unknown): boolean {
  // Stored headers are not JSON: the page was overwritten, which SQLite does not notice because it has no checksums.
  return error instanceof SyntaxError || isDamage(error);
}

class OtherSchemaError extends Error {}

/** When the log is opened, a failing statement means that the tables do not belong to a request log. */
function isOtherSchema(error: unknown): boolean {
  return error instanceof OtherSchemaError || (error instanceof Database.SqliteError && error.code === "SQLITE_ERROR");
}

function openDatabase(file: string): Database.Database {
  // The log contains what memories say: only the owner may read it. SQLite gives its companion files the same mode.
  createPrivateFile(file);
  const database = new Database(file);
  try {
    assertOwnFile(database, ["request"]);
    database.pragma("auto_vacuum = INCREMENTAL");
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = NORMAL");
    database.pragma("foreign_keys = ON");
    // A quarter of better-sqlite3's default: the log is written at its end, and its pages are rarely read twice.
    database.pragma("cache_size = -4000");
    const found = schemaVersion(database);
    const known = latestVersion(MIGRATIONS);
    if (found > known) throw new OtherSchemaError(`The log has schema ${found}; this version supports up to ${known}.`);
    migrate(database, MIGRATIONS);
    // Reading both ends finds most damage now; the rest is found when it is read.
    database.prepare("SELECT min(id), max(id), (SELECT count(*) FROM client) FROM request").get();
    markCreated(file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function deleteFilesSetAside(file: string): void {
  const folder = path.dirname(file);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isSetAside = entry.name.startsWith(`${path.basename(file)}.${SET_ASIDE}-`);
    // A folder in the place of the log is not ours.
    if (isSetAside && entry.isFile()) rmSync(path.join(folder, entry.name), { force: true });
  }
}
