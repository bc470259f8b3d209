import { setImmediate as nextTurn } from "node:timers/promises";
import { inverseFrequency, termGain } from "../../core/bm25.ts";
import { setOfTerm, type TermSet } from "../../core/term-set.ts";
import { growArray } from "../../core/util/grow-array.ts";
import { Heap } from "../../core/util/heap.ts";
import type { Fts5Sizes } from "./fts5-sizes.ts";
import type { KeptOccurrences } from "./kept-occurrences.ts";
import type { OccurrenceReader, Occurrences, TermOfIndex } from "./occurrences.ts";

/** A term of a query. */
export interface RankedTerm extends TermOfIndex {
  /** Its index in `TextQuery.any`. */
  readonly index: number;
  /** How many entries of the index it reads, at most. */
  readonly entries: number;
}

/** The index of rows that a ranking is computed over. */
interface RankingScope {
  readonly rowCount: number;
  readonly averageLength: number;
}

const NO_OCCURRENCES: Occurrences = { rows: new Int32Array(0), frequencies: new Float32Array(0) };

/** What an occurrence of a term adds to the score of a row. */
interface TermGain {
  readonly weight: number;
  readonly set: TermSet;
  readonly averageLength: number;
}

/** Rows scored in one turn of the event loop: a few milliseconds. */
const STEP_ROWS = 20_000;
/** Rankings whose memory is kept for the next ones. */
const MAX_KEPT_SCORES = 2;

/**
 * BM25 equal to FTS5's `rank`, but faster (ADR 0010): the occurrences of each term are scored with the lengths in
 * memory. Only FTS5 can evaluate phrases: it ranks each such expression, and the ranks are added, because BM25 is a sum
 * over the terms.
 */
export function createWordRanking(sizes: Fts5Sizes, read: OccurrenceReader, kept: KeptOccurrences) {
  const unused: RowScores[] = [];

  function addSome(scores: RowScores, { rows, frequencies }: Occurrences, gain: TermGain, from: number): void {
    const { weight, set, averageLength } = gain;
    const end = Math.min(from + STEP_ROWS, rows.length);
    for (let index = from; index < end; index++) {
      const row = rows[index] ?? 0;
      scores.add(row, termGain(weight, frequencies[index] ?? 0, sizes.lengthOf(row), averageLength), set);
    }
  }

  /** Returns null if all are added. Of many rows, other requests are served in the meantime. */
  function addOccurrences(
    scores: RowScores,
    occurrences: Occurrences,
    set: TermSet,
    { rowCount, averageLength }: RankingScope,
  ): Promise<void> | null {
    const { rows } = occurrences;
    const gain = { weight: inverseFrequency(rows.length, rowCount), set, averageLength };
    const reading = sizes.learnMany(rows);
    if (reading !== null || rows.length > STEP_ROWS) return addInSteps(scores, occurrences, gain, reading);
    addSome(scores, occurrences, gain, 0);
    return null;
  }

  async function addInSteps(
    scores: RowScores,
    occurrences: Occurrences,
    gain: TermGain,
    reading: Promise<void> | null,
  ): Promise<void> {
    await reading;
    for (let from = 0; from < occurrences.rows.length; from += STEP_ROWS) {
      if (from > 0) await nextTurn();
      addSome(scores, occurrences, gain, from);
    }
  }

  /** The occurrences of the words among the terms, in the whole index. */
  async function readWords(terms: readonly RankedTerm[]): Promise<ReadonlyMap<RankedTerm, Occurrences>> {
    const found = new Map<RankedTerm, Occurrences>();
    const unknown: RankedTerm[] = [];
    for (const term of terms) {
      if (term.kind !== "word") continue;
      const known = kept.get(term.term);
      if (known === undefined) unknown.push(term);
      else found.set(term, known);
    }
    if (unknown.length === 0) return found;
    const entries = unknown.reduce((sum, word) => sum + word.entries, 0);
    const words = unknown.map(({ term }) => term);
    const at = kept.generation();
    const occurrences = await read("wordOccurrences", entries, words);
    unknown.forEach((word, index) => {
      const ofWord = occurrences[index] ?? NO_OCCURRENCES;
      kept.keep(word.term, ofWord, at);
      found.set(word, ofWord);
    });
    return found;
  }

  return {
    /**
     * Calls `use` with the rows that match any of the terms. The ranking is valid until it returns, or until its promise
     * is settled.
     * @param occurrencesOf reads the occurrences of a term in the scope. Default: in the whole index, a prefix
     *   within the limits.
     */
    async rank<Result>(
      terms: readonly RankedTerm[],
      scope: RankingScope,
      use: (ranked: RankedRows) => Result | Promise<Result>,
      occurrencesOf: ((term: RankedTerm) => Promise<Occurrences>) | null = null,
    ): Promise<Result> {
      const words = occurrencesOf === null ? await readWords(terms) : null;
      // From here on, the ranking of few rows waits for nothing, so that concurrent searches use the same memory in turn.
      const scores = unused.pop() ?? new RowScores();
      try {
        for (const term of terms) {
          const set = setOfTerm(term.index);
          if (term.kind === "expression" && occurrencesOf === null) {
            const { rows, ranks } = await read("expressionRanks", term.entries, term.term);
            for (let index = 0; index < rows.length; index++) scores.add(rows[index] ?? 0, ranks[index] ?? 0, set);
            continue;
          }
          const occurrences =
            words?.get(term) ?? (await (occurrencesOf?.(term) ?? read("prefixOccurrences", term.entries, term.term)));
          const adding = addOccurrences(scores, occurrences, set, scope);
          if (adding !== null) await adding;
        }
        const used = use(new RankedRows(scores));
        return used instanceof Promise ? await used : used;
      } finally {
        scores.clear();
        if (unused.length < MAX_KEPT_SCORES) unused.push(scores);
      }
    },
  };
}
export type WordRanking = ReturnType<typeof createWordRanking>;

