import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { COLUMN_WEIGHTS, inverseFrequency, termGain } from "../../core/bm25.ts";
import { setOfTerm, type TermSet } from "../../core/term-set.ts";
import { growArray } from "../../core/util/grow-array.ts";
import { Heap } from "../../core/util/heap.ts";
import type { Fts5Sizes } from "./fts5-sizes.ts";

/** The highest code point: the end of the range of terms with a prefix. */
const LAST_CODE_POINT = "\u{10ffff}";

/** A term of the index, a prefix of terms, or a MATCH expression, which FTS5 ranks. */
export interface TermOfIndex {
  readonly kind: "word" | "prefix" | "expression";
  readonly term: string;
}

/** A term of a query. */
export interface RankedTerm extends TermOfIndex {
  /** Its index in `TextQuery.any`. */
  readonly index: number;
}

/**
 * Occurrences read for a prefix; of more, the occurrences of its most common terms. Bounds the search for a short
 * prefix while someone types: three letters can have 330,000 occurrences (ADR 0010).
 */
const MAX_PREFIX_OCCURRENCES = 20_000;
/** Terms looked up for a prefix. */
const MAX_PREFIX_TERMS = 2_000;

/** Ranked rows, best first. They are sorted only as far as they are taken. */
interface RankedRows {
  /** Removes and returns the next `count` rows; fewer at the end. */
  take(count: number): number[];
  rankOf(row: number): number;
  /** The terms that the row contains. */
  termsOf(row: number): TermSet;
}

/** The rows with a term, and how often it occurs in each, weighted by column. */
export interface Occurrences {
  readonly rows: readonly number[];
  readonly frequencies: readonly number[];
}

type RankRow = readonly [row: number, rank: number];

type ReadTerm = { readonly index: number } & (
  | { readonly occurrences: Occurrences }
  | { readonly ranks: readonly RankRow[] }
);

/** The occurrences of a term with so many rows take some milliseconds to read. */
const MAX_ROWS_PER_TURN = 5_000;

/**
 * BM25 equal to FTS5's `rank`, but faster (ADR 0010). The occurrences of each term are read as one JSON text, which
 * costs less than a row each, and scored with the lengths in memory. Only FTS5 can evaluate phrases: it ranks each such
 * expression, and the ranks are added, because BM25 is a sum over the terms.
 */
