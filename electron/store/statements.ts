import type { Database, Statement } from "better-sqlite3";

/** A value SQLite takes. */
export type SqlValue = string | number | Buffer | null;

/** SQL and the values of its placeholders, in order. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export interface StatementCache {
  /** Prepares at first use; the same text is the same statement from then on. */
  prepare<Row>(text: string): Statement<SqlValue[], Row>;
}

/** Most shapes of a filter that are kept prepared. */
const CAPACITY = 256;

/** Keeps the statements of questions whose text depends on their filter, the least recently used leaving first. */
export function createStatementCache(database: Database): StatementCache {
  const statements = new Map<string, Statement<SqlValue[], unknown>>();
  return {
    prepare<Row>(text: string) {
      const known = statements.get(text);
      const statement = known ?? database.prepare<SqlValue[], unknown>(text);
      if (known !== undefined) statements.delete(text);
      else if (statements.size >= CAPACITY) statements.delete(statements.keys().next().value ?? "");
      statements.set(text, statement);
      return statement as Statement<SqlValue[], Row>;
    },
  };
}
