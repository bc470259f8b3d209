import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { RecollectError } from "../core/errors.ts";
import type { MemoryFilter } from "../core/filter.ts";
import type { TextIndex } from "../core/ports.ts";
import type { TextHit, TextQuery } from "../core/search.ts";
import { allConditions, joinConditions } from "./conditions.ts";
import { createDocumentFrequencies } from "./document-frequencies.ts";
import type { RowFilter } from "./filter-rows.ts";
import { toMatchExpression } from "./match-expression.ts";
import { createWordRanking, type RankedTerm } from "./rank-words.ts";
import type { RowFacts } from "./row-facts.ts";
import type { RowLengths } from "./row-lengths.ts";
import type { Sql, StatementCache } from "./statements.ts";
import { answer } from "./storage-error.ts";
import type { TextRows } from "./text-rows.ts";
import type { WriteQueue } from "./write-queue.ts";

/** Memories indexed anew in one transaction of a rebuild. */
const STEP = 200;

/** The best matches are looked at so many times as are wanted, then twice that: filters let some of them through. */
const SURPLUS = 1.3;

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
  readonly facts: RowFacts;
  readonly filterRows: RowFilter;
  readonly lengths: RowLengths;
  /** Version of the text analysis that `textRows` goes by. */
  readonly analyserVersion: number;
}

/** The full-text index in SQLite's FTS5. */
export function createTextIndex(parts: TextIndexParts): TextIndex {
  const { database, statements, writes, textRows, facts, filterRows, lengths, analyserVersion } = parts;
  const ranking = createWordRanking(database, lengths);
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
  const madeBy = database.prepare<[], number>("SELECT analyser FROM text_index_state").pluck();
  const markMade = database.prepare<[number]>("UPDATE text_index_state SET analyser = ?");
  const merge = database.prepare("INSERT INTO text_index (text_index, rank) VALUES ('merge', 500)");
  const frequencies = createDocumentFrequencies(database, writes.generation, ranking.size);

  /** The query as what rows are ranked by; null where a phrase must be found, which FTS5 itself sees to. */
  function termsOf({ any, all }: TextQuery): RankedTerm[] | null {
    if (all.length > 0) return null;
    const known = frequencies.termsOf(any.flatMap((term) => (term.kind === "phrase" ? [] : [term.token])));
    return any.flatMap((term): RankedTerm[] => {
      const found = term.kind === "phrase" ? null : (known.get(term.token) ?? []);
      if (term.kind === "phrase" || found === null || found.length > 1) {
        const expression = toMatchExpression({ any: [term], all: [] });
        return expression === null ? [] : [{ kind: "expression", term: expression }];
      }
      return found.map((name) => ({ kind: term.kind, term: name }));
    });
  }

  function searchWords(terms: readonly RankedTerm[], filter: MemoryFilter, limit: number): TextHit[] {
    void lengths.load();
    const { take, rankOf } = ranking.rank(terms);
    const hits: TextHit[] = [];
    for (let step = Math.ceil(limit * SURPLUS); hits.length < limit; step *= 2) {
      const rows = take(step);
      if (rows.length === 0) break;
      for (const row of filterRows.passing(filter, rows)) {
        const id = facts.idOf(row);
        if (id !== undefined) hits.push({ id, rank: rankOf(row) });
      }
    }
    return hits.slice(0, limit);
  }

  function searchPhrases(query: TextQuery, filter: MemoryFilter, limit: number): TextHit[] {
    const match = toMatchExpression(query);
    if (match === null) return [];
    const { text, values } = buildTextSearch(match, filter, limit);
    return statements.prepare<TextHit>(text).all(...values);
  }

  return {
    search: (query, filter, limit) =>
      answer(() => {
        const terms = termsOf(query);
        return terms === null ? searchPhrases(query, filter, limit) : searchWords(terms, filter, limit);
      }),
    documentFrequencies: (tokens) => answer(() => frequencies.of(tokens)),
    size: () => answer(ranking.size),
    isOutdated: () => answer(() => madeBy.get() !== analyserVersion),
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
      await writes.run(() => {
        merge.run();
        markMade.run(analyserVersion);
      });
      frequencies.forget();
    },
  };
}
