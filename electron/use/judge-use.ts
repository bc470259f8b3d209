import type { GivenBy } from "../core/use.ts";
import { KnownWords } from "./known-words.ts";
import type { Rarity } from "./words.ts";

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

interface Judgement {
  readonly row: number;
  /** Null if it is unknown. */
  readonly used: boolean | null;
  /** The number of the answer that relied on it, or of the message at which it was given. */
  readonly message: number;
  /** The weight of its words in the sentence that speaks most for it. */
  readonly score: number;
}

/** Written by `npm run bench use -- --fit`: the weight of rare words from which a memory counts as used. */
const USE_FLOOR = 2.48;
/** The clocks of a client and of this application differ, and a client can store a prompt after its hook. */
const CLOCK_TOLERANCE_MS = 5_000;
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
  const words = new KnownWords(messages, given, rarity);
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
        const { own, all } = words.evidence(one.memory, sentence, { start, index });
        // The first answer that relied on it counts.
        if (own > best.own) best = { ...best, own, ...(best.own < floor ? { number } : {}) };
        best = { ...best, all: Math.max(best.all, all) };
      }
    }
    const isJudged = best.all < floor && words.ownWeight(one.memory, start) >= floor;
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
