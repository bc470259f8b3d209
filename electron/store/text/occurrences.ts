import type { Database } from "better-sqlite3";
import { COLUMN_WEIGHTS } from "../../core/bm25.ts";
import type { Sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";

/** A term of the index, a prefix of terms, or a MATCH expression, which only FTS5 can evaluate. */
export interface TermOfIndex {
  readonly kind: "word" | "prefix" | "expression";
  readonly term: string;
}

/**
 * The rows with a term, and how often it occurs in each, weighted by column. Rows are array indexes: as doubles, V8 would
 * deoptimise the code that uses them. The frequencies are multiples of a half, which `Float32Array` holds exactly.
 */
export interface Occurrences {
  readonly rows: Int32Array;
  readonly frequencies: Float32Array;
}

/** The rows that match an expression, and the rank of each. */
interface ExpressionRanks {
  readonly rows: Int32Array;
  readonly ranks: Float64Array;
}

/** The highest code point: the end of the range of terms with a prefix. */
const LAST_CODE_POINT = "\u{10ffff}";
/**
 * Occurrences read for a prefix; of more, the occurrences of its most common terms. Bounds the search for a short
 * prefix while someone types: three letters can have 330,000 occurrences (ADR 0010).
 */
const MAX_PREFIX_OCCURRENCES = 20_000;
/** Terms looked up for a prefix. */
const MAX_PREFIX_TERMS = 2_000;

/**
 * Queries of the text index that can read an entry for every memory, on the calling thread. The occurrences of a term
 * are read as one JSON text, which costs less than a row each.
 */
export function createOccurrenceQueries(database: Database, statements: StatementCache) {
  database.exec("CREATE VIRTUAL TABLE temp.text_instances USING fts5vocab (main, text_index, 'instance')");
  const OCCURRENCES =
    "SELECT json_group_array(doc * 4 + (col = 'tags') + 2 * (col = 'source')) FROM temp.text_instances";
  const occurrencesOfTerm = database.prepare<[string], string>(`${OCCURRENCES} WHERE term = ?`).pluck();
  const occurrencesInRange = database
    .prepare<[string, string], string>(`${OCCURRENCES} WHERE term >= ? AND term < ?`)
    .pluck();
  const termsInRange = database.prepare<[string, string, number], { term: string; count: number }>(
    "SELECT term, cnt AS count FROM text_vocabulary WHERE term >= ? AND term < ? ORDER BY cnt DESC LIMIT ?",
  );
  const ranksOf = database
    .prepare<[string], readonly [row: number, rank: number]>(
      "SELECT rowid, -rank FROM text_index WHERE text_index MATCH ?",
    )
    .raw();
  const rowsOf = database
    .prepare<[string], number>("SELECT rowid FROM text_index WHERE text_index MATCH ? ORDER BY rowid")
    .pluck();
  const occurrencesOfTerms = database
    .prepare<[string], readonly [index: number, occurrences: string]>(
      `SELECT given.key, (${OCCURRENCES} WHERE term = given.value) FROM json_each(?) given`,
    )
    .raw();
  const fewOccurrencesOfTerms = database
    .prepare<[number, string], readonly [index: number, occurrences: string]>(
      `SELECT given.key, (SELECT json_group_array(occurrence) FROM (
         SELECT doc * 4 + (col = 'tags') + 2 * (col = 'source') AS occurrence FROM temp.text_instances
         WHERE term = given.value LIMIT 1 + ?))
       FROM json_each(?) given`,
    )
    .raw();
  const allWithPrefix = (prefix: string) => occurrencesInRange.get(prefix, prefix + LAST_CODE_POINT) ?? "[]";

  /** JSON texts of the occurrences of a prefix, within the limits. */
  function readPrefix(prefix: string): string[] {
    const terms = termsInRange.all(prefix, prefix + LAST_CODE_POINT, MAX_PREFIX_TERMS);
    if (terms.length === 0) return [];
    let count = 0;
    for (const term of terms) count += term.count;
    if (terms.length < MAX_PREFIX_TERMS && count <= MAX_PREFIX_OCCURRENCES) return [allWithPrefix(prefix)];
    let remaining = MAX_PREFIX_OCCURRENCES;
    const fitting = terms.filter((term) => {
      if (term.count > remaining) return false;
      remaining -= term.count;
      return true;
    });
    return (fitting.length > 0 ? fitting : terms.slice(-1)).map(({ term }) => occurrencesOfTerm.get(term) ?? "[]");
  }

  return {
    /** The occurrences of each word, in the same order. One query takes half the time of many. */
    wordOccurrences(words: readonly string[]): readonly Occurrences[] {
      const found = words.map(() => "[]");
      const rows = occurrencesOfTerms.all(JSON.stringify(words)) as (readonly [number, string])[];
      for (const [index, occurrences] of rows) found[index] = occurrences;
      return found.map((occurrences) => parseOccurrences([occurrences]));
    },
    /** The occurrences of each word; null for a word with more than `limit`. */
    fewOccurrences(words: readonly string[], limit: number): readonly (Occurrences | null)[] {
      const found: (Occurrences | null)[] = words.map(() => null);
      const rows = fewOccurrencesOfTerms.all(limit, JSON.stringify(words)) as (readonly [number, string])[];
      for (const [index, text] of rows) {
        const occurrences = JSON.parse(text) as number[];
        if (occurrences.length <= limit) found[index] = toOccurrences([occurrences]);
      }
      return found;
    },
    /** The occurrences of the words with a prefix, within the limits. */
    prefixOccurrences: (prefix: string): Occurrences => mergeRows(parseOccurrences(readPrefix(prefix))),
    /** Without limits. A phrase counts once in each row: only FTS5 knows how often it occurs, and returns only ranks. */
    allOccurrences({ kind, term }: TermOfIndex): Occurrences {
      if (kind === "word") return parseOccurrences([occurrencesOfTerm.get(term) ?? "[]"]);
      if (kind === "prefix") return mergeRows(parseOccurrences([allWithPrefix(term)]));
      const rows = Int32Array.from(rowsOf.all(term));
      return { rows, frequencies: new Float32Array(rows.length).fill(1) };
    },
    /** FTS5's BM25 of each row that matches an expression. */
    expressionRanks(expression: string): ExpressionRanks {
      const found = ranksOf.all(expression) as (readonly [number, number])[];
      return { rows: Int32Array.from(found, ([row]) => row), ranks: Float64Array.from(found, ([, rank]) => rank) };
    },
    /** The best matches of a query that FTS5 ranks. */
    bestMatches: (query: Sql) => statements.all<{ id: string; rank: number }>(query),
  };
}
export type OccurrenceQueries = ReturnType<typeof createOccurrenceQueries>;

/** Entries of the index that are read on the calling thread: a few milliseconds. */
const MAX_ENTRIES_HERE = 10_000;

/** The queries that can read many entries. */
type LongQuery = Exclude<keyof OccurrenceQueries, "fewOccurrences">;

/** The same queries on a thread (ADR 0013). */
export type OccurrenceThread = {
  readonly [Name in LongQuery]: (
    ...args: Parameters<OccurrenceQueries[Name]>
  ) => Promise<ReturnType<OccurrenceQueries[Name]>>;
};

/**
 * Runs a query here if it reads few entries of the index, else on the thread, so that other requests are served in the
 * meantime. If the thread fails, the query runs here: a slow result is better than none.
 */
export function createOccurrenceReader(here: OccurrenceQueries, thread: OccurrenceThread | null) {
  type Arguments<Name extends LongQuery> = Parameters<OccurrenceQueries[Name]>;
  type Found<Name extends LongQuery> = ReturnType<OccurrenceQueries[Name]>;
  /** @param entries how many entries of the index the query reads, at most */
  return async <Name extends LongQuery>(
    name: Name,
    entries: number,
    ...args: Arguments<Name>
  ): Promise<Found<Name>> => {
    const run = here[name] as (...args: Arguments<Name>) => Found<Name>;
    if (thread === null || entries <= MAX_ENTRIES_HERE) return run(...args);
    const runElsewhere = thread[name] as (...args: Arguments<Name>) => Promise<Found<Name>>;
    return await runElsewhere(...args).catch(() => run(...args));
  };
}
export type OccurrenceReader = ReturnType<typeof createOccurrenceReader>;

function parseOccurrences(texts: readonly string[]): Occurrences {
  return toOccurrences(texts.map((text) => JSON.parse(text) as number[]));
}

function toOccurrences(lists: readonly (readonly number[])[]): Occurrences {
  const length = lists.reduce((sum, list) => sum + list.length, 0);
  const rows = new Int32Array(length);
  const frequencies = new Float32Array(length);
  let count = 0;
  for (const list of lists) {
    for (const occurrence of list) {
      const row = Math.floor(occurrence / 4);
      const weight = COLUMN_WEIGHTS[occurrence % 4] ?? 0;
      if (count > 0 && rows[count - 1] === row) frequencies[count - 1] = (frequencies[count - 1] ?? 0) + weight;
      else {
        rows[count] = row;
        frequencies[count] = weight;
        count += 1;
      }
    }
  }
  // Copies: of a view, a message to another thread would contain the entire buffer.
  return { rows: rows.slice(0, count), frequencies: frequencies.slice(0, count) };
}

/** Adds up the frequencies of rows that are there several times. */
function mergeRows({ rows, frequencies }: Occurrences): Occurrences {
  const sums = new Map<number, number>();
  for (const [index, row] of rows.entries()) sums.set(row, (sums.get(row) ?? 0) + (frequencies[index] ?? 0));
  return { rows: Int32Array.from(sums.keys()), frequencies: Float32Array.from(sums.values()) };
}
