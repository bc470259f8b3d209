import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { RecollectError } from "../core/errors.ts";
import type { MemoryFilter } from "../core/filter.ts";
import type { TextIndex } from "../core/ports.ts";
import { allConditions, joinConditions } from "./conditions.ts";
import { createDocumentFrequencies } from "./document-frequencies.ts";
import { toMatchExpression } from "./match-expression.ts";
import type { Sql, StatementCache } from "./statements.ts";
import { answer } from "./storage-error.ts";
import type { TextRows } from "./text-rows.ts";
import type { WriteQueue } from "./write-queue.ts";

/** Memories indexed anew in one transaction of a rebuild. */
const STEP = 200;

/** The best by BM25 that the filter lets through: matches come sorted from the index and are looked at until enough. */
export function buildTextSearch(match: string, filter: MemoryFilter, limit: number): Sql {
  const { texts, values } = allConditions(filter);
  return {
    text: `SELECT m.id, -text_index.rank AS rank FROM text_index CROSS JOIN memories m ON m.row = text_index.rowid
      WHERE text_index MATCH ? AND ${joinConditions(texts)} ORDER BY text_index.rank LIMIT ?`,
    values: [match, ...values, limit],
  };
}

export interface TextIndexParts {
  readonly database: Database;
  readonly statements: StatementCache;
  readonly writes: WriteQueue;
  readonly textRows: TextRows;
}

/** The full-text index in SQLite's FTS5. */
export function createTextIndex({ database, statements, writes, textRows }: TextIndexParts): TextIndex {
  const indexed = database.prepare<[], number>("SELECT count(*) FROM text_index_docsize").pluck();
  const total = database.prepare<[], number>("SELECT count(*) FROM memories").pluck();
  const following = database.prepare<
    [number, number],
    { row: number; content: string; tags: string | null; source: string | null }
  >(
    `SELECT m.row, c.content, m.source,
       (SELECT group_concat(t.tag, ' ') FROM memory_tags t WHERE t.memory_row = m.row) AS tags
     FROM memories m JOIN contents c ON c.memory_row = m.row WHERE m.row > ? ORDER BY m.row LIMIT ?`,
  );
  const strays = database.prepare("DELETE FROM text_index WHERE rowid NOT IN (SELECT row FROM memories)");
  const merge = database.prepare("INSERT INTO text_index (text_index, rank) VALUES ('merge', 500)");
  const frequencies = createDocumentFrequencies(database, writes.generation, () => indexed.get() ?? 0);

  return {
    search: (query, filter, limit) =>
      answer(() => {
        const match = toMatchExpression(query);
        if (match === null) return [];
        const { text, values } = buildTextSearch(match, filter, limit);
        return statements.prepare<{ id: string; rank: number }>(text).all(...values);
      }),
    documentFrequencies: (tokens) => answer(() => frequencies.of(tokens)),
    size: () => answer(() => indexed.get() ?? 0),
    async rebuild(onProgress, signal) {
      const count = total.get() ?? 0;
      let done = 0;
      let last = 0;
      await writes.run(() => strays.run());
      for (;;) {
        if (signal.aborted) throw new RecollectError("cancelled", "Rebuilding the text index was cancelled.");
        const rows = await writes.run(() => {
          const batch = following.all(last, STEP);
          for (const { row, content, tags, source } of batch) {
            textRows.replace(row, { content, tags: tags === null ? [] : tags.split(" "), source });
          }
          return batch;
        });
        const end = rows.at(-1);
        if (end === undefined) break;
        last = end.row;
        done += rows.length;
        onProgress(Math.min(done, count), count);
        await nextTurn();
      }
      await writes.run(() => merge.run());
      frequencies.forget();
    },
  };
}
