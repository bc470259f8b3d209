import { tokensOfText } from "./text-analysis.ts";

/** Half of the slots stay empty, so that few words share a slot. */
const SLOTS_PER_WORD = 2;
/** The factor of the hash FNV-1a. */
const PRIME = 16_777_619;
/** For each ASCII character the lower-case letter or digit; 0 between words. */
const LETTERS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase();
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : 0;
});

/**
 * Gives each word a number, from 0 on in the order in which words are first read. To compare texts by numbers takes a
 * fraction of the time of comparing strings: no string is made for a word that is known.
 */
export class WordNumbers {
  readonly #capacity: number;
  /** For each slot the number of its word plus one, and the hash of the word. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #words: string[] = [];
  /** Differs between processes, so that nobody can write a text whose words share a slot. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32) | 0;

  /** @param capacity after this many words {@link isFull} is true; @param spare how many more fit */
  constructor(capacity: number, spare: number) {
    this.#capacity = capacity;
    const slots = 2 ** Math.ceil(Math.log2((capacity + spare) * SLOTS_PER_WORD));
    this.#slots = new Int32Array(2 * slots);
    this.#mask = slots - 1;
  }

  /** The number of known words. */
  get size(): number {
    return this.#words.length;
  }

  get isFull(): boolean {
    return this.#words.length >= this.#capacity;
  }

  /** The word with a number. */
  wordOf(number: number): string {
    return this.#words[number] ?? "";
  }

  /** The numbers of the index tokens of a text (`tokensOfText`), in their order; at most `limit`. */
  ofText(text: string, limit: number): number[] {
    const numbers: number[] = [];
    const { length } = text;
    let start = -1;
    let hash = 0;
    for (let index = 0; index <= length && numbers.length < limit; index++) {
      const code = index === length ? 0 : text.charCodeAt(index);
      if (code > 127)
        return tokensOfText(text)
          .slice(0, limit)
          .map((token) => this.of(token));
      const letter = LETTERS[code] ?? 0;
      if (letter !== 0) {
        if (start < 0) {
          start = index;
          hash = this.#seed;
        }
        hash = Math.imul(hash ^ letter, PRIME);
      } else if (start >= 0) {
        numbers.push(this.#ofPart(text, start, index, hash));
        start = -1;
      }
    }
    return numbers;
  }

  /** The number of a folded word. */
  of(word: string): number {
    let hash = this.#seed;
    for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), PRIME);
    for (let slot = this.#slotOf(hash); ; slot = this.#next(slot)) {
      const number = (this.#slots[2 * slot] ?? 0) - 1;
      if (number < 0) return this.#add(word, hash, slot);
      if (this.#slots[2 * slot + 1] === hash && this.#words[number] === word) return number;
    }
  }

  /** The number of a part of a text in ASCII, in any letter case. */
  #ofPart(text: string, start: number, end: number, hash: number): number {
    for (let slot = this.#slotOf(hash); ; slot = this.#next(slot)) {
      const number = (this.#slots[2 * slot] ?? 0) - 1;
      if (number < 0) return this.#add(text.slice(start, end).toLowerCase(), hash, slot);
      if (this.#slots[2 * slot + 1] === hash && this.#isPart(number, text, start, end)) return number;
    }
  }

  #isPart(number: number, text: string, start: number, end: number): boolean {
    const word = this.#words[number] ?? "";
    if (word.length !== end - start) return false;
    for (let index = 0; index < word.length; index++) {
      if (word.charCodeAt(index) !== LETTERS[text.charCodeAt(start + index)]) return false;
    }
    return true;
  }

  #add(word: string, hash: number, slot: number): number {
    const number = this.#words.push(word) - 1;
    this.#slots[2 * slot] = number + 1;
    this.#slots[2 * slot + 1] = hash;
    return number;
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & this.#mask;
  }

  #next(slot: number): number {
    return (slot + 1) & this.#mask;
  }
}
