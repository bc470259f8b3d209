import type { Database } from "better-sqlite3";
import type { SqlValue } from "../../sqlite/sql.ts";
import type { Fts5Sizes } from "./fts5-sizes.ts";

/** The texts of a memory that are indexed. */
interface IndexedText {
  readonly content: string;
  readonly tags: readonly string[];
  readonly source: string | null;
}

/** Writes the rows of the text index; must be called in the transaction that changes the memory. */
export function createTextRows(database: Database, analyse: (text: string) => string, sizes: Fts5Sizes) {
  const insert = database.prepare<SqlValue[]>(
    "INSERT INTO text_index (rowid, content, tags, source) VALUES (?, ?, ?, ?)",
  );
  const remove = database.prepare<[number]>("DELETE FROM text_index WHERE rowid = ?");
  const add = (row: number, { content, tags, source }: IndexedText): void => {
    sizes.forget(row);
    insert.run(row, analyse(content), analyse(tags.join(" ")), source === null ? "" : analyse(source));
  };
  return {
    add,
    remove(row: number): void {
      sizes.forget(row);
      remove.run(row);
    },
    replace(row: number, text: IndexedText): void {
      remove.run(row);
      add(row, text);
    },
  };
}
export type TextRows = ReturnType<typeof createTextRows>;
