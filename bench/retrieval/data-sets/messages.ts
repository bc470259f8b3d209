import { createRandom } from "../../../electron/search/testing/random-vectors.ts";
import { DAY, type DataSet, HOUR, type SetQuestion, START } from "./data-set.ts";

/** A program's messages by key, such as TypeScript's `lib/<language>/diagnosticMessages.generated.json`. */
type Messages = Readonly<Record<string, string>>;

const MESSAGES = 700;
const MESSAGE_QUESTIONS = 300;
/** The shortest message used, in letters; East Asian characters count as three. */
const MIN_LETTERS = 40;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{5,}/gu;
const PLACEHOLDERS = /\{\d\}|'[^']*'|"[^"]*"/g;

export function isMessages(json: unknown): json is Messages {
  const values = typeof json === "object" && json !== null && !Array.isArray(json) ? Object.values(json) : [];
  return values.length >= MESSAGES && values.every((value) => typeof value === "string");
}

/**
 * Messages in one language, and questions of three words of a message, or of five consecutive characters in scripts
 * without spaces. Messages and questions are the same in every run.
 */
export function readMessages(messages: Messages, language: string): DataSet {
  const random = createRandom(7).next;
  const contents = shuffle([...new Set(Object.values(messages))].filter(isLong), random).slice(0, MESSAGES);
  const questions: SetQuestion[] = [];
  for (let index = 0; index < MESSAGE_QUESTIONS; index++) {
    const position = Math.floor(random() * contents.length);
    const text = partOf((contents[position] ?? "").replace(PLACEHOLDERS, " "), random);
    if (text === null) continue;
    questions.push({ text, domain: "user", at: START + DAY * 365, gold: [position], groups: ["all"] });
  }
  const memories = contents.map((content, index) => ({
    content,
    domain: "user",
    tags: [],
    sessionId: null,
    at: START + index * HOUR,
  }));
  return { name: `Messages ${language}`, memories, questions, groups: ["all"] };
}

function isLong(message: string): boolean {
  const characters = message.match(UNSPACED)?.join("").length ?? 0;
  return message.length + 2 * characters >= MIN_LETTERS;
}

function partOf(message: string, random: () => number): string | null {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const unspaced = message.match(UNSPACED);
  if (unspaced !== null) {
    const run = pick(unspaced) ?? "";
    const start = Math.floor(random() * (run.length - 4));
    return run.slice(start, start + 5);
  }
  const words = shuffle([...new Set(message.match(/\p{L}{4,}/gu))], random);
  return words.length < 4 ? null : words.slice(0, 3).join(" ");
}

/** Shuffles by Fisher and Yates. */
function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}
