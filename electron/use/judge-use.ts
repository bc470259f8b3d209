import { analyseForIndex } from "../core/text-analysis.ts";
import type { GivenBy } from "../core/use.ts";

/** A message of the conversation in which memories were given. */
export interface SaidMessage {
  readonly number: number;
  readonly isUser: boolean;
  /** In milliseconds since 1970, or null if the transcript has no times. */
  readonly at: number | null;
  readonly text: string;
}

/** A memory that was given in the conversation. */
export interface GivenText {
  readonly row: number;
  readonly memory: string;
  readonly by: GivenBy;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly content: string;
}

interface Judgement {
  readonly row: number;
  /** Null if it is unknown. */
  readonly used: boolean | null;
  /** The number of the answer that relied on it, or of the message at which it was given. */
  readonly message: number;
  /** The weight of its own words in the answer that has most of them. */
  readonly score: number;
}

/** Returns how rare a word is, as a weight: 0 for a word that every text has. */
export type Rarity = (word: string) => number;

/** The weight of a word that `count` of `texts` texts have (inverse document frequency). */
export function rarityOf(count: number, texts: number): number {
  return Math.max(0, Math.log((texts + 1) / (count + 0.5)));
}

/** Written by `npm run bench use -- --fit`: the weight of rare words from which a memory counts as used. */
const USE_FLOOR = 4.28;
/** The clocks of a client and of this application differ, and a client can store a prompt after its hook. */
const CLOCK_TOLERANCE_MS = 5_000;
/** Only so much of a message is compared. */
const MAX_UNITS = 40_000;
/** The end of a sentence, of an item or of a line of code. */
const SENTENCE_END = /(?<=[.!?;:。！？；])\s+|(?<=[。！？；])|\n+/;
/** The share of its sentence that the words of a memory have counts with this power: fitted with the floor (ADR 0051). */
const SHARE_EXPONENT = 0.25;
/** An abbreviated id has six characters or more. */
const MIN_ID_LENGTH = 6;

/**
 * Judges for each given memory whether the answers after it relied on it: they contain its id, it was read later, or a
 * sentence has rare words of it that no earlier message and no other given memory has. It is unknown if nothing was
 * answered, if only words speak for it that another given memory has too, or if it has too few words of its own.
 * @param messages in their order
 * @param floor the weight of words from which a memory counts as used
 */
export function judgeUse(
  messages: readonly SaidMessage[],
  given: readonly GivenText[],
  rarity: Rarity,
  floor = USE_FLOOR,
): Judgement[] {
  const words = new KnownWords(messages, given);
  const hasTimes = messages.some(({ at }) => at !== null);
  return given.map((one) => {
    const start = hasTimes ? startOf(one, messages) : one.by === "start" ? 0 : null;
    const message = messages[start ?? 0]?.number ?? messages.at(-1)?.number ?? 0;
    const answers = start === null ? [] : words.answers.filter(({ index }) => index >= start);
    const [first] = answers;
    if (start === null || first === undefined) return { row: one.row, used: null, message, score: 0 };
    if (isReadLater(one, given)) return { row: one.row, used: true, message: first.number, score: 0 };
    let best = { own: 0, all: 0, number: message };
    for (const { number, index, text, sentences } of answers) {
      if (mentionsId(text, one.memory)) return { row: one.row, used: true, message: number, score: best.own };
      for (const sentence of sentences) {
        const { own, all } = words.evidence(one.memory, sentence, { start, index }, rarity);
        // The first answer that relied on it counts.
        if (own > best.own) best = { ...best, own, ...(best.own < floor ? { number } : {}) };
        best = { ...best, all: Math.max(best.all, all) };
      }
    }
    const isJudged = best.all < floor && words.ownWeight(one.memory, start, rarity) >= floor;
    if (best.own >= floor) return { row: one.row, used: true, message: best.number, score: best.own };
    return { row: one.row, used: isJudged ? false : null, message, score: best.own };
  });
}

