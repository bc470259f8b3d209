import type { Database } from "better-sqlite3";
import type { RowLengths } from "./row-lengths.ts";
import type { SqlValue } from "./statements.ts";

/** What the text index takes of a memory. */
export interface IndexedText {
  readonly content: string;
  readonly tags: readonly string[];
  readonly source: string | null;
}

/** Writes the rows of the text index; always inside the transaction that changes the memory. */
export function createTextRows(database: Database, analyse: (text: string) => string, lengths: RowLengths) {
  const insert = database.prepare<SqlValue[]>(
    "INSERT INTO text_index (rowid, content, tags, source) VALUES (?, ?, ?, ?)",
  );
  const remove = database.prepare<[number]>("DELETE FROM text_index WHERE rowid = ?");
  const add = (row: number, { content, tags, source }: IndexedText): void => {
    lengths.forget(row);
    insert.run(row, analyse(content), analyse(tags.join(" ")), source === null ? "" : analyse(source));
  };
  return {
    add,
    remove(row: number): void {
      lengths.forget(row);
      remove.run(row);
    },
    replace(row: number, text: IndexedText): void {
      remove.run(row);
      add(row, text);
    },
  };
}
export type TextRows = ReturnType<typeof createTextRows>;
