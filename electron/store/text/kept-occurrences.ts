import { COLUMN_WEIGHTS } from "../../core/bm25.ts";
import { growArray } from "../../core/util/grow-array.ts";
import type { Fts5Sizes } from "./fts5-sizes.ts";
import type { IndexTerms } from "./index-terms.ts";
import type { Occurrences } from "./occurrences.ts";

/** Occurrences of one term that are kept: more are read quickly enough, compared with the ranking of so many. */
const MAX_OF_TERM = 2_000;
/** Occurrences of all terms: 3 MB. When it is reached, all are dropped and re-read as needed. */
const MAX_KEPT = 200_000;
/** Letters of new texts that wait for the next search. */
const MAX_WAITING_LETTERS = 500_000;

/** The tokens of a memory's content, tags and source, each separated by spaces, as the index has them. */
export type IndexedTokens = readonly [content: string, tags: string, source: string];

interface KeptOccurrencesParts {
  readonly terms: IndexTerms;
  readonly sizes: Pick<Fts5Sizes, "set">;
  /** The number of writes so far. */
  readonly generation: () => number;
}

interface Kept {
  rows: Float64Array;
  frequencies: Float64Array;
  count: number;
}

/**
 * Keeps the occurrences of terms that were read, and adds each new memory to them, so that captures and searches that
 * follow each other read the same words once. The words of a memory that is changed or deleted are not known: then all
 * are dropped.
 */
export function createKeptOccurrences({ terms, sizes, generation }: KeptOccurrencesParts) {
  const kept = new Map<string, Kept>();
  let total = 0;
  let waiting: { readonly row: number; readonly tokens: IndexedTokens }[] = [];
  let waitingLetters = 0;

  function clear(): void {
    kept.clear();
    total = 0;
    waiting = [];
    waitingLetters = 0;
  }

  function append(term: Kept, row: number, frequency: number): void {
    term.rows = growArray(term.rows, term.count + 1);
    term.frequencies = growArray(term.frequencies, term.count + 1);
    term.rows[term.count] = row;
    term.frequencies[term.count] = frequency;
    term.count++;
    total++;
  }

  function add(row: number, columns: IndexedTokens): void {
    let length = 0;
    columns.forEach((text, column) => {
      if (text === "") return;
      const weight = COLUMN_WEIGHTS[column] ?? 0;
      const tokens = text.split(" ");
      const known = terms.termsOf(tokens);
      for (const token of tokens) {
        for (const term of known.get(token) ?? []) {
          length++;
          const found = kept.get(term);
          if (found === undefined) continue;
          const last = found.count - 1;
          if (found.rows[last] === row) found.frequencies[last] = (found.frequencies[last] ?? 0) + weight;
          else append(found, row, weight);
        }
      }
    });
    sizes.set(row, length);
  }

  /** Adds the memories that were written since the last call. */
  function addWaiting(): void {
    if (waiting.length === 0) return;
    const added = waiting;
    waiting = [];
    waitingLetters = 0;
    for (const { row, tokens } of added) add(row, tokens);
    if (total > MAX_KEPT) clear();
  }

  return {
    generation,
    /** The occurrences of a term in the whole index, if they are kept. */
    get(term: string): Occurrences | undefined {
      addWaiting();
      const found = kept.get(term);
      if (found === undefined) return undefined;
      return { rows: found.rows.subarray(0, found.count), frequencies: found.frequencies.subarray(0, found.count) };
    },
    /** How many memories have a term; null if its occurrences are not kept. */
    countOf(term: string): number | null {
      addWaiting();
      return kept.get(term)?.count ?? null;
    },
    /**
     * Keeps occurrences that were read after {@link get} returned none.
     * @param at the number of writes before they were read: if there were more since, they are not kept
     */
    keep(term: string, { rows, frequencies }: Occurrences, at: number): void {
      if (at !== generation() || rows.length > MAX_OF_TERM) return;
      if (total + rows.length > MAX_KEPT) clear();
      kept.set(term, { rows, frequencies, count: rows.length });
      total += rows.length;
    },
    /** Must be called after the commit of a new memory. */
    added(row: number, tokens: IndexedTokens): void {
      if (kept.size === 0) return;
      for (const text of tokens) waitingLetters += text.length;
      if (waitingLetters > MAX_WAITING_LETTERS) clear();
      else waiting.push({ row, tokens });
    },
    /** Must be called after the commit of a change of the index other than a new memory. Frees the memory. */
    clear,
  };
}
export type KeptOccurrences = ReturnType<typeof createKeptOccurrences>;
