import type { Database } from "better-sqlite3";
import type { SqlValue } from "../../sqlite/sql.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { Fts5Sizes } from "./fts5-sizes.ts";
import type { IndexMerger } from "./index-merger.ts";
import type { IndexedTokens, KeptOccurrences } from "./kept-occurrences.ts";
import type { Reclaim } from "./reclaim.ts";

/** The texts of a memory that are indexed. */
interface IndexedText {
  readonly content: string;
  readonly tags: readonly string[];
  readonly source: string | null;
}

interface TextRowsParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly analyse: (text: string) => string;
  readonly sizes: Fts5Sizes;
  readonly occurrences: KeptOccurrences;
  readonly merger: IndexMerger;
  readonly reclaim: Reclaim;
}

/** Writes the rows of the text index; must be called in the transaction that changes the memory. */
export function createTextRows(parts: TextRowsParts) {
  const { database, writes, analyse, sizes, occurrences, merger, reclaim } = parts;
  const insert = database.prepare<SqlValue[]>(
    "INSERT INTO text_index (rowid, content, tags, source) VALUES (?, ?, ?, ?)",
  );
  const remove = database.prepare<[number]>("DELETE FROM text_index WHERE rowid = ?");
  const add = (row: number, { content, tags, source }: IndexedText): void => {
    sizes.forget(row);
    merger.wake();
    const tokens: IndexedTokens = [analyse(content), analyse(tags.join(" ")), source === null ? "" : analyse(source)];
    insert.run(row, ...tokens);
    writes.afterCommit(() => occurrences.added(row, tokens));
  };
  const take = (row: number): void => {
    sizes.forget(row);
    remove.run(row);
    writes.afterCommit(occurrences.clear);
  };
  return {
    add,
    /** For a memory that is deleted permanently. */
    remove(row: number): void {
      take(row);
      reclaim.purged();
    },
    replace(row: number, text: IndexedText): void {
      take(row);
      add(row, text);
    },
  };
}
export type TextRows = ReturnType<typeof createTextRows>;
