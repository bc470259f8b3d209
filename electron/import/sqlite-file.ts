import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { RecollectError } from "../core/errors.ts";

type Value = null | number | bigint | string | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

/** Another program's database, read and never written. */
export interface SqliteFile {
  /** The columns of each ordinary table. @throws as {@link SqliteFile.page} */
  tables(): ReadonlyMap<string, ReadonlySet<string>>;
  /** All rows of one question. @throws storage that names the file and what to do */
  page(sql: string, ...values: (number | string)[]): Row[];
  close(): void;
}

/** Longest wait for the other program's write. */
const BUSY_MS = 5_000;
const MAGIC = "SQLite format 3\0";

/** Whether a file is a SQLite database. @throws Error where it cannot be read */
export function isSqlite(file: string): boolean {
  return readStart(file).toString("latin1", 0, MAGIC.length) === MAGIC;
}

/**
 * Opens a database that another program may be writing to meanwhile. Where that program has it open, SQLite's own locks
 * keep each answer whole. Where it does not, the database is read as one that nobody changes, since SQLite would
 * otherwise leave files beside it; each answer counts only if nobody began to write before it was complete.
 */
export async function openSqliteFile(file: string): Promise<SqliteFile> {
  const { DatabaseSync } = await import("node:sqlite").catch((cause: unknown) => {
    throw new RecollectError("unavailable", `This Node, ${process.version}, cannot read SQLite databases.`, {
      hint: "Use Node 22.13 or later, or the command line of the installed application.",
      cause,
    });
  });
  let open: { readonly database: DatabaseSync; readonly state: string } | null = null;

  const databaseFor = (state: string): DatabaseSync => {
    if (open?.state === state) return open.database;
    open?.database.close();
    open = null;
    const address = pathToFileURL(file);
    address.search = state === "live" ? "mode=ro" : "immutable=1";
    const database = new DatabaseSync(address, { readOnly: true, timeout: BUSY_MS });
    open = { database, state };
    // A view or trigger of a database that somebody else made must not reach beyond it.
    database.exec("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON");
    return database;
  };

  const read = <Answer>(ask: (database: DatabaseSync) => Answer): Answer => {
    try {
      for (;;) {
        const state = stateOf(file);
        const answer = ask(databaseFor(state));
        if (state === "live" || state === stateOf(file)) return answer;
      }
    } catch (error) {
      throw toReadError(file, error);
    }
  };

  const page: SqliteFile["page"] = (sql, ...values) => read((database) => database.prepare(sql).all(...values));
  return {
    page,
    tables: () => {
      // A virtual table has no page of its own, and its module may not be here.
      const columns = page(
        `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.rootpage > 0`,
      );
      const tables = new Map<string, Set<string>>();
      for (const { table, column } of columns) {
        const known = tables.get(String(table)) ?? new Set();
        tables.set(String(table), known.add(String(column)));
      }
      return tables;
    },
    close: () => open?.database.close(),
  };
}

/** `live` where locks are needed, else what tells one state of the resting file from another. */
function stateOf(file: string): string {
  const { size, mtimeMs } = statSync(file);
  // Bytes 18 and 19 of the header: 2 is the write-ahead log (sqlite.org/fileformat.html).
  const keepsLog = readStart(file)[18] === 2;
  const inUse = statSync(`${file}-wal`, { throwIfNoEntry: false }) !== undefined;
  return keepsLog && !inUse ? `${size} ${mtimeMs}` : "live";
}

function readStart(file: string): Buffer {
  const start = Buffer.alloc(20);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start, 0, start.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start;
}

/** Result codes of SQLite (sqlite.org/rescode.html), without what is above their lowest byte. */
const REMEDIES: Readonly<Record<number, string>> = {
  5: "The program that keeps it is writing. Try again in a moment, or quit that program first.",
  6: "The program that keeps it is writing. Try again in a moment, or quit that program first.",
  8: "Copy it, and the file ending in -wal beside it, into a folder of yours, and import the copy.",
  11: "It is damaged. Import a backup of it, or what `sqlite3 FILE .recover` saves of it.",
  14: "Copy it, and the file ending in -wal beside it, into a folder of yours, and import the copy.",
  26: "It is no SQLite database, is encrypted, or is damaged. Import a backup of it.",
};

function toReadError(file: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : null;
  const hint = code === null ? undefined : REMEDIES[code];
  return new RecollectError("storage", `${file} cannot be read: ${error.message}.`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}
