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

/** What is ranked by: a term of the index, all that begin with it, or a MATCH expression that FTS5 itself ranks by. */
export interface RankedTerm {
  readonly kind: "word" | "prefix" | "expression";
  readonly term: string;
}

/**
 * Most occurrences that a prefix stands for: of more, those of the commonest words that fit. Who has typed so little of a
 * word is shown something at once, and has typed the next letter before the rest could be told apart.
 */
const PREFIX_OCCURRENCES = 20_000;
/** Most words that a prefix is looked up as. */
const PREFIX_WORDS = 2_000;

/** Rows by BM25, best first; taken as far as they are wanted. */
export interface RankedRows {
  take(count: number): number[];
  rankOf(row: number): number;
}

interface Occurrences {
  readonly rows: readonly number[];
  readonly frequencies: readonly number[];
}

type RankedRow = readonly [row: number, rank: number];

/**
 * BM25 as FTS5's own `rank`, five times as fast: the occurrences of each word are read in one go (as one JSON text, which
 * costs less than a row each), and scored here with the lengths held in memory. What only FTS5 can find (words in their
 * order) it ranks itself, each expression alone: BM25 is the sum over what is asked for.
 */
export function createWordRanking(database: Database, lengths: RowLengths) {
  database.exec("CREATE VIRTUAL TABLE temp.text_instances USING fts5vocab (main, text_index, 'instance')");
  const ROWS = "SELECT json_group_array(doc * 4 + (col = 'tags') + 2 * (col = 'source')) FROM temp.text_instances";
  const ofTerm = database.prepare<[string], string>(`${ROWS} WHERE term = ?`).pluck();
  const ofRange = database.prepare<[string, string], string>(`${ROWS} WHERE term >= ? AND term < ?`).pluck();
  const begunWords = database.prepare<[string, string, number], { term: string; count: number }>(
    "SELECT term, cnt AS count FROM text_vocabulary WHERE term >= ? AND term < ? ORDER BY cnt DESC LIMIT ?",
  );
  const ofExpression = database
    .prepare<[string], RankedRow>("SELECT rowid, -rank FROM text_index WHERE text_index MATCH ?")
    .raw();
  const totals = database.prepare<[], Buffer>("SELECT block FROM text_index_data WHERE id = 1").pluck();
  let scores = new Float64Array(1024);
  let touched: number[] = [];
  let scored: readonly number[] = [];

  /** What a prefix stands for: JSON texts of occurrences. */
  function textsOfPrefix(prefix: string): string[] {
    const end = prefix + LAST;
    const words = begunWords.all(prefix, end, PREFIX_WORDS);
    if (words.length === 0) return [];
    let count = 0;
    for (const word of words) count += word.count;
    if (words.length < PREFIX_WORDS && count <= PREFIX_OCCURRENCES) return [ofRange.get(prefix, end) ?? "[]"];
    let room = PREFIX_OCCURRENCES;
    const fitting = words.filter((word) => {
      if (word.count > room) return false;
      room -= word.count;
      return true;
    });
    return (fitting.length > 0 ? fitting : words.slice(-1)).map((word) => ofTerm.get(word.term) ?? "[]");
  }

  /** The rows that hold the term, or any that a prefix begins, and how often, weighted by column. */
  function occurrencesOf({ kind, term }: RankedTerm): Occurrences {
    const rows: number[] = [];
    const frequencies: number[] = [];
    for (const text of kind === "prefix" ? textsOfPrefix(term) : [ofTerm.get(term) ?? "[]"]) {
      for (const occurrence of JSON.parse(text) as number[]) {
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
    }
    return kind === "prefix" ? joinRows(rows, frequencies) : { rows, frequencies };
  }

  function sizeOfIndex(): { readonly rows: number; readonly averageLength: number } {
    const [rows = 0, ...columns] = readVarints(totals.get() ?? new Uint8Array());
    return { rows, averageLength: columns.reduce((sum, column) => sum + column, 0) / Math.max(1, rows) };
  }

  function add(row: number, gain: number): void {
    if (row >= scores.length) scores = grow(scores, row);
    const score = scores[row] ?? 0;
    if (score === 0) touched.push(row);
    scores[row] = score + gain;
  }

  function addWord(term: RankedTerm, size: number, averageLength: number): void {
    const { rows, frequencies } = occurrencesOf(term);
    lengths.learn(rows);
    const weight = Math.max(LEAST_WEIGHT, Math.log((size - rows.length + 0.5) / (rows.length + 0.5)));
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] ?? 0;
      const frequency = frequencies[index] ?? 0;
      const norm = K1 * (1 - B + (B * lengths.of(row)) / averageLength);
      add(row, (weight * frequency * (K1 + 1)) / (frequency + norm));
    }
  }

  return {
    /** How many memories are indexed. */
    size: (): number => sizeOfIndex().rows,
    /** The rows that any of the terms finds. They stay valid until the next ranking. */
    rank(terms: readonly RankedTerm[]): RankedRows {
      for (const row of scored) scores[row] = 0;
      touched = [];
      const { rows: size, averageLength } = sizeOfIndex();
      for (const term of terms) {
        if (term.kind !== "expression") addWord(term, size, averageLength);
        else for (const [row, rank] of ofExpression.all(term.term) as RankedRow[]) add(row, rank);
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
