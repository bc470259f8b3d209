import type { GivenBy } from "../core/use.ts";
import { isPeriod, type Rarity, weightOf, wordsAndPeriodsOf, wordsOfMemory } from "./words.ts";

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
  /** When it was captured, in milliseconds since 1970: "yesterday" in its text is the day before. */
  readonly writtenAt: number;
}

/** Only so much of a message is compared. */
const MAX_UNITS = 40_000;
/** The end of a sentence, of an item or of a line of code. The point of `31. März` is part of a number. */
const SENTENCE_END = /(?<=[!?;:。！？；]|(?<!\b\d{1,2})\.)\s+|(?<=[。！？；])|\n+/;
/** The share of its sentence that the words of a memory have counts with this power: fitted with the floor (ADR 0051). */
const SHARE_EXPONENT = 0.35;

/** What speaks for a memory in a sentence. */
interface Evidence {
  /** The weight of its words, each divided among the given memories that have it. */
  readonly own: number;
  /** The weight of its words, not divided. */
  readonly all: number;
}

const NO_EVIDENCE: Evidence = { own: 0, all: 0 };

/** The words of a conversation and of the memories that were given in it. */
export class KnownWords {
  readonly answers;
  readonly #rarity: Rarity;
  /** The index of the first message with a word, by speaker. */
  readonly #firstOfUser = new Map<string, number>();
  readonly #firstOfAssistant = new Map<string, number>();
  readonly #ofMemory: ReadonlyMap<string, ReadonlySet<string>>;
  /** The number of given memories with a word. */
  readonly #memories = new Map<string, number>();

  constructor(messages: readonly SaidMessage[], given: readonly GivenText[], rarity: Rarity) {
    this.#rarity = rarity;
    this.#ofMemory = new Map(
      given.map(({ memory, content, writtenAt }) => [memory, wordsOfMemory(content, writtenAt)]),
    );
    for (const words of this.#ofMemory.values()) {
      for (const word of words) this.#memories.set(word, (this.#memories.get(word) ?? 0) + 1);
    }
    const now = given.at(-1)?.at ?? 0;
    const said = messages.map(({ number, isUser, at, text }, index) => {
      const start = text.slice(0, MAX_UNITS);
      const sentences = start
        .split(SENTENCE_END)
        .map((sentence) => ({ text: sentence, words: wordsAndPeriodsOf(sentence, at ?? now, isUser) }));
      const first = isUser ? this.#firstOfUser : this.#firstOfAssistant;
      for (const word of sentences.flatMap(({ words }) => [...words])) if (!first.has(word)) first.set(word, index);
      return { number, isUser, index, text: start, sentences };
    });
    this.answers = said.filter(({ isUser }) => !isUser);
  }

  /**
   * What speaks for a memory in a sentence. It is less if the rest of the sentence is other rare words. Nothing is its own
   * if another given memory has all of these words too.
   * @param place the indexes of the first message after the memory was given, and of the sentence's message
   */
  evidence(
    memory: string,
    sentence: ReadonlySet<string>,
    { start, index }: { readonly start: number; readonly index: number },
  ): Evidence {
    const words = this.#ofMemory.get(memory) ?? new Set();
    const common = [...sentence].filter(
      (word) => words.has(word) && !this.#isKnown(word, start, index) && this.#weight(word) > 0,
    );
    if (common.length === 0) return NO_EVIDENCE;
    const total = this.#sum([...sentence].filter((word) => !this.#isKnown(word, start, index)));
    const score = (weight: number) => weight * (weight / total) ** SHARE_EXPONENT;
    const all = score(this.#sum(common));
    const isOfAnother = [...this.#ofMemory].some(
      ([other, others]) => other !== memory && common.every((word) => others.has(word)),
    );
    if (isOfAnother) return { own: 0, all };
    const divided = common.reduce((sum, word) => sum + this.#weight(word) / (this.#memories.get(word) ?? 1), 0);
    return { own: score(divided), all };
  }

  /** The weight of the words, without periods, that only this memory has and that were not said before it was given. */
  ownWeight(memory: string, start: number): number {
    return this.#sum(
      [...(this.#ofMemory.get(memory) ?? [])].filter(
        (word) => !isPeriod(word) && this.#memories.get(word) === 1 && !this.#isKnown(word, start, start),
      ),
    );
  }

  #sum(words: readonly string[]): number {
    return words.reduce((sum, word) => sum + this.#weight(word), 0);
  }

  #weight(word: string): number {
    return weightOf(word, this.#rarity);
  }

  #isKnown(word: string, start: number, index: number): boolean {
    return (this.#firstOfUser.get(word) ?? index) < index || (this.#firstOfAssistant.get(word) ?? start) < start;
  }
}