/** The index of the first message after a memory was given. */
function startOf({ at }: GivenText, messages: readonly SaidMessage[]): number {
  const after = messages.findIndex(
    (message) => message.at !== null && message.at > at + (message.isUser ? CLOCK_TOLERANCE_MS : 0),
  );
  return after === -1 ? messages.length : after;
}

function isReadLater({ memory, by, at }: GivenText, given: readonly GivenText[]): boolean {
  return by !== "read" && given.some((other) => other.by === "read" && other.memory === memory && other.at >= at);
}

/** Whether a text contains an id, or the end of it: the abbreviated ids that clients see. */
function mentionsId(text: string, id: string): boolean {
  const end = id.slice(-MIN_ID_LENGTH);
  if (!text.includes(end)) return false;
  return (text.match(/[0-9A-Z]{6,26}/g) ?? []).some((candidate) => id.endsWith(candidate));
}

/** The words of a conversation and of the memories that were given in it. */
class KnownWords {
  readonly answers;
  /** The index of the first message with a word, by speaker. */
  readonly #firstOfUser = new Map<string, number>();
  readonly #firstOfAssistant = new Map<string, number>();
  readonly #ofMemory: ReadonlyMap<string, ReadonlySet<string>>;
  /** The number of given memories with a word. */
  readonly #memories = new Map<string, number>();

  constructor(messages: readonly SaidMessage[], given: readonly GivenText[]) {
    this.#ofMemory = new Map(given.map(({ memory, content }) => [memory, wordsOf(content)]));
    for (const words of this.#ofMemory.values()) {
      for (const word of words) this.#memories.set(word, (this.#memories.get(word) ?? 0) + 1);
    }
    const said = messages.map(({ number, isUser, text }, index) => {
      const start = text.slice(0, MAX_UNITS);
      const sentences = start.split(SENTENCE_END).map(wordsOf);
      const first = isUser ? this.#firstOfUser : this.#firstOfAssistant;
      for (const word of sentences.flatMap((words) => [...words])) if (!first.has(word)) first.set(word, index);
      return { number, isUser, index, text: start, sentences };
    });
    this.answers = said.filter(({ isUser }) => !isUser);
  }

  /**
   * The weight of the words of a memory in a sentence: of those that only it has, and of those that other given memories
   * have too. It is less if the rest of the sentence is other rare words.
   * @param place the indexes of the first message after the memory was given, and of the sentence's message
   */
  evidence(
    memory: string,
    sentence: ReadonlySet<string>,
    { start, index }: { readonly start: number; readonly index: number },
    rarity: Rarity,
  ): { readonly own: number; readonly all: number } {
    const words = this.#ofMemory.get(memory) ?? new Set();
    const common = [...sentence].filter((word) => words.has(word) && !this.#isKnown(word, start, index));
    if (common.length === 0) return { own: 0, all: 0 };
    const sum = (chosen: readonly string[]) => chosen.reduce((weight, word) => weight + rarity(word), 0);
    const total = sum([...sentence].filter((word) => !this.#isKnown(word, start, index)));
    const score = (weight: number) => (total === 0 ? 0 : weight * (weight / total) ** SHARE_EXPONENT);
    return { own: score(sum(common.filter((word) => this.#memories.get(word) === 1))), all: score(sum(common)) };
  }

  /** The weight of the words that only this memory has, and that were not said before it was given. */
  ownWeight(memory: string, start: number, rarity: Rarity): number {
    const own = [...(this.#ofMemory.get(memory) ?? [])].filter(
      (word) => this.#memories.get(word) === 1 && !this.#isKnown(word, start, start),
    );
    return own.reduce((weight, word) => weight + rarity(word), 0);
  }

  #isKnown(word: string, start: number, index: number): boolean {
    return (this.#firstOfUser.get(word) ?? index) < index || (this.#firstOfAssistant.get(word) ?? start) < start;
  }
}

/** The words of a text, with the parts and the joined form of identifiers. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(analyseForIndex(text).split(" ").map(stem));
}

/** Removes the endings of English inflection from a word, so that the forms of a word are the same word. */
function stem(word: string): string {
  return word.length > 4 && /^[a-z]+$/.test(word) ? word.replace(/(?:ies|ing|ed|es|s|y|e)$/, "") : word;
}
