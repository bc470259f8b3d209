import { CUE_NAMES, type CueName, countCues, startsWithCue } from "./cue-words.ts";
import { type Sentence, splitSentences } from "./passages.ts";
import { Vocabulary } from "./vocabulary.ts";

/** A message as a conversation stores it. */
export interface Turn {
  readonly number: number;
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** A sentence with the values of its features. */
export interface Candidate {
  /** The index of its message among the turns. */
  readonly turn: number;
  readonly sentence: Sentence;
  readonly text: string;
  readonly cues: Cues;
  /** Whether it is a part of a message that is too long to be typed. */
  readonly isPasted: boolean;
  /** Whether it can be suggested: not a heading, a row of a table, a line of a log, a question or an introduction. */
  readonly isStatement: boolean;
  readonly features: Readonly<Record<string, number>>;
}

export interface FeatureContext {
  /** In how many conversations a user's message with this text is, this one included. */
  readonly repetitions?: ((text: string) => number) | undefined;
}

export type Cues = Readonly<Record<CueName, number>>;

interface Surface {
  readonly text: string;
  readonly cues: Cues;
  readonly words: readonly string[];
  /** Code, identifiers and abbreviations. */
  readonly terms: readonly string[];
}

/** A message with everything that is known about its sentences. */
interface OpenTurn {
  readonly turn: Turn;
  readonly isUser: boolean;
  readonly sentences: readonly Sentence[];
  readonly surfaces: readonly Surface[];
  /** Of the start of its text. */
  readonly cues: Pick<Cues, (typeof TURN_CUES)[number]>;
  /** Whether one of its sentences is a question. */
  readonly asks: boolean;
  /** The numbers of the blocks with a sentence that ends with a colon: they introduce something else. */
  readonly introducing: ReadonlySet<number>;
  readonly blockSizes: ReadonlyMap<number, number>;
  /** The index of the last sentence that says what the assistant does next, or -1. */
  readonly lastNarration: number;
  /** The index of the first sentence under a heading, or the number of sentences. */
  readonly firstHeading: number;
}

const STARTS = [
  "explicit",
  "rule",
  "narration",
  "task",
  "wish",
  "change",
  "cause",
  "praise",
  "offer",
  "design",
] as const;
const TURN_CUES = ["praise", "correction", "error", "fault"] as const;
const HEADING_CUES = ["cause", "change", "decision", "rule", "setting", "state", "option", "offer", "error"] as const;
const USER_CUES = ["rule", "decision", "wish", "cause", "contrast", "correction", "setting", "task", "change"] as const;

const CODE = /`[^`\n]{1,200}`/g;
const IDENTIFIER =
  /(?<![\p{L}\p{N}_])(?:[a-z]{1,40}[A-Z]\w{1,60}|[A-Z][a-z]{1,40}[A-Z]\w{0,60}|[A-Za-z0-9]{1,40}_\w{1,60}|[A-Z]{2,10}(?![\p{L}\p{N}]))/gu;
const URL = /https?:\/\//;
const LOCAL = /localhost|127\.0\.0\.1|0\.0\.0\.0|192\.168\./;
const PATH = /\w\/\w|\w\.(?:tsx?|jsx?|py|rs|go|cs|md|json|ya?ml|toml|html|css|sql|sh|ps1|java|php|xml|txt|env)\b/;
const EMOJI = /\p{Extended_Pictographic}/u;
const INTRODUCTION = /[:：]\*{0,2}$/;
const QUESTION = /[?？]["'”’)*]{0,3}$/;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const COMMAND = /^(?:\/|(?:npm|git|cd|pip|python|node|docker|pnpm|yarn|cargo|make)\s)/;
const CAPITALS = /(?<![\p{L}])\p{Lu}{4,20}(?![\p{L}_])/u;
/** A line of a log or a stack trace. */
const LOG =
  /^\s{0,20}at [\w$.<>/]{3,200}[ (:]|^\[?(?:ERROR|INFO|WARN(?:ING)?|DEBUG|TRACE|FATAL)\b|^Caused by:|\b[A-Z]\w{2,60}(?:Exception|Error):|^\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^\d\d:\d\d:\d\d|^File "|^npm (?:ERR|WARN)|^\s{0,8}(?:\$|>|PS [A-Z]:) ?\S/;
/** A sentence that starts with a word for something in an earlier sentence. */
const POINTER =
  /^(?:this|that|these|those|it|they|he|she|there|so|then|and|also|das|dies|dieser|diese|es|sie|dann|und|auch|esto|eso|ese|esta|este|y|también|así|ce|cela|ça|c'est|il|elle|et|questo|quello|e|isso|isto|это|этот|и|这|那|它|该|此|然后|并且|而且|これ|それ|その|이것|그)(?![\p{L}])/iu;
/** A message of more sentences is probably pasted. */
const PASTED_SENTENCES = 30;
const BRIEF_SENTENCES = 10;
/** The part of a message whose cues count for the message. */
const TURN_CUE_UNITS = 4000;

/** Returns the sentences of a conversation with their features. */
export function candidatesOf(turns: readonly Turn[], context: FeatureContext = {}): Candidate[] {
  return new OpenConversation(turns, context).candidates();
}

/** Whether a sentence depends on an earlier one. */
export function startsWithPointer(text: string): boolean {
  return POINTER.test(plainStart(text));
}

/** Returns the cues of some kinds in a text, at most three of each. */
function cuesOf<Name extends CueName>(text: string, names: readonly Name[]): Readonly<Record<Name, number>> {
  const lowerCase = text.toLowerCase();
  return Object.fromEntries(names.map((name) => [name, countCues(name, lowerCase)])) as Record<Name, number>;
}

class OpenConversation {
  readonly #turns: readonly OpenTurn[];
  readonly #vocabulary: Vocabulary;
  readonly #context: FeatureContext;
  readonly #headings = new Map<string, Pick<Cues, (typeof HEADING_CUES)[number]>>();

  constructor(turns: readonly Turn[], context: FeatureContext) {
    this.#context = context;
    this.#turns = turns.map(openTurn);
    this.#vocabulary = new Vocabulary(this.#turns);
  }

  candidates(): Candidate[] {
    return this.#turns.flatMap((open, turn) => {
      const ofTurn = this.#turnFeatures(open, turn);
      return open.sentences.map((sentence, index): Candidate => {
        const { text, cues } = open.surfaces[index] ?? surfaceOf("");
        const features = {
          ...ofTurn,
          ...this.#placeFeatures(open, index),
          ...textFeatures(text),
          ...this.#cueFeatures(open, index),
          ...this.#vocabularyFeatures(open, turn, index),
        };
        const { kind } = sentence.block;
        return {
          turn,
          sentence,
          text,
          cues,
          isPasted: open.isUser && open.sentences.length > PASTED_SENTENCES,
          isStatement: kind !== "heading" && kind !== "row" && features.question + features.colon + features.log === 0,
          features: { ...features, ...combinations(features, open.isUser, cues) },
        };
      });
    });
  }

  /** The features that all sentences of a message have. */
  #turnFeatures(open: OpenTurn, turn: number): Record<string, number> {
    const { isUser, sentences } = open;
    const count = this.#turns.length;
    const previous = this.#turns[turn - 1];
    const reaction = this.#turns.slice(turn + 1).find((next) => next.isUser)?.cues;
    const repeated = isUser ? (this.#context.repetitions?.(open.turn.text) ?? 1) - 1 : 0;
    return {
      user: isUser ? 1 : 0,
      turnSentences: Math.log2(1 + sentences.length),
      pasted: isUser && sentences.length > PASTED_SENTENCES ? 1 : 0,
      turn: Math.log2(1 + turn),
      sessionPlace: count === 1 ? 0.5 : turn / (count - 1),
      firstTurn: turn === 0 ? 1 : 0,
      lastTurn: turn >= count - 2 ? 1 : 0,
      repeated: Math.min(3, Math.max(0, repeated)),
      previousAsks: isUser && /[?？]\s{0,9}$/.test(previous?.turn.text.slice(-40) ?? "") ? 1 : 0,
      reactionPraise: Math.min(1, reaction?.praise ?? 0),
      reactionCorrection: Math.min(1, reaction?.correction ?? 0),
      reactionError: Math.min(1, reaction?.error ?? 0),
      asks: isUser && open.asks ? 1 : 0,
      afterFault: isUser ? 0 : Math.min(1, previous?.cues.fault ?? 0),
    };
  }

  /** The place of a sentence in its message. */
  #placeFeatures(open: OpenTurn, index: number): Record<string, number> {
    const { sentences, lastNarration, firstHeading } = open;
    const { block, blockNumber } = sentences[index] as Sentence;
    let heading = this.#headings.get(block.heading);
    if (heading === undefined) {
      heading = cuesOf(block.heading, HEADING_CUES);
      this.#headings.set(block.heading, heading);
    }
    const headingCues = heading;
    return {
      item: block.kind === "item" ? 1 : 0,
      quote: block.kind === "quote" ? 1 : 0,
      fromStart: Math.log2(1 + index),
      fromEnd: Math.log2(sentences.length - index),
      place: sentences.length === 1 ? 0.5 : index / (sentences.length - 1),
      blockSentences: Math.min(5, open.blockSizes.get(blockNumber) ?? 1),
      blockStart: index === 0 || sentences[index - 1]?.blockNumber !== blockNumber ? 1 : 0,
      afterNarration: lastNarration !== -1 && index > lastNarration ? 1 : 0,
      blockIntroduces: open.introducing.has(blockNumber) ? 1 : 0,
      afterHeading: index >= firstHeading ? 1 : 0,
      ...named("heading", HEADING_CUES, (name) => Math.min(1, headingCues[name])),
    };
  }

  #cueFeatures({ surfaces }: OpenTurn, index: number): Record<string, number> {
    const { text, cues } = surfaces[index] ?? surfaceOf("");
    const bare = plainStart(text).toLowerCase();
    return {
      ...named("cue", CUE_NAMES, (name) => Math.min(2, cues[name])),
      ...named("start", STARTS, (name) => (startsWithCue(name, bare) ? 1 : 0)),
      condition: startsWithCue("condition", bare) ? 1 : 0,
      pointer: POINTER.test(bare) ? 1 : 0,
    };
  }

  #vocabularyFeatures({ isUser, surfaces }: OpenTurn, turn: number, index: number): Record<string, number> {
    const { words, terms } = surfaces[index] ?? surfaceOf("");
    const vocabulary = this.#vocabulary;
    return { ...vocabulary.termFeatures(terms, turn, index), ...vocabulary.wordFeatures(words, turn, isUser) };
  }
}

function openTurn(turn: Turn): OpenTurn {
  const sentences = splitSentences(turn.text);
  const surfaces = sentences.map(({ start, end }) => surfaceOf(turn.text.slice(start, end)));
  const firstHeading = sentences.findIndex(({ block }) => block.kind === "heading" || block.heading !== "");
  const blockSizes = new Map<number, number>();
  for (const { blockNumber } of sentences) blockSizes.set(blockNumber, (blockSizes.get(blockNumber) ?? 0) + 1);
  return {
    turn,
    isUser: turn.role === "user",
    sentences,
    surfaces,
    cues: cuesOf(turn.text.slice(0, TURN_CUE_UNITS), TURN_CUES),
    asks: surfaces.some(({ text }) => QUESTION.test(text)),
    introducing: new Set(
      sentences
        .filter((_, index) => INTRODUCTION.test(surfaces[index]?.text ?? ""))
        .map(({ blockNumber }) => blockNumber),
    ),
    blockSizes,
    lastNarration: surfaces.findLastIndex(({ text }) => startsWithCue("narration", plainStart(text).toLowerCase())),
    firstHeading: firstHeading === -1 ? sentences.length : firstHeading,
  };
}

/** The signs of a sentence. */
function textFeatures(text: string) {
  const length = lengthOf(text);
  const has = (pattern: RegExp) => (pattern.test(text) ? 1 : 0);
  const prose = text.replace(CODE, " ");
  return {
    length: Math.log2(1 + length),
    long: length > 220 ? 1 : 0,
    short: length < 25 ? 1 : 0,
    question: has(QUESTION),
    colon: has(INTRODUCTION),
    exclamation: has(/[!！]/),
    boldStart: has(/^(?:\*\*|__)/),
    bold: has(/\*\*/),
    code: Math.min(4, text.match(CODE)?.length ?? 0),
    identifiers: Math.min(4, prose.match(IDENTIFIER)?.length ?? 0),
    url: has(URL),
    local: has(LOCAL),
    path: has(PATH),
    numbers: has(/\d/),
    emoji: has(EMOJI),
    arrow: has(/→|->|=>/),
    quoted: has(/["“«「][^"”»」]{2,80}["”»」]/),
    dash: has(/ [—–-] |——/),
    parentheses: has(/[(（]/),
    omitted: has(/\[code omitted\]|\[…\]/),
    check: has(/[✅✓✔☑]|\[x\]/i),
    command: has(COMMAND),
    log: has(LOG),
    capitals: CAPITALS.test(prose) ? 1 : 0,
  };
}

/** The products of features. */
function combinations(features: Readonly<Record<string, number>>, isUser: boolean, cues: Cues): Record<string, number> {
  const flag = (name: CueName) => Math.min(1, cues[name]);
  const of = (name: string) => features[name] ?? 0;
  const code = of("code") + of("identifiers") > 0 ? 1 : 0;
  const brief = isUser && of("turnSentences") <= Math.log2(1 + BRIEF_SENTENCES);
  const assistant = isUser ? 0 : 1;
  return {
    ...named("user", USER_CUES, (name) => (isUser ? flag(name) : 0)),
    ...named("brief", USER_CUES, (name) => (brief ? flag(name) : 0)),
    "cause+code": flag("cause") * code,
    "cause+hedge": flag("cause") * flag("hedge"),
    "rule+contrast": flag("rule") * flag("contrast"),
    "decision+code": flag("decision") * code,
    "contrast+code": flag("contrast") * code,
    "change+code": flag("change") * code,
    "setting+code": flag("setting") * code,
    "user+code": of("user") * code,
    "item+change": of("item") * flag("change"),
    "item+bold": of("item") * of("boldStart"),
    "cause+afterFault": flag("cause") * of("afterFault"),
    "user+startDesign": of("user") * of("start.design"),
    "user+fault": of("user") * flag("fault"),
    "user+notice": of("user") * flag("notice"),
    "assistant+notice": assistant * flag("notice"),
    "assistant+passing": assistant * flag("passing"),
    "assistant+option": assistant * of("heading.option"),
  };
}

function named<Name extends string>(
  prefix: string,
  names: readonly Name[],
  valueFor: (name: Name) => number,
): Record<string, number> {
  return Object.fromEntries(names.map((name) => [`${prefix}.${name}`, valueFor(name)]));
}

function plainStart(text: string): string {
  return text.replace(/^[\s*_#>`"'“\-✅]{1,12}/u, "");
}

/** Returns the length of a text in letters; a Chinese, Japanese or Korean character counts as three. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const character of text) length += character > "\u2e7f" && CJK.test(character) ? 3 : 1;
  return length;
}

function surfaceOf(text: string): Surface {
  const words: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]{1,100}/gu)) {
    if (CJK.test(word)) {
      for (let at = 0; at + 1 < word.length; at++) words.push(word.slice(at, at + 2));
    } else if (word.length > 2) words.push(word);
  }
  const terms = [
    ...(text.match(CODE) ?? []).map((code) => code.slice(1, -1).toLowerCase()),
    ...(text.replace(CODE, " ").match(IDENTIFIER) ?? []).map((name) => name.toLowerCase()),
  ];
  return { text, cues: cuesOf(text, CUE_NAMES), words: [...new Set(words)], terms: [...new Set(terms)] };
}
