import { type Candidate, startsWithPointer, type Turn } from "./features.ts";

/** A longer sentence of context is cut. */
const MAX_CONTEXT_UNITS = 300;
/** A reply with fewer words needs the question that it answers. */
const MIN_WORDS = 4;
/** "option b", "the second one", "2.", 方案 B. */
const CHOICE =
  /(?<![\p{L}\p{N}])(?:option|variant[e]?|alternative|approach|plan|choice|number|opción|opcion|opção|opzione|möglichkeit|вариант|方案|选项|选择|オプション|옵션)\s?#?([a-z0-9])(?![\p{L}\p{N}])/iu;
const BARE_CHOICE =
  /^\s{0,9}(?:let'?s (?:go with|do|use) |go with |i (?:choose|pick|prefer) |选|用)?\(?([a-z0-9])[).:、]?\s{0,9}$/iu;
const MARKER =
  /^[\s>*_#-]{0,12}(?:(?:option|variant[e]?|alternative|approach|plan|choice|opción|opcion|opção|opzione|möglichkeit|вариант|方案|选项)\s?#?)?[(（]?([a-z0-9])[)）.:：、\s*]/iu;

/**
 * Returns a sentence of the dialogue without which a passage is not clear: the option that it chooses, the question
 * that it answers, or the sentence before it. Null if the passage is clear on its own.
 */
export function contextOf(passage: {
  readonly text: string;
  readonly turns: readonly Turn[];
  readonly turn: number;
  /** The sentence of the same message before the passage. */
  readonly before: Pick<Candidate, "text"> | undefined;
}): string | null {
  const { text, turns, turn, before } = passage;
  const previous =
    turns[turn]?.role === "user" ? turns.slice(0, turn).findLast(({ role }) => role === "assistant") : null;
  const choice = (CHOICE.exec(text) ?? BARE_CHOICE.exec(text))?.[1]?.toLowerCase();
  if (choice !== undefined && previous !== null && previous !== undefined) {
    const option = optionOf(previous.text, choice);
    if (option !== null) return cut(option);
  }
  const isShort = wordCountOf(text) < MIN_WORDS;
  if (!isShort && !startsWithPointer(text)) return null;
  if (before !== undefined) return cut(before.text);
  return isShort && previous ? lastQuestionOf(previous.text) : null;
}

function optionOf(text: string, choice: string): string | null {
  const line = text.split("\n").findLast((candidate) => MARKER.exec(candidate)?.[1]?.toLowerCase() === choice);
  return line?.replace(/[*_#]/g, "").trim() || null;
}

function lastQuestionOf(text: string): string | null {
  const lines = text.split("\n").map((line) => line.trim());
  const question = lines.findLast((line) => /[?？]["'”’)*]{0,3}$/.test(line));
  return question === undefined ? null : cut(question.replace(/[*_#]/g, "").trim());
}

function wordCountOf(text: string): number {
  let count = 0;
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    if (isWordLike === true && segment !== "") count += 1;
    if (count >= MIN_WORDS) break;
  }
  return count;
}

function cut(text: string): string {
  return text.length <= MAX_CONTEXT_UNITS
    ? text
    : `${text
        .slice(0, MAX_CONTEXT_UNITS - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
