/**
 * Reads two tables that FTS5 keeps for itself. They are documented only in SQLite's source (ext/fts5/fts5_index.c
 * and fts5_storage.c), not in its API:
 *
 * - `text_index_data`, the record with id 1 ("averages"): the number of rows, and of tokens in each column.
 * - `text_index_docsize`: for each row, the number of tokens in each column.
 *
 * Why: FTS5's own `rank` looks up each match's length in `text_index_docsize`, which costs most of its 0.75 µs a match.
 * The store keeps the lengths in memory and computes the same BM25 in rank-words.ts (ADR 0010, with measurements).
 * Everything else uses documented interfaces: MATCH and `rank`, and the `fts5vocab` tables `text_vocabulary` and
 * `text_instances`.
 *
 * If a later SQLite changes these tables, ranks become wrong or a query fails; no data is at risk. rank-words.test.ts
 * compares every rank with FTS5's own and would fail.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { growArray } from "../../core/util/grow-array.ts";

/** Rows whose lengths are read in one turn of the event loop: about a millisecond. */
const STEP_ROWS = 4_000;

/** Many rows in one query, which takes a sixth of the time of single queries. */
interface Sizes {
  /** JSON. */
  readonly rows: string;
  /** The records in hexadecimal digits, each followed by a comma except the last; null without rows. */
  readonly sizes: string | null;
}

const COMMA = 0x2c;

/** @param onError is called if the lengths cannot be read in the background */
export function createFts5Sizes(database: Database, onError: (error: unknown) => void = () => undefined) {
  const averages = database.prepare<[], Buffer>("SELECT block FROM text_index_data WHERE id = 1").pluck();
  const SIZES = "SELECT json_group_array(id) AS rows, group_concat(hex(sz)) AS sizes";
  const sizesOfRows = database.prepare<[string], Sizes>(
    `${SIZES} FROM (SELECT d.id, d.sz FROM json_each(?) given CROSS JOIN text_index_docsize d ON d.id = given.value)`,
  );
  const sizesAfter = database.prepare<[number, number], Sizes>(
    `${SIZES} FROM (SELECT id, sz FROM text_index_docsize WHERE id > ? ORDER BY id LIMIT ?)`,
  );
  /** The length plus one; 0 if it has not been read. */
  let lengths = new Uint32Array(0);
  let loading: Promise<void> | null = null;

  /** Returns the rows. */
  function store(found: Sizes | undefined): readonly number[] {
    const rows: number[] = found === undefined ? [] : JSON.parse(found.rows);
    const sizes = found?.sizes ?? "";
    let position = 0;
    for (const row of rows) {
      let length = 0;
      for (let size = 0; position < sizes.length && sizes.charCodeAt(position) !== COMMA; position += 2) {
        const byte = digitAt(sizes, position) * 16 + digitAt(sizes, position + 1);
        size = size * 128 + (byte & 0x7f);
        if (byte >= 0x80) continue;
        length += size;
        size = 0;
      }
      position++;
      lengths = growArray(lengths, row + 1);
      lengths[row] = length + 1;
    }
    return rows;
  }

  function unknownOf(rows: Iterable<number>): number[] {
    const unknown: number[] = [];
    for (const row of rows) if ((lengths[row] ?? 0) === 0) unknown.push(row);
    return unknown;
  }

  function learn(rows: Iterable<number>): void {
    const unknown = unknownOf(rows);
    if (unknown.length > 0) store(sizesOfRows.get(JSON.stringify(unknown)));
  }

  async function loadAll(): Promise<void> {
    for (let last = 0; ; ) {
      await nextTurn();
      if (!database.open) return;
      try {
        const end = store(sizesAfter.get(last, STEP_ROWS)).at(-1);
        if (end === undefined) return;
        last = end;
      } catch (error) {
        // No caller waits for this.
        onError(error);
        return;
      }
    }
  }

  async function learnInSteps(rows: Int32Array): Promise<void> {
    await load();
    const unknown = unknownOf(rows);
    for (let from = 0; from < unknown.length; from += STEP_ROWS) {
      learn(unknown.slice(from, from + STEP_ROWS));
      await nextTurn();
    }
  }

  function load(): Promise<void> {
    loading ??= loadAll();
    return loading;
  }

  return {
    /** The number of rows, and of all their tokens. */
    totals(): { readonly rows: number; readonly tokens: number } {
      const [rows = 0, ...columns] = readVarints(averages.get() ?? new Uint8Array());
      return { rows, tokens: columns.reduce((sum, column) => sum + column, 0) };
    },
    /** Reads the lengths of these rows that have not been read. */
    learn,
    /** The same for many rows: other requests are served in the meantime. Null if the lengths are there already. */
    learnMany(rows: Int32Array): Promise<void> | null {
      const unknown = unknownOf(rows);
      if (unknown.length > STEP_ROWS) return learnInSteps(rows);
      if (unknown.length > 0) learn(unknown);
      return null;
    },
    /** The number of tokens in a row; 0 if it has not been read or does not exist. */
    lengthOf: (row: number): number => Math.max(0, (lengths[row] ?? 0) - 1),
    /** Must be called after the commit of a new row. */
    set(row: number, length: number): void {
      lengths = growArray(lengths, row + 1);
      lengths[row] = length + 1;
    },
    /** Must be called when a row changes. */
    forget(row: number): void {
      if (row < lengths.length) lengths[row] = 0;
    },
    /** Reads all lengths, in steps; the second call waits for the first. */
    load,
  };
}
export type Fts5Sizes = ReturnType<typeof createFts5Sizes>;

/**
 * Decodes consecutive SQLite varints: seven bits a byte, most significant first (sqlite.org/fileformat.html#varint).
 */
function readVarints(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of bytes) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  return numbers;
}

/** The value of a hexadecimal digit as SQLite writes it. */
function digitAt(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code < 0x3a ? code - 0x30 : code - 0x37;
}
