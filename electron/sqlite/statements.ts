import type { Database, Statement } from "better-sqlite3";
import { LRUCache } from "lru-cache";
import type { Sql, SqlValue } from "./sql.ts";

/** Values by column. */
export type ColumnValues = Readonly<Record<string, SqlValue>>;

/** Prepares an insert of one row, whose values are given in the order of the columns. */
export function prepareInsert(database: Database, table: string, columns: readonly string[]): Statement<SqlValue[]> {
  const places = columns.map(() => "?").join(", ");
  return database.prepare<SqlValue[]>(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`);
}

/** Prepares an update of these columns of the row whose column `row` has the last value. */
export function prepareUpdate(database: Database, table: string, columns: readonly string[]): Statement<SqlValue[]> {
  const assignments = columns.map((column) => `${column} = ?`).join(", ");
  return database.prepare<SqlValue[]>(`UPDATE ${table} SET ${assignments} WHERE row = ?`);
}

/** Prepared statements kept. Filters with different fields are different statements. */
const CAPACITY = 256;

/** Runs queries whose text depends on their filter; prepares each text once. */
export class StatementCache {
  readonly #database: Database;
  readonly #statements = new LRUCache<string, Statement<SqlValue[], unknown>>({ max: CAPACITY });

  constructor(database: Database) {
    this.#database = database;
  }

  /** All rows. */
  all<Row>({ text, values }: Sql): Row[] {
    return this.#prepare(text)
      .pluck(false)
      .all(...values) as Row[];
  }

  /** The first row. */
  get<Row>({ text, values }: Sql): Row | undefined {
    return this.#prepare(text)
      .pluck(false)
      .get(...values) as Row | undefined;
  }

  /** The first column of all rows. */
  column<Value>({ text, values }: Sql): Value[] {
    return this.#prepare(text)
      .pluck()
      .all(...values) as Value[];
  }

  /** The first column of the first row. */
  value<Value>({ text, values }: Sql): Value | undefined {
    return this.#prepare(text)
      .pluck()
      .get(...values) as Value | undefined;
  }

  #prepare(text: string): Statement<SqlValue[], unknown> {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#database.prepare<SqlValue[], unknown>(text);
    this.#statements.set(text, statement);
    return statement;
  }
}