/** The scores of rows, and the terms that each contains. */
class RowScores {
  #scores = new Float64Array(0);
  #sets = new Float64Array(0);
  /** The rows with a score. */
  #rows: number[] = [];

  get rows(): readonly number[] {
    return this.#rows;
  }

  add(row: number, gain: number, set: TermSet): void {
    if (row >= this.#scores.length) {
      this.#scores = growArray(this.#scores, row + 1);
      this.#sets = growArray(this.#sets, row + 1);
    }
    const score = this.#scores[row] ?? 0;
    if (score === 0) this.#rows.push(row);
    this.#scores[row] = score + gain;
    this.#sets[row] = (this.#sets[row] ?? 0) + set;
  }

  scoreOf(row: number): number {
    return this.#scores[row] ?? 0;
  }

  setOf(row: number): TermSet {
    return this.#sets[row] ?? 0;
  }

  clear(): void {
    for (const row of this.#rows) {
      this.#scores[row] = 0;
      this.#sets[row] = 0;
    }
    this.#rows = [];
  }
}

/** Rows with the highest score first; of equal ones, the smaller row. They are sorted only as far as they are taken. */
export class RankedRows extends Heap<number> {
  readonly #scores: RowScores;

  constructor(scores: RowScores) {
    super();
    this.#scores = scores;
    this.fill(scores.rows);
  }

  protected override isBefore(one: number, other: number): boolean {
    const difference = this.rankOf(one) - this.rankOf(other);
    return difference > 0 || (difference === 0 && one < other);
  }

  rankOf(row: number): number {
    return this.#scores.scoreOf(row);
  }

  /** The terms that the row contains. */
  termsOf(row: number): TermSet {
    return this.#scores.setOf(row);
  }

  /** Removes and returns the next `count` rows; fewer at the end. */
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
