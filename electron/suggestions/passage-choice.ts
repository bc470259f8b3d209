import type { SuggestionAdjustment, SuggestionKind } from "../core/suggestions.ts";
import {
  type Candidate,
  candidatesOf,
  type FeatureContext,
  lengthOf,
  startsWithPointer,
  type Turn,
} from "./features.ts";
import { kindOf } from "./kinds.ts";
import { logOddsOf, probabilityOf, scoreOf } from "./model.ts";
import { splitBlocks } from "./passages.ts";
import { saysTheSame, wordsOfText } from "./similar-text.ts";
import { FLOOR } from "./weights.ts";

/** A passage of a conversation that may be worth a memory. */
export interface ScoredPassage {
  /** The number of its message. */
  readonly message: number;
  readonly role: Turn["role"];
  /** Its place in the text of the message, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind: SuggestionKind;
  /** The logarithm of the odds that it is worth a memory. */
  readonly score: number;
  /** Whether the user asked to remember it. */
  readonly isExplicit: boolean;
  /** The sentence of the dialogue that it needs, or null. */
  readonly context: string | null;
}

/** A paragraph up to this length is one passage; a longer one is divided into its sentences. */
const MAX_PASSAGE_UNITS = 320;
/** A list that the user asks to remember is one passage up to this length. */
const MAX_LIST_UNITS = 600;
/** More passages of one conversation are not ranked. */
const MAX_RANKED = 40;
/** In letters; see {@link lengthOf}. */
const MIN_PASSAGE_LENGTH = 12;

/**
 * Returns the passages of a conversation, the best first, requests to remember before the others, no two with mostly
 * the same words.
 */
export function rankPassages(
  turns: readonly Turn[],
  context: FeatureContext & { readonly score?: ((candidate: Candidate) => number) | undefined } = {},
): ScoredPassage[] {
  const candidates = candidatesOf(turns, context);
  const score = context.score ?? (({ features }: Candidate) => scoreOf(features));
  const passages = new Map<string, OpenPassage>();
  candidates.forEach((candidate, index) => {
    if (!candidate.isStatement && !isExplicit(candidate)) return;
    const [start, end] = boundsOf(turns[candidate.turn]?.text ?? "", candidate);
    const key = `${candidate.turn} ${start}`;
    const passage = passages.get(key) ?? { start, end, first: index, sentences: [] };
    passage.sentences.push({ candidate, score: score(candidate) });
    passages.set(key, passage);
  });
  const ranked = [...passages.values()]
    .map((passage) => toScored(turns, passage))
    .filter(({ text }) => lengthOf(text) >= MIN_PASSAGE_LENGTH)
    .sort((one, other) => Number(other.isExplicit) - Number(one.isExplicit) || other.score - one.score);
  return withoutRepetitions(ranked).map(({ turn, first, ...passage }) => {
    const before = candidates[first - 1];
    const isBefore = before?.turn === turn && before.sentence.end <= passage.start;
    const context = contextOf({ text: passage.text, turns, turn, before: isBefore ? before : undefined });
    return { ...passage, context };
  });
}

interface OpenPassage {
  readonly start: number;
  readonly end: number;
  /** The index of its first sentence among the candidates. */
  readonly first: number;
  readonly sentences: { readonly candidate: Candidate; readonly score: number }[];
}

/** A user's short message, the paragraph, the line or the sentence: the first that is short enough. */
function boundsOf(text: string, candidate: Candidate): readonly [number, number] {
  const { sentence, features } = candidate;
  const { block } = sentence;
  if (features.user === 1) {
    if (features.colon === 1 && isExplicit(candidate)) return [sentence.start, listEnd(text, sentence.end)];
    const start = text.length - text.trimStart().length;
    const end = text.trimEnd().length;
    if (end - start <= MAX_PASSAGE_UNITS) return [start, end];
    const before = text.lastIndexOf("\n\n", sentence.start);
    const after = text.indexOf("\n\n", sentence.end);
    const [from, to] = trimmed(text, before === -1 ? 0 : before, after === -1 ? text.length : after);
    if (to - from <= MAX_PASSAGE_UNITS && isWithoutCode(text.slice(from, to))) return [from, to];
  }
  const start = block.kind === "item" ? Math.min(sentence.start, firstSentenceStart(text, block)) : block.start;
  if (block.end - start <= MAX_PASSAGE_UNITS) return trimmed(text, start, block.end);
  return [sentence.start, sentence.end];
}

