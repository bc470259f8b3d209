import { createRandom } from "../../electron/search/vectors/random.fixture.ts";
import { DAY, type DataSet, type SetQuestion } from "./data-set.ts";

/** A program's messages by their keys, such as TypeScript's `lib/<language>/diagnosticMessages.generated.json`. */
export type Messages = Readonly<Record<string, string>>;

const MEMORIES = 700;
const QUESTIONS = 300;
const START = Date.UTC(2026, 0, 1);
/** Letters of the shortest message taken; East Asian signs count as three. */
const SHORTEST = 40;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{5,}/gu;
const PLACEHOLDERS = /\{\d\}|'[^']*'|"[^"]*"/g;

export function isMessages(json: unknown): json is Messages {
  const values = typeof json === "object" && json !== null && !Array.isArray(json) ? Object.values(json) : [];
  return values.length >= MEMORIES && values.every((value) => typeof value === "string");
}

/**
 * Whether search finds a message again by some of its words, in whatever language they are: three of them, or five signs in
 * a row where a script has no spaces. The same messages and questions in every run.
 */
export function readMessages(messages: Messages, language: string): DataSet {
  const random = createRandom(7).next;
  const contents = shuffle([...new Set(Object.values(messages))].filter(isLong), random).slice(0, MEMORIES);
  const questions: SetQuestion[] = [];
  for (let asked = 0; asked < QUESTIONS; asked++) {
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
    at: START + index * 3_600_000,
  }));
  return { name: `Messages ${language}`, memories, questions, groups: ["all"] };
}

function isLong(message: string): boolean {
  const signs = message.match(UNSPACED)?.join("").length ?? 0;
  return message.length + 2 * signs >= SHORTEST;
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

/** Fisher and Yates. */
function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}
