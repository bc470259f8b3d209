import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { type ErrorReason, RecollectError } from "../text/errors.ts";

type Value = null | number | bigint | string | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

/** Another program's database, opened for reading only. */
export interface SqliteFile {
  /** The columns of each ordinary table. @throws as {@link SqliteFile.page} */
  tables(): ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * The first rows of one query, at least one if there is any: as many as fit in {@link MAX_PAGE_BYTES} and
   * {@link MAX_PAGE_MS}. @throws storage, naming the file and what to do
   */
  page(sql: string, ...values: (number | string)[]): Row[];
  /**
   * All rows of a query, read in pages.
   * @param sql has the parameters "after which row" and "how many", and returns the row's key as `row`, in its order
   */
  rows(sql: string): Generator<Row>;
  close(): void;
}

/** How long a query waits for a write of the other program. */
const BUSY_TIMEOUT_MS = 5_000;
const MAX_PAGE_ROWS = 200;
/** Longest text or blob of one column that is read, in characters or bytes: one more than a memory can have. */
const MAX_VALUE_LENGTH = 64 * 1024 + 1;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const MAX_PAGE_MS = 1_000;
/** The first bytes of a database (sqlite.org/fileformat.html). */
const MAGIC = "SQLite format 3\0";

/** Whether a file is a SQLite database. @throws Error if it cannot be read */
export function isSqlite(file: string): boolean {
  return startsWith(file, MAGIC);
}

/** Whether a file starts with the bytes of a format, as Latin-1; at most 20. @throws Error if it cannot be read */
export function startsWith(file: string, magic: string): boolean {
  return readStart(file).toString("latin1", 0, magic.length) === magic;
}

/**
 * Opens a database that another program may be writing to (ADR 0021). If that program has it open, SQLite's locks keep
 * each result consistent. If not, the database is opened as immutable, because SQLite would otherwise leave files next
 * to it, and a result is valid only if the file did not change before it was complete.
 */
export async function openSqliteFile(file: string): Promise<SqliteFile> {
  const { DatabaseSync } = await import("node:sqlite").catch((cause: unknown) => {
    throw new RecollectError("import_sqlite_missing", { version: process.version }, { cause });
  });
  let open: { readonly database: DatabaseSync; readonly state: string } | null = null;

  const databaseFor = (state: string): DatabaseSync => {
    if (open?.state === state) return open.database;
    open?.database.close();
    open = null;
    const address = pathToFileURL(file);
    address.search = state === "live" ? "mode=ro" : "immutable=1";
    const database = new DatabaseSync(address, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    open = { database, state };
    // A view or trigger of a foreign database must not have side effects.
    database.exec("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON");
    return database;
  };

  const read = <Result>(query: (database: DatabaseSync) => Result): Result => {
    try {
      for (;;) {
        const state = stateOf(file);
        const result = query(databaseFor(state));
        if (state === "live" || state === stateOf(file)) return result;
      }
    } catch (error) {
      throw toReadError(file, error);
    }
  };

  const page: SqliteFile["page"] = (sql, ...values) =>
    read((database) => {
      const rows: Row[] = [];
      const end = performance.now() + MAX_PAGE_MS;
      let bytes = 0;
      for (const row of database.prepare(sql).iterate(...values)) {
        rows.push(row);
        bytes += sizeOf(row);
        if (bytes >= MAX_PAGE_BYTES || performance.now() >= end) break;
      }
      return rows;
    });
  return {
    page,
    *rows(sql) {
      let after = 0;
      for (let rows = page(sql, after, MAX_PAGE_ROWS); rows.length > 0; rows = page(sql, after, MAX_PAGE_ROWS)) {
        yield* rows;
        after = Number(rows.at(-1)?.row);
      }
    },
    tables: () => {
      // A virtual table has no root page, and its module may be missing.
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

/** Returns SQL for a column whose text or blob is cut at {@link MAX_VALUE_LENGTH}: another program's can have 1 GB. */
export function shortened(column: string): string {
  return `iif(typeof(${column}) IN ('text', 'blob'), substr(${column}, 1, ${MAX_VALUE_LENGTH}), ${column})`;
}

function sizeOf(row: Row): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" || value instanceof Uint8Array ? value.length : 8),
    0,
  );
}

/** `live` if locks are needed, otherwise a value that changes whenever the file does. */
function stateOf(file: string): string {
  const { size, mtimeMs } = statSync(file);
  // Bytes 18 and 19 of the header: 2 is the write-ahead log (sqlite.org/fileformat.html).
  const usesLog = readStart(file)[18] === 2;
  const inUse = statSync(`${file}-wal`, { throwIfNoEntry: false }) !== undefined;
  return usesLog && !inUse ? `${size} ${mtimeMs}` : "live";
}

/** The first bytes of a file; fewer if it is shorter. @throws Error if it cannot be read */
export function readStart(file: string, length = 20): Buffer {
  const start = Buffer.alloc(length);
  const descriptor = openSync(file, "r");
  try {
    return start.subarray(0, readSync(descriptor, start, 0, start.length, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** The messages for result codes of SQLite (sqlite.org/rescode.html), by their lowest byte. */
const REASONS = {
  5: "import_database_busy",
  6: "import_database_busy",
  8: "import_database_inaccessible",
  11: "import_database_damaged",
  14: "import_database_inaccessible",
  26: "import_not_database",
} as const satisfies Readonly<Record<number, ErrorReason>>;

function toReadError(path: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : 0;
  const reason = REASONS[code as keyof typeof REASONS] ?? "import_unreadable";
  return new RecollectError(reason, { path, problem: error.message }, { cause: error });
}
