import { type GivenText, KnownWords, type SaidMessage } from "./known-words.ts";
import type { Rarity } from "./words.ts";

interface Judgement {
  readonly row: number;
  /** Null if it is unknown. */
  readonly used: boolean | null;
  /** The number of the answer that relied on it, or of the message at which it was given. */
  readonly message: number;
  /** The sentence that speaks most for it, the weight of its words in the sentence, and the number of its answer. */
  readonly best: { readonly score: number; readonly sentence: string; readonly answer: number };
  /** Whether it is used if this sentence is also near in meaning. */
  readonly isDoubtful: boolean;
}

/** Written by `npm run bench use -- --fit`: the weight of rare words from which a sentence that is near in meaning counts. */
const USE_FLOOR = 1.58;
/** Words alone need so many times the weight. */
export const WORDS_ONLY = 2;
/** The clocks of a client and of this application differ, and a client can store a prompt after its hook. */
const CLOCK_TOLERANCE_MS = 5_000;
/** An abbreviated id has six characters or more. */
const MIN_ID_LENGTH = 6;

/**
 * Judges for each given memory whether the answers after it relied on it: they contain its id, it was read later, or a
 * sentence has rare words of it that no earlier message has. It is unknown if nothing was answered, if only words speak for
 * it that another given memory has too, if it has too few words of its own, or if its words weigh between the floor and
 * {@link WORDS_ONLY} times the floor.
 * @param messages in their order
 * @param floor the weight of words from which a memory counts as used if the sentence is near in meaning
 */
export function judgeUse(
  messages: readonly SaidMessage[],
  given: readonly GivenText[],
  rarity: Rarity,
  floor = USE_FLOOR,
): Judgement[] {
  const words = new KnownWords(messages, given, rarity);
  const hasTimes = messages.some(({ at }) => at !== null);
  const sure = WORDS_ONLY * floor;
  return given.map((one) => {
    const start = hasTimes ? startOf(one, messages) : one.by === "start" ? 0 : null;
    const message = messages[start ?? 0]?.number ?? messages.at(-1)?.number ?? 0;
    let best: Judgement["best"] = { score: 0, sentence: "", answer: message };
    const decide = (used: boolean | null, number = message): Judgement => {
      return { row: one.row, used, message: number, best, isDoubtful: used === null && best.score >= floor };
    };
    const answers = start === null ? [] : words.answers.filter(({ index }) => index >= start);
    const [first] = answers;
    if (start === null || first === undefined) return decide(null);
    if (isReadLater(one, given)) return decide(true, first.number);
    let most = 0;
    for (const { number, index, text, sentences } of answers) {
      if (mentionsId(text, one.memory)) return decide(true, number);
      for (const sentence of sentences) {
        const { own, all } = words.evidence(one.memory, sentence.words, { start, index });
        // The first answer that certainly relied on it counts.
        if (own > best.score && best.score < sure) best = { score: own, sentence: sentence.text, answer: number };
        most = Math.max(most, all);
      }
    }
    if (best.score >= sure) return decide(true, best.answer);
    return decide(most < floor && words.ownWeight(one.memory, start) >= sure ? false : null);
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
