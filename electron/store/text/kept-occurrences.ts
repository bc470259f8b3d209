import { COLUMN_WEIGHTS } from "../../core/bm25.ts";
import { growArray } from "../../core/util/grow-array.ts";
import { WordNumbers } from "../../core/word-numbers.ts";
import type { Fts5Sizes } from "./fts5-sizes.ts";
import type { IndexTerms } from "./index-terms.ts";
import type { Occurrences } from "./occurrences.ts";

/** The most occurrences that are kept of one term. For a more frequent one, ranking takes longer than reading them. */
export const MAX_KEPT_OF_TERM = 500;
/** Occurrences of all terms: 4 MB. When it is reached, all are dropped and re-read as needed. */
const MAX_KEPT = 500_000;
const NO_SLOTS: readonly Slot[] = [];
/** Words whose terms are known. */
const MAX_WORDS = 20_000;
/** The most letters of new texts that wait for the next search. */
const MAX_WAITING_LETTERS = 60_000;
/** The most words in texts of that length. */
const SPARE_WORDS = MAX_WAITING_LETTERS / 2;
/** A text whose words {@link WordNumbers} reads as the index does. */
const PLAIN = /^[a-z0-9 ]*$/;

/** The tokens of a memory's content, tags and source, each separated by spaces, as the index has them. */
export type IndexedTokens = readonly [content: string, tags: string, source: string];

interface KeptOccurrencesParts {
  readonly terms: IndexTerms;
  readonly sizes: Pick<Fts5Sizes, "set">;
  /** The number of writes so far. */
  readonly generation: () => number;
}

interface Kept {
  rows: Int32Array;
  frequencies: Float32Array;
  count: number;
}

/** The place of a term. */
interface Slot {
  kept: Kept | null;
}

/**
 * Keeps the occurrences of terms that were read, and adds each new memory to them, so that captures and searches that
 * follow each other read the same words once. The words of a memory that is changed or deleted are not known: then all
 * are dropped.
 */
export function createKeptOccurrences({ terms, sizes, generation }: KeptOccurrencesParts) {
  /** The terms that are kept, and other terms of known words. */
  const slots = new Map<string, Slot>();
  let words = new WordNumbers(MAX_WORDS, SPARE_WORDS);
  /** For each word its term: a text, until the word is read twice. Many words of identifiers occur once. */
  let termOfWord: (Slot | string | readonly Slot[])[] = [];
  let count = 0;
  let total = 0;
  let waiting: { readonly row: number; readonly tokens: IndexedTokens }[] = [];
  let waitingLetters = 0;

  function clear(): void {
    if (count === 0) return;
    for (const slot of slots.values()) slot.kept = null;
    count = 0;
    total = 0;
    waiting = [];
    waitingLetters = 0;
  }

  function addTo({ kept }: Slot, row: number, weight: number): void {
    if (kept === null) return;
    const last = kept.count - 1;
    if (kept.rows[last] === row) kept.frequencies[last] = (kept.frequencies[last] ?? 0) + weight;
    else append(kept, row, weight);
  }

  function append(term: Kept, row: number, frequency: number): void {
    term.rows = growArray(term.rows, term.count + 1, 0, 0);
    term.frequencies = growArray(term.frequencies, term.count + 1, 0, 0);
    term.rows[term.count] = row;
    term.frequencies[term.count] = frequency;
    term.count++;
    total++;
  }

  function slotOf(term: string): Slot {
    const known = slots.get(term);
    if (known !== undefined) return known;
    const slot = { kept: null };
    slots.set(term, slot);
    return slot;
  }

  function numbersOf(text: string): number[] {
    if (PLAIN.test(text)) return words.ofText(text, Number.POSITIVE_INFINITY);
    return text.split(" ").map((word) => words.of(word));
  }

  /** Forgets the words, of which a large part occurs once, and the terms that are not kept. */
  function forgetWords(): void {
    words = new WordNumbers(MAX_WORDS, SPARE_WORDS);
    termOfWord = [];
    for (const [term, { kept }] of slots) if (kept === null) slots.delete(term);
  }

  function learnWords(): void {
    const from = termOfWord.length;
    const added = Array.from({ length: words.size - from }, (_, index) => words.wordOf(from + index));
    if (added.length === 0) return;
    for (const found of terms.ofNew(added)) {
      const [term] = found;
      termOfWord.push(term === undefined || found.length > 1 ? found.map(slotOf) : (slots.get(term) ?? term));
    }
  }

  function add(row: number, columns: IndexedTokens): void {
    if (words.isFull) forgetWords();
    const known = words.size;
    const read = columns.map(numbersOf);
    learnWords();
    let length = 0;
    read.forEach((numbers, column) => {
      const weight = COLUMN_WEIGHTS[column] ?? 0;
      for (const number of numbers) {
        let term = termOfWord[number] ?? NO_SLOTS;
        if (typeof term === "string") {
          length++;
          if (number >= known) continue;
          term = slotOf(term);
          termOfWord[number] = term;
          addTo(term, row, weight);
        } else if ("kept" in term) {
          length++;
          addTo(term, row, weight);
        } else {
          length += term.length;
          for (const slot of term) addTo(slot, row, weight);
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
      const found = slots.get(term)?.kept ?? null;
      if (found === null) return undefined;
      return { rows: found.rows.subarray(0, found.count), frequencies: found.frequencies.subarray(0, found.count) };
    },
    /** How many memories have a term; null if its occurrences are not kept. */
    countOf(term: string): number | null {
      addWaiting();
      return slots.get(term)?.kept?.count ?? null;
    },
    /**
     * Keeps occurrences that were read after {@link get} returned none.
     * @param at the number of writes before they were read: if there were more since, they are not kept
     */
    keep(term: string, { rows, frequencies }: Occurrences, at: number): void {
      if (at !== generation() || rows.length > MAX_KEPT_OF_TERM) return;
      if (total + rows.length > MAX_KEPT) clear();
      const slot = slotOf(term);
      // Another search may have read it too.
      if (slot.kept !== null) return;
      slot.kept = { rows: rows.slice(), frequencies: frequencies.slice(), count: rows.length };
      count++;
      total += rows.length;
    },
    /** Must be called after the commit of a new memory. */
    added(row: number, tokens: IndexedTokens): void {
      if (count === 0) return;
      for (const text of tokens) waitingLetters += text.length;
      if (waitingLetters > MAX_WAITING_LETTERS) clear();
      else waiting.push({ row, tokens });
    },
    /** Must be called after the commit of a change of the index other than a new memory. */
    clear,
    /** Frees the memory. */
    release(): void {
      clear();
      forgetWords();
    },
  };
}
export type KeptOccurrences = ReturnType<typeof createKeptOccurrences>;
