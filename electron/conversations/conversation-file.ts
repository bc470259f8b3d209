import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import type { Logger } from "../core/ports.ts";
import { setAside } from "../core/util/set-aside.ts";
import { forgottenFile } from "../platform/paths.ts";
import { mayBeTranslated } from "../search/lexicon/gloss.ts";
import { hasOtherTables, isDamage } from "../sqlite/damage.ts";
import { latestVersion, type Migration, migrate, schemaVersion } from "../sqlite/migrate.ts";
import { assertOwnFile, createPrivateFile } from "../sqlite/own-file.ts";
import { RecollectError } from "../text/errors.ts";

/** A message's id is its session's row times this, plus its number, so that the session of a row needs no look-up. */
export const MESSAGES_PER_SESSION = 2 ** 20;

/** The first and the last id of a session's messages. */
export function rangeOf(session: number): [number, number] {
  return [session * MESSAGES_PER_SESSION, (session + 1) * MESSAGES_PER_SESSION - 1];
}

/** Every migration, in order. A released one is never changed. */
const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "conversations",
    up: (database) =>
      database.exec(`
        CREATE TABLE session (
          row INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          client TEXT NOT NULL,
          -- 'kept'; 'excluded' by the owner's settings; 'forgotten'. Of the last two nothing else is stored.
          state TEXT NOT NULL DEFAULT 'kept',
          client_session TEXT,
          -- The transcript that it was read from last.
          source TEXT,
          title TEXT,
          folder TEXT,
          -- The final name; null while it is unknown. Where it is from a remote, the application decides.
          project TEXT,
          detected_name TEXT,
          detected_host TEXT,
          model TEXT,
          continues TEXT,
          started_at INTEGER,
          last_at INTEGER,
          messages INTEGER NOT NULL DEFAULT 0,
          text_bytes INTEGER NOT NULL DEFAULT 0,
          last_number INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX session_by_time ON session (last_at, row) WHERE messages > 0;
        CREATE INDEX session_by_source ON session (source);
        CREATE INDEX session_unnamed ON session (detected_name) WHERE project IS NULL AND detected_name IS NOT NULL;

        CREATE TABLE message (
          id INTEGER PRIMARY KEY,
          -- Hashes: of client and the client's key; of client, role, time and text.
          key INTEGER NOT NULL,
          digest INTEGER NOT NULL,
          is_user INTEGER NOT NULL,
          at INTEGER,
          text TEXT NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX message_by_key ON message (key);
        CREATE INDEX message_by_digest ON message (digest);

        CREATE VIRTUAL TABLE message_text USING fts5 (
          text, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
        );

        CREATE TABLE source (
          path TEXT PRIMARY KEY,
          client TEXT NOT NULL,
          position TEXT,
          -- The size and time when it was last read to its end; null: it is to be read.
          bytes INTEGER,
          modified_at INTEGER,
          error TEXT,
          skipped TEXT
        ) STRICT, WITHOUT ROWID;

        -- Messages of forgotten conversations, which may be in copies of them, by their key and by their digest.
        CREATE TABLE forgotten_message (key INTEGER PRIMARY KEY) STRICT;
        -- What was said before a time in a client, a project or anywhere ('all').
        CREATE TABLE forgotten_scope (
          kind TEXT NOT NULL,
          name TEXT NOT NULL,
          before INTEGER NOT NULL,
          PRIMARY KEY (kind, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE state (
          analyser INTEGER NOT NULL,
          -- Removals whose words are not overwritten yet.
          purges INTEGER NOT NULL DEFAULT 0,
          scanned_at INTEGER
        ) STRICT;
        INSERT INTO state (analyser) VALUES (0);
      `),
  },
  {
    version: 2,
    name: "passages",
    up: (database) =>
      database.exec(`
        CREATE TABLE passage (
          row INTEGER PRIMARY KEY AUTOINCREMENT,
          message INTEGER NOT NULL,
          start_at INTEGER NOT NULL,
          end_at INTEGER NOT NULL,
          vector BLOB NOT NULL
        ) STRICT;
        CREATE INDEX passage_by_message ON passage (message);
        -- All messages up to this number are embedded.
        ALTER TABLE session ADD COLUMN embedded_to INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX session_to_embed ON session (last_at) WHERE messages > 0 AND embedded_to < last_number;
        -- The model of the vectors; the number of removals, after which vectors in memory are outdated.
        ALTER TABLE state ADD COLUMN fingerprint TEXT;
        ALTER TABLE state ADD COLUMN vector_generation INTEGER NOT NULL DEFAULT 0;
      `),
  },
  {
    version: 3,
    name: "suggestions",
    up: (database) =>
      database.exec(`
        CREATE TABLE suggestion (
          id TEXT PRIMARY KEY,
          -- The session's row, and the message's number.
          session INTEGER NOT NULL,
          message INTEGER NOT NULL,
          is_user INTEGER NOT NULL,
          text TEXT NOT NULL,
          context TEXT,
          kind TEXT NOT NULL,
          score REAL NOT NULL,
          is_explicit INTEGER NOT NULL,
          -- 'held' until it is shown; then 'waiting', 'kept', 'rejected'. 'known': it says the same as a memory.
          state TEXT NOT NULL,
          found_at INTEGER NOT NULL,
          -- When it was shown, from which it expires.
          suggested_at INTEGER,
          -- The memory that it became.
          memory TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX suggestion_by_session ON suggestion (session);
        CREATE INDEX suggestion_by_state ON suggestion (state, suggested_at);
        -- What the owner decided, without the text: it stays when a conversation is forgotten.
        CREATE TABLE suggestion_decision (
          id TEXT PRIMARY KEY, kind TEXT NOT NULL, is_kept INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        -- All messages up to this number were looked through for suggestions.
        ALTER TABLE session ADD COLUMN suggested_to INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX session_to_suggest ON session (last_at) WHERE messages > 0 AND suggested_to < last_number;
      `),
  },
  {
    version: 4,
    name: "use",
    up: (database) =>
      database.exec(`
        -- All messages up to this number were compared with the memories that were given.
        ALTER TABLE session ADD COLUMN judged_to INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX session_to_judge ON session (last_at) WHERE messages > 0 AND judged_to < last_number;
      `),
  },
  {
    version: 5,
    name: "translated-passages",
    // Their texts are translated for the model now (ADR 0058), so passages in other languages need new vectors.
    up: embedTranslatedAgain,
  },
];

