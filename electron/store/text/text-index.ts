import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { hashContent } from "../../core/content-hash.ts";
import type { MemoryFilter } from "../../core/filter.ts";
import type { MemoryScope, TextIndex } from "../../core/ports.ts";
import type { TextHit, TextQuery, TextTerm } from "../../core/search.ts";
import { toMatchExpression } from "../../sqlite/match-expression.ts";
import { and, type Sql, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { withStorageErrors } from "../../sqlite/storage-error.ts";
import { RecollectError } from "../../text/errors.ts";
import { allConditions } from "../rows/conditions.ts";
import type { RowFilter } from "../rows/filter-rows.ts";
import type { RowFacts } from "../rows/row-facts.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { Fts5Sizes } from "./fts5-sizes.ts";
import type { IndexTerms } from "./index-terms.ts";
import { type KeptOccurrences, MAX_KEPT_OF_TERM } from "./kept-occurrences.ts";
import {
  createOccurrenceQueries,
  createOccurrenceReader,
  type OccurrenceQueries,
  type OccurrenceThread,
} from "./occurrences.ts";
import { createWordRanking, type RankedTerm } from "./rank-words.ts";
import type { Reclaim } from "./reclaim.ts";
import { createScopedTextSearch } from "./scoped-text-search.ts";
import { takeHits } from "./take-hits.ts";
import type { TextRows } from "./text-rows.ts";

/** Rows looked through in one turn of the event loop. */
const STEP_ROWS = 2_000;
/** Memories indexed before the time of the transaction is looked at: a few milliseconds. */
const REBUILD_STEP_ROWS = 10;

/** Tokens of a query looked up in a scope: each lookup reads all occurrences. */
const MAX_SCOPED_TOKENS = 256;

interface TextIndexParts {
  readonly database: Database;
  readonly statements: StatementCache;
  readonly writes: WriteQueue;
  readonly textRows: TextRows;
  readonly facts: RowFacts;
  readonly filterRows: RowFilter;
  readonly sizes: Fts5Sizes;
  readonly terms: IndexTerms;
  readonly occurrences: KeptOccurrences;
  /** The version of the text analysis that `textRows` uses. */
  readonly analyserVersion: number;
  readonly reclaim: Reclaim;
  /** Reads many entries of the index. Null: the calling thread does. */
  readonly thread: OccurrenceThread | null;
}

/** The full-text index in SQLite's FTS5. */
export function createTextIndex(parts: TextIndexParts): TextIndex {
  const { database, statements, writes, textRows, facts, filterRows, sizes, terms, occurrences } = parts;
  const { analyserVersion, reclaim, thread } = parts;
  const queries = createOccurrenceQueries(database, statements);
  const read = createOccurrenceReader(queries, thread);
  const ranking = createWordRanking(sizes, read, occurrences);
  const totals = createTotals(sizes, writes.generation);
  const size = () => totals().rows;
  const frequencies = createDocumentFrequencies(parts, queries, size);
  const scoped = createScopedTextSearch({ ...parts, read, ranking, generation: writes.generation });
  const countMemories = database.prepare<[], number>("SELECT count(*) FROM memories").pluck();
  const selectTexts = database.prepare<
    [number, number],
    { row: number; content: string; tags: string | null; source: string | null }
  >(
    `SELECT m.row, c.content, m.source,
       (SELECT group_concat(t.tag, ' ') FROM memory_tags t WHERE t.memory_row = m.row) AS tags
     FROM memories m JOIN contents c ON c.memory_row = m.row WHERE m.row > ? ORDER BY m.row LIMIT ?`,
  );
  const updateHash = database.prepare<[Buffer, number, Buffer]>(
    "UPDATE contents SET hash = ? WHERE memory_row = ? AND hash <> ?",
  );
  const selectEndOfStep = database
    .prepare<[number, number], number | null>(
      "SELECT max(id) FROM (SELECT id FROM text_index_docsize WHERE id > ? ORDER BY id LIMIT ?)",
    )
    .pluck();
  const deleteOrphans = database.prepare<[number, number]>(
    "DELETE FROM text_index WHERE rowid > ? AND rowid <= ? AND rowid NOT IN (SELECT row FROM memories)",
  );
  const selectAnalyser = database.prepare<[], number>("SELECT analyser FROM text_index_state").pluck();
  const updateAnalyser = database.prepare<[number]>("UPDATE text_index_state SET analyser = ?");
  const hasMemories = database.prepare<[], number>("SELECT EXISTS (SELECT 1 FROM memories)").pluck();
  // A new index has nothing to rebuild.
  if (selectAnalyser.get() !== analyserVersion && hasMemories.get() === 0) updateAnalyser.run(analyserVersion);

  /** How many entries of the index a term reads, at most: a phrase about as many as its rarest word. */
  function entriesOf(term: TextTerm): number {
    if (term.kind === "prefix") return size();
    const tokens = term.kind === "phrase" ? term.tokens : [term.token];
    const found = tokens.flatMap((token) => terms.termsOf([token]).get(token) ?? []);
    return found.length === 0 ? 0 : Math.min(...found.map(frequencies.entriesOf));
  }

  /** The terms to rank rows by. Only FTS5 can find phrases. */
  function rankedTermsOf(any: readonly TextTerm[]): RankedTerm[] {
    const known = terms.termsOf(any.flatMap((term) => (term.kind === "phrase" ? [] : [term.token])));
    return any.flatMap((term, index): RankedTerm[] => {
      const found = term.kind === "phrase" ? null : (known.get(term.token) ?? []);
      const entries = entriesOf(term);
      if (term.kind === "phrase" || found === null || found.length > 1) {
        const expression = toMatchExpression({ any: [term], all: [] });
        return expression === null ? [] : [{ kind: "expression", term: expression, index, entries }];
      }
      return found.map((name) => ({ kind: term.kind, term: name, index, entries }));
    });
  }

  function searchWords(terms: readonly RankedTerm[], filter: MemoryFilter, limit: number): Promise<TextHit[]> {
    void sizes.load();
    const { rows: rowCount, tokens } = totals();
    const averageLength = tokens / Math.max(1, rowCount);
    return ranking.rank(terms, { rowCount, averageLength }, (ranked) =>
      takeHits(ranked, filter, limit, { facts, filterRows }),
    );
  }

  async function searchPhrases(query: TextQuery, filter: MemoryFilter, limit: number): Promise<TextHit[]> {
    const match = toMatchExpression(query);
    if (match === null) return [];
    // FTS5 ranks the matches by every term of the query.
    const entries = [...query.any, ...query.all].map(entriesOf).reduce((sum, each) => sum + each, 0);
    const found = await read("bestMatches", entries, buildTextSearch(match, filter, limit));
    // FTS5 does not report which terms a row contains.
    return found.map((hit) => ({ ...hit, terms: null }));
  }

  async function scopedFrequencies(tokens: readonly string[], scope: MemoryScope): Promise<Map<string, number>> {
    const considered = tokens.slice(0, MAX_SCOPED_TOKENS);
    const known = terms.termsOf(considered);
    const wanted = new Map(considered.map((token) => [token, known.get(token) ?? []]));
    const counts = await scoped.frequencies(
      [...wanted.values()].flat().map((term) => ({ term, entries: frequencies.entriesOf(term) })),
      scope,
    );
    const countOf = (token: string) => Math.min(...(wanted.get(token) ?? []).map((term) => counts.get(term) ?? 0));
    return new Map(considered.map((token) => [token, wanted.get(token)?.length ? countOf(token) : 0]));
  }

  return {
    search: (query, filter, limit, scope = null) =>
      withStorageErrors(() => {
        if (scope !== null) {
          const terms = rankedTermsOf([...query.any, ...query.all]);
          const match = query.all.length === 0 ? null : toMatchExpression(query);
          const entries = terms.reduce((sum, term) => sum + term.entries, 0);
          const required = match === null ? null : { kind: "expression" as const, term: match, entries };
          return scoped.search(terms, required, { filter, limit, scope });
        }
        if (query.all.length > 0) return searchPhrases(query, filter, limit);
        return searchWords(rankedTermsOf(query.any), filter, limit);
      }),
    documentFrequencies: (tokens, scope = null, _filter, isRough = false) =>
      withStorageErrors(() => (scope === null ? frequencies.of(tokens, isRough) : scopedFrequencies(tokens, scope))),
    size: (scope = null) => withStorageErrors(() => (scope === null ? size() : scoped.size(scope))),
    averageLength: (scope = null) =>
      withStorageErrors(() => {
        if (scope !== null) return scoped.averageLength(scope);
        const { rows, tokens } = totals();
        return tokens / Math.max(1, rows);
      }),
    isOutdated: () => withStorageErrors(() => selectAnalyser.get() !== analyserVersion),
    async rebuild(onProgress, signal) {
      const total = countMemories.get() ?? 0;
      const assertNotAborted = () => {
        if (signal.aborted) throw new RecollectError("rebuild_cancelled", {});
      };
      assertNotAborted();
      const removing = writes.runInSteps(0, (from) => {
        const end = selectEndOfStep.get(from, STEP_ROWS) ?? null;
        if (end !== null) deleteOrphans.run(from, end);
        return end;
      });
      for await (const _ of removing) assertNotAborted();
      const indexing = writes.runInSteps({ after: 0, done: 0 }, ({ after, done }) => {
        const batch = selectTexts.all(after, REBUILD_STEP_ROWS);
        for (const { row, content, tags, source } of batch) {
          // Earlier versions stored another hash.
          const hash = hashContent(content);
          updateHash.run(hash, row, hash);
          textRows.replace(row, { content, tags: tags === null ? [] : tags.split(" "), source });
        }
        const end = batch.at(-1);
        return end === undefined ? null : { after: end.row, done: done + batch.length };
      });
      for await (const { done } of indexing) {
        onProgress(Math.min(done, total), total);
        assertNotAborted();
      }
      onProgress(total, total);
      await writes.run(() => {
        updateAnalyser.run(analyserVersion);
        reclaim.purged();
      });
      frequencies.forget();
    },
  };
}

/** Reads the totals of the index, and keeps them until the next transaction. */
function createTotals(sizes: Fts5Sizes, generation: () => number): Fts5Sizes["totals"] {
  let last = { at: Number.NaN, totals: { rows: 0, tokens: 0 } };
  return () => {
    const at = generation();
    if (last.at !== at) last = { at, totals: sizes.totals() };
    return last.totals;
  };
}

/**
 * The best matches by FTS5's BM25 that match the filter. FTS5 returns matches sorted, so reading stops at the limit.
 */
export function buildTextSearch(match: string, filter: MemoryFilter, limit: number): Sql {
  return sql`SELECT m.id, -text_index.rank AS rank
    FROM text_index CROSS JOIN memories m ON m.row = text_index.rowid
    WHERE text_index MATCH ${match} AND ${and(allConditions(filter))} ORDER BY text_index.rank LIMIT ${limit}`;
}

/** Terms whose counts are kept. */
const CAPACITY = 20_000;
/** A count may be out of date by this share of the index or of itself. */
interface Tolerance {
  readonly ofIndex: number;
  readonly ofCount: number;
}

/** The frequency enters a rank as a logarithm, where such a difference is negligible. */
const CLOSE: Tolerance = { ofIndex: 0.005, ofCount: 0.05 };
/** Enough to choose the rarest words of a text, and the thread that reads a word. */
const ROUGH: Tolerance = { ofIndex: 0.1, ofCount: 0.5 };

/**
 * Up to this number of memories, most words of a search are rare. In a larger index, reading the first occurrences of
 * frequent words takes longer than counting the rare ones saves.
 */
const SMALL_INDEX = 20_000;

/** How often a term occurs in the index. */
interface Count {
  readonly rows: number;
  readonly entries: number;
}

/** Entries of the index that are counted before other requests are served: some milliseconds. */
const MAX_ENTRIES_PER_TURN = 20_000;
/**
 * Entries that the terms of one query can have at most: most terms have far fewer. A query of many terms takes half the
 * time for each that a query of one term does.
 */
const MAX_ENTRIES_PER_QUERY = 200_000;

/**
 * Counts the memories that contain a token.
 * @param size the number of memories in the index
 */
function createDocumentFrequencies(
  { database, terms, occurrences }: Pick<TextIndexParts, "database" | "terms" | "occurrences">,
  queries: Pick<OccurrenceQueries, "fewOccurrences">,
  size: () => number,
) {
  const { generation } = occurrences;
  const selectCounts = database.prepare<[string], Count & { readonly term: string }>(
    `SELECT v.term, v.doc AS rows, v.cnt AS entries
     FROM json_each(?) given CROSS JOIN text_vocabulary v ON v.term = given.value`,
  );
  const counts = new Map<string, Count & { readonly generation: number }>();

  /** Null if the count is unknown or out of date. A word that no memory had may be in the next one. */
  function knownCount(term: string, { ofIndex, ofCount }: Tolerance): Count | null {
    const exact = occurrences.countOf(term);
    if (exact !== null) return { rows: exact, entries: exact };
    const known = counts.get(term);
    if (known === undefined) return null;
    const tolerated = known.rows === 0 ? 0 : Math.max(size() * ofIndex, known.rows * ofCount);
    return generation() - known.generation <= tolerated ? known : null;
  }

  function count(terms: readonly string[]): void {
    const at = { generation: generation() };
    for (const term of terms) counts.set(term, { rows: 0, entries: 0, ...at });
    for (const { term, rows, entries } of selectCounts.all(JSON.stringify(terms))) {
      counts.set(term, { rows, entries, ...at });
    }
  }

  /** Reads the occurrences of rare terms, which are searched next, instead of counting them. Returns the other terms. */
  function keepRare(unknown: readonly string[]): readonly string[] {
    if (unknown.length === 0) return unknown;
    const at = occurrences.generation();
    const found = queries.fewOccurrences(unknown, MAX_KEPT_OF_TERM);
    return unknown.filter((term, index) => {
      const few = found[index] ?? null;
      if (few !== null) occurrences.keep(term, few, at);
      return few === null;
    });
  }

  function countOf(term: string): Count {
    const known = knownCount(term, ROUGH);
    if (known !== null) return known;
    count([term]);
    return counts.get(term) ?? { rows: 0, entries: 0 };
  }

  return {
    /** The number of entries of a term, roughly. */
    entriesOf: (term: string): number => countOf(term).entries,
    /** A token with several terms has the count of its rarest; a token without terms has 0. */
    async of(tokens: readonly string[], isRough: boolean): Promise<Map<string, number>> {
      const all = terms.termsOf(tokens);
      // A copy: other searches may clear the map while this one waits.
      const known = new Map(tokens.map((token) => [token, all.get(token) ?? []]));
      if (counts.size + tokens.length > CAPACITY) counts.clear();
      const unknown = [...new Set([...known.values()].flat())].filter(
        (term) => knownCount(term, isRough ? ROUGH : CLOSE) === null,
      );
      const perQuery = Math.max(1, Math.floor(MAX_ENTRIES_PER_QUERY / Math.max(1, size())));
      const frequent = isRough || size() <= SMALL_INDEX ? keepRare(unknown) : unknown;
      let entries = 0;
      for (let from = 0; from < frequent.length; from += perQuery) {
        const counted = frequent.slice(from, from + perQuery);
        count(counted);
        for (const term of counted) entries += counts.get(term)?.entries ?? 0;
        if (entries <= MAX_ENTRIES_PER_TURN) continue;
        entries = 0;
        await nextTurn();
      }
      const rarest = (terms: readonly string[]) =>
        Math.min(...terms.map((term) => occurrences.countOf(term) ?? (counts.get(term) ?? countOf(term)).rows));
      return new Map([...known].map(([token, terms]) => [token, terms.length === 0 ? 0 : rarest(terms)]));
    },
    /** Must be called after the index was rebuilt. */
    forget(): void {
      counts.clear();
    },
  };
}