/** The end of the list or paragraph that a sentence announces ("Remember:"). */
function listEnd(text: string, start: number): number {
  const rest = text.slice(start, start + MAX_LIST_UNITS);
  const gap = /^\s{0,9}/.exec(rest)?.[0].length ?? 0;
  const blank = rest.indexOf("\n\n", gap);
  const end = blank !== -1 ? blank : start + rest.length === text.length ? rest.length : rest.lastIndexOf("\n");
  return trimmed(text, start, start + Math.max(end, 0))[1];
}

function isWithoutCode(text: string): boolean {
  return splitBlocks(text).every(({ kind }) => kind !== "code");
}

/** The start of the text of a list item, after its marker. */
function firstSentenceStart(text: string, block: { readonly start: number; readonly end: number }): number {
  const marker = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s{1,4}(?:\[[ x]\]\s{0,4})?/.exec(text.slice(block.start, block.end));
  return block.start + (marker?.[0].length ?? 0);
}

function trimmed(text: string, start: number, end: number): readonly [number, number] {
  const part = text.slice(start, end);
  return [start + (part.length - part.trimStart().length), start + part.trimEnd().length];
}

/** A passage whose context is not known yet. */
interface RankedPassage extends Omit<ScoredPassage, "context"> {
  readonly turn: number;
  readonly first: number;
}

function toScored(turns: readonly Turn[], { start, end, first, sentences }: OpenPassage): RankedPassage {
  const { candidate } = sentences.reduce((one, other) => (other.score > one.score ? other : one));
  const { number, role, text } = turns[candidate.turn] as Turn;
  const none = sentences.reduce((product, sentence) => product * (1 - probabilityOf(sentence.score)), 1);
  const explicit = sentences.find((sentence) => isExplicit(sentence.candidate));
  return {
    message: number,
    role,
    start,
    end,
    text: text.slice(start, end),
    kind: kindOf(explicit?.candidate ?? candidate),
    score: logOddsOf(Math.min(0.999, 1 - none)),
    isExplicit: explicit !== undefined,
    turn: candidate.turn,
    first,
  };
}

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
function contextOf(passage: {
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

const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });

function wordCountOf(text: string): number {
  let count = 0;
  for (const { segment, isWordLike } of WORDS.segment(text)) {
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

/**
 * Whether the user asks to remember a sentence, or the list after it. People write before and after what they paste, and
 * "do you remember?" asks something else.
 */
function isExplicit({ cues, features, isPasted, isStatement }: Candidate): boolean {
  if (features.user !== 1 || cues.explicit === 0) return false;
  if (isPasted && !(features["start.explicit"] === 1 && isAtEdge(features.place ?? 0))) return false;
  return isStatement || features.colon === 1 || (features.question === 1 && cues.wish > 0);
}

function isAtEdge(place: number): boolean {
  return place < 0.1 || place > 0.8;
}

function withoutRepetitions(passages: readonly RankedPassage[]): RankedPassage[] {
  const kept: { readonly passage: RankedPassage; readonly words: ReadonlySet<string> }[] = [];
  for (const passage of passages) {
    const words = wordsOfText(passage.text);
    if (!kept.some((other) => saysTheSame(words, other.words))) kept.push({ passage, words });
    if (kept.length === MAX_RANKED) break;
  }
  return kept.map(({ passage }) => passage);
}

/** Suggestions of one conversation, apart from requests to remember. */
const MAX_IN_CONVERSATION = 3;

/**
 * Returns the passages of a conversation that are suggested: requests to remember, and the best above the floor.
 * @param adjustment the changes by the owner's decisions @param earlier how many of the conversation were suggested before
 */
export function choosePassages(
  turns: readonly Turn[],
  {
    adjustment,
    earlier,
    ...context
  }: FeatureContext & { readonly adjustment: SuggestionAdjustment; readonly earlier: number },
): ScoredPassage[] {
  let left = Math.max(0, MAX_IN_CONVERSATION - earlier);
  return rankPassages(turns, context)
    .map((passage) => ({ ...passage, score: passage.score + adjustment.kinds[passage.kind] }))
    .sort((one, other) => other.score - one.score)
    .filter(({ isExplicit, score }) => {
      if (isExplicit) return true;
      if (score < FLOOR + adjustment.floor || left === 0) return false;
      left -= 1;
      return true;
    });
}