/** The first messages of a session, which show its language. */
const EXAMINED_MESSAGES = 8;

/** Removes the passages of all sessions that have a message which may be translated. */
function embedTranslatedAgain(database: Database.Database): void {
  const sessions = database.prepare<[], number>("SELECT row FROM session WHERE embedded_to > 0").pluck().all();
  const texts = database
    .prepare<[number, number, number], string>("SELECT text FROM message WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?")
    .pluck();
  const forget = database.prepare<[number, number]>("DELETE FROM passage WHERE message BETWEEN ? AND ?");
  const reset = database.prepare<[number]>("UPDATE session SET embedded_to = 0 WHERE row = ?");
  let isChanged = false;
  for (const row of sessions) {
    const [first, last] = rangeOf(row);
    if (!texts.all(first, last, EXAMINED_MESSAGES).some(mayBeTranslated)) continue;
    forget.run(first, last);
    reset.run(row);
    isChanged = true;
  }
  if (isChanged) database.exec("UPDATE state SET vector_generation = vector_generation + 1");
}

/**
 * Opens the database of conversations, or creates it. A damaged file is set aside, because a scan re-reads everything
 * except the conversations that the owner forgot.
 * @throws storage if a newer version wrote it
 */
export function openConversationFile(file: string, now: number, logger: Logger): Database.Database {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const note = damageNote(file);
  try {
    if (existsSync(note)) throw new DamageNoted();
    return openDatabase(file, logger);
  } catch (error) {
    if (!isDamage(error) && !hasOtherTables(error) && !(error instanceof DamageNoted)) throw error;
    const aside = setAside(file, "damaged", now, ["-wal", "-shm"]);
    logger.warn("The conversations could not be read. The file was renamed; the next scan reads them again.", {
      aside,
      error: String(error),
    });
    rmSync(note, { force: true });
    return openDatabase(file, logger);
  }
}

class DamageNoted extends Error {}

const damageNote = (file: string): string => `${file}.damage-found`;

/** Makes the next start set the database aside: opening it does not meet every damage. */
export function noteDamage(file: string): void {
  writeFileSync(damageNote(file), "", { mode: 0o600 });
}

/** The rows that are kept apart from the database: its loss must not bring forgotten conversations back. */
const MARKS = [
  ["session", "id, client, state", "state = 'forgotten'"],
  ["forgotten_message", "key", "TRUE"],
  ["forgotten_scope", "kind, name, before", "TRUE"],
] as const;

/** Writes the marks of forgotten conversations to their own file. Call after each change of them, without a transaction. */
export function keepForgotten(database: Database.Database): void {
  const target = forgottenFile(database.name);
  const partial = `${target}.partial`;
  for (const suffix of ["", "-journal"]) rmSync(partial + suffix, { force: true });
  closeSync(openSync(partial, "w", 0o600));
  database.prepare("ATTACH ? AS marks").run(partial);
  try {
    const tables = MARKS.map(
      ([table, columns, where]) =>
        `CREATE TABLE marks.${table} AS SELECT ${columns} FROM main.${table} WHERE ${where};`,
    );
    database.exec(`PRAGMA marks.synchronous = FULL; BEGIN; ${tables.join(" ")} COMMIT`);
  } finally {
    if (database.inTransaction) database.exec("ROLLBACK");
    database.exec("DETACH marks");
  }
  renameSync(partial, target);
}

/** Marks in a new database the conversations that were forgotten in the former one. */
function restoreForgotten(database: Database.Database, logger: Logger): void {
  try {
    database.prepare("ATTACH ? AS marks").run(forgottenFile(database.name));
    try {
      for (const [table, columns] of MARKS) {
        database.exec(`INSERT OR IGNORE INTO main.${table} (${columns}) SELECT ${columns} FROM marks.${table}`);
      }
    } finally {
      database.exec("DETACH marks");
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    logger.error("The marks of forgotten conversations cannot be read.", { error: String(error) });
  }
}

function openDatabase(file: string, logger: Logger): Database.Database {
  createPrivateFile(file);
  const database = new Database(file);
  try {
    assertOwnFile(database, ["session", "message"]);
    database.pragma("auto_vacuum = INCREMENTAL");
    database.pragma("journal_mode = WAL");
    // A power failure can undo the last transactions, each with its position: the next scan reads them again.
    database.pragma("synchronous = NORMAL");
    database.pragma("secure_delete = ON");
    const found = schemaVersion(database);
    const known = latestVersion(MIGRATIONS);
    if (found > known) throw new RecollectError("conversations_newer", { found, known });
    migrate(database, MIGRATIONS);
    const isKept = existsSync(forgottenFile(file));
    if (found === 0 && isKept) restoreForgotten(database, logger);
    // Also in a new database: the file shows that there was one.
    else if (!isKept) keepForgotten(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
