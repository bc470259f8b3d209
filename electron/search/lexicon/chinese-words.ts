import { tokensOfPiece } from "../../core/text-analysis.ts";
import type { Entry } from "./word-list.ts";

/** A word in a run without spaces: [start, end). */
export interface ChineseWord {
  readonly start: number;
  readonly end: number;
  /** Its index tokens. */
  readonly insteadOf: readonly string[];
  readonly english: readonly string[];
}

const MAX_LENGTH = 5;

/** A list of Chinese words. */
export class ChineseWords {
  readonly #words = new Map<string, readonly string[]>();

  constructor(entries: readonly Entry[]) {
    for (const [word, english] of entries) if (!this.#words.has(word)) this.#words.set(word, english);
  }

  /** The longest known words of a run without spaces, from its start. */
  wordsIn(run: string): ChineseWord[] {
    const found: Omit<ChineseWord, "insteadOf">[] = [];
    for (let start = 0; start < run.length; ) {
      const word = this.#longestAt(run, start);
      if (word !== null) found.push({ start, end: start + word.length, english: this.#words.get(word) ?? [] });
      start += word?.length ?? 1;
    }
    // The pair across the border of two known words belongs to the first: it is not a word.
    return found.map((word, index) => {
      const next = found[index + 1];
      const end = next?.start === word.end ? word.end + 1 : word.end;
      // Of a word of one letter, the index has the pairs that contain it.
      const start = word.end - word.start === 1 ? Math.max(0, word.start - 1) : word.start;
      return { ...word, insteadOf: tokensOfPiece({ text: run.slice(start, end), unspaced: true }) };
    });
  }

  #longestAt(run: string, start: number): string | null {
    for (let length = Math.min(MAX_LENGTH, run.length - start); length > 0; length--) {
      const word = run.slice(start, start + length);
      if (this.#words.has(word)) return word;
    }
    return null;
  }
}
