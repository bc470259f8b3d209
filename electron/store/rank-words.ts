import type { Database } from "better-sqlite3";
import { createBestFirst } from "./best-first.ts";
import type { RowLengths } from "./row-lengths.ts";
import { readVarints } from "./varints.ts";

/** FTS5's constants of BM25 (sqlite.org/fts5.html#the_bm25_function). */
const K1 = 1.2;
const B = 0.75;
/** What one occurrence weighs by its column, as `rank` is configured: content, tags, source. */
const COLUMN_WEIGHTS = [1, 2, 0.5];
/** A word that half of all memories hold, or more, weighs this little (FTS5). */
const LEAST_WEIGHT = 1e-6;
/** No code point sorts after this one. */
const LAST = "\u{10ffff}";

/** A term of the index, or all that begin with it. */
export interface RankedTerm {
  readonly term: string;
  readonly prefix: boolean;
}

/** Rows by BM25, best first; taken as far as they are wanted. */
export interface RankedRows {
  take(count: number): number[];
  rankOf(row: number): number;
}

interface Occurrences {
  readonly rows: readonly number[];
  readonly frequencies: readonly number[];
}

/**
 * BM25 as FTS5's own `rank`, five times as fast: the occurrences of each word are read in one go (as one JSON text, which
 * costs less than a row each), and scored here with the lengths held in memory.
 */
export function createWordRanking(database: Database, lengths: RowLengths) {
  database.exec("CREATE VIRTUAL TABLE temp.text_instances USING fts5vocab (main, text_index, 'instance')");
  const ROWS = "SELECT json_group_array(doc * 4 + (col = 'tags') + 2 * (col = 'source')) FROM temp.text_instances";
  const ofTerm = database.prepare<[string], string>(`${ROWS} WHERE term = ?`).pluck();
  const ofPrefix = database.prepare<[string, string], string>(`${ROWS} WHERE term >= ? AND term < ?`).pluck();
  const totals = database.prepare<[], Buffer>("SELECT block FROM text_index_data WHERE id = 1").pluck();
  let scores = new Float64Array(1024);
  let scored: readonly number[] = [];

  /** The rows that hold the term, or any that a prefix begins, and how often, weighted by column. */
  function occurrencesOf({ term, prefix }: RankedTerm): Occurrences {
    const text = prefix ? ofPrefix.get(term, term + LAST) : ofTerm.get(term);
    const rows: number[] = [];
    const frequencies: number[] = [];
    for (const occurrence of JSON.parse(text ?? "[]") as number[]) {
      const row = Math.floor(occurrence / 4);
      const weight = COLUMN_WEIGHTS[occurrence % 4] ?? 0;
      const last = rows.length - 1;
      if (rows[last] === row) {
        frequencies[last] = (frequencies[last] ?? 0) + weight;
      } else {
        rows.push(row);
        frequencies.push(weight);
      }
    }
    return prefix ? joinRows(rows, frequencies) : { rows, frequencies };
  }

  function sizeOfIndex(): { readonly rows: number; readonly averageLength: number } {
    const [rows = 0, ...columns] = readVarints(totals.get() ?? new Uint8Array());
    return { rows, averageLength: columns.reduce((sum, column) => sum + column, 0) / Math.max(1, rows) };
  }

  return {
    /** How many memories are indexed. */
    size: (): number => sizeOfIndex().rows,
    /** The rows that hold any of the terms. They stay valid until the next ranking. */
    rank(terms: readonly RankedTerm[]): RankedRows {
      for (const row of scored) scores[row] = 0;
      const touched: number[] = [];
      const { rows: size, averageLength } = sizeOfIndex();
      for (const term of terms) {
        const { rows, frequencies } = occurrencesOf(term);
        lengths.learn(rows);
        const weight = Math.max(LEAST_WEIGHT, Math.log((size - rows.length + 0.5) / (rows.length + 0.5)));
        for (const [index, row] of rows.entries()) {
          if (row >= scores.length) scores = grow(scores, row);
          const score = scores[row] ?? 0;
          if (score === 0) touched.push(row);
          const frequency = frequencies[index] ?? 0;
          const norm = K1 * (1 - B + (B * lengths.of(row)) / averageLength);
          scores[row] = score + (weight * frequency * (K1 + 1)) / (frequency + norm);
        }
      }
      scored = [...touched];
      const rankOf = (row: number): number => scores[row] ?? 0;
      return { ...createBestFirst(touched, rankOf), rankOf };
    },
  };
}

/** Rows in the order of several terms, each row once. */
function joinRows(rows: readonly number[], frequencies: readonly number[]): Occurrences {
  const sums = new Map<number, number>();
  for (const [index, row] of rows.entries()) sums.set(row, (sums.get(row) ?? 0) + (frequencies[index] ?? 0));
  return { rows: [...sums.keys()], frequencies: [...sums.values()] };
}

function grow(array: Float64Array, row: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(Math.ceil(row * 1.5) + 1);
  grown.set(array);
  return grown;
}