export function createWordRanking(database: Database, sizes: Fts5Sizes) {
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
  const ranksOfExpression = database
    .prepare<[string], RankRow>("SELECT rowid, -rank FROM text_index WHERE text_index MATCH ?")
    .raw();
  let scores = new Float64Array(0);
  /** The terms in each row with a score. */
  let sets = new Float64Array(0);
  /** The rows with a score. */
  let scored: number[] = [];

  /** JSON texts of the occurrences of a prefix. */
  function readPrefix(prefix: string): string[] {
    const end = prefix + LAST_CODE_POINT;
    const terms = termsInRange.all(prefix, end, MAX_PREFIX_TERMS);
    if (terms.length === 0) return [];
    let count = 0;
    for (const term of terms) count += term.count;
    if (terms.length < MAX_PREFIX_TERMS && count <= MAX_PREFIX_OCCURRENCES) {
      return [occurrencesInRange.get(prefix, end) ?? "[]"];
    }
    let remaining = MAX_PREFIX_OCCURRENCES;
    const fitting = terms.filter((term) => {
      if (term.count > remaining) return false;
      remaining -= term.count;
      return true;
    });
    return (fitting.length > 0 ? fitting : terms.slice(-1)).map(({ term }) => occurrencesOfTerm.get(term) ?? "[]");
  }

  /** The rows that contain a term, or a term with the prefix, and its frequency in each, weighted by column. */
  function readOccurrences(term: TermOfIndex): Occurrences {
    return parseOccurrences(
      term,
      term.kind === "prefix" ? readPrefix(term.term) : [occurrencesOfTerm.get(term.term) ?? "[]"],
    );
  }

  function add(row: number, gain: number, set: TermSet): void {
    if (row >= scores.length) {
      scores = growArray(scores, row + 1);
      sets = growArray(sets, row + 1);
    }
    const score = scores[row] ?? 0;
    if (score === 0) scored.push(row);
    scores[row] = score + gain;
    sets[row] = (sets[row] ?? 0) + set;
  }

  function addOccurrences(
    { rows, frequencies }: Occurrences,
    set: TermSet,
    rowCount: number,
    averageLength: number,
  ): void {
    sizes.learn(rows);
    const weight = inverseFrequency(rows.length, rowCount);
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] ?? 0;
      add(row, termGain(weight, frequencies[index] ?? 0, sizes.lengthOf(row), averageLength), set);
    }
  }

  return {
    /** Reads what {@link rank} needs. Other requests are served between two frequent terms. */
    async read(terms: readonly RankedTerm[]): Promise<readonly ReadTerm[]> {
      const found: ReadTerm[] = [];
      for (const term of terms) {
        if (term.kind === "expression") {
          found.push({ index: term.index, ranks: ranksOfExpression.all(term.term) as RankRow[] });
          continue;
        }
        const occurrences = readOccurrences(term);
        found.push({ index: term.index, occurrences });
        await sizes.learnMany(occurrences.rows);
        if (occurrences.rows.length > MAX_ROWS_PER_TURN) await nextTurn();
      }
      return found;
    },
    /** Ranks the rows that match any of the terms. The result is valid until the next call. */
    rank(terms: readonly ReadTerm[]): RankedRows {
      for (const row of scored) {
        scores[row] = 0;
        sets[row] = 0;
      }
      scored = [];
      const { rows: rowCount, tokens } = sizes.totals();
      for (const term of terms) {
        const set = setOfTerm(term.index);
        if ("occurrences" in term) addOccurrences(term.occurrences, set, rowCount, tokens / Math.max(1, rowCount));
        else for (const [row, rank] of term.ranks) add(row, rank, set);
      }
      return new BestRows(scored, scores, sets);
    },
    /** All occurrences of a word, or of the words with a prefix, without the limits of {@link rank}. */
    readOccurrences(term: TermOfIndex): Occurrences {
      return parseOccurrences(term, [
        term.kind === "prefix"
          ? (occurrencesInRange.get(term.term, term.term + LAST_CODE_POINT) ?? "[]")
          : (occurrencesOfTerm.get(term.term) ?? "[]"),
      ]);
    },
  };
}
export type WordRanking = ReturnType<typeof createWordRanking>;

function parseOccurrences({ kind }: TermOfIndex, texts: readonly string[]): Occurrences {
  const rows: number[] = [];
  const frequencies: number[] = [];
  for (const text of texts) {
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
  return kind === "prefix" ? mergeRows(rows, frequencies) : { rows, frequencies };
}

/** Rows with the highest score first; of equal ones, the smaller row. */
class BestRows extends Heap<number> implements RankedRows {
  readonly #scores: Float64Array;
  readonly #sets: Float64Array;

  constructor(rows: readonly number[], scores: Float64Array, sets: Float64Array) {
    super();
    this.#scores = scores;
    this.#sets = sets;
    this.fill(rows);
  }

  protected override isBefore(one: number, other: number): boolean {
    const difference = this.rankOf(one) - this.rankOf(other);
    return difference > 0 || (difference === 0 && one < other);
  }

  rankOf(row: number): number {
    return this.#scores[row] ?? 0;
  }

  termsOf(row: number): TermSet {
    return this.#sets[row] ?? 0;
  }

  take(count: number): number[] {
    const taken: number[] = [];
    while (taken.length < count) {
      const row = this.removeFirst();
      if (row === undefined) break;
      taken.push(row);
    }
    return taken;
  }
}

/** Adds up the frequencies of rows that are there several times. */
function mergeRows(rows: readonly number[], frequencies: readonly number[]): Occurrences {
  const sums = new Map<number, number>();
  for (const [index, row] of rows.entries()) sums.set(row, (sums.get(row) ?? 0) + (frequencies[index] ?? 0));
  return { rows: [...sums.keys()], frequencies: [...sums.values()] };
}
