import { foldText, lettersOf, type Piece, tokensOfPiece, tokensOfText } from "../../core/text-analysis.ts";
import { once } from "../../core/util/once.ts";
import type { FunctionWords } from "../function-words.ts";
import { isFunctionCharacter } from "../han-characters.ts";
import { KINDS } from "./kinds.ts";
import { FRENCH, SPANISH } from "./romance-translations.ts";
import { isRomance, romanceWordAt } from "./romance-words.ts";
import { CHINESE, GERMAN } from "./translations.ts";

/** A word or phrase with the same meaning in another language. */
export interface Translation {
  /** The word as it is written in the text. */
  readonly written: string;
  /** The index tokens of that word. */
  readonly insteadOf: readonly string[];
  /** The index tokens of a word or phrase in the other language. */
  readonly tokens: readonly string[];
}

/** A word of a text, and its translations into English, the most usual one first. */
interface KnownWord {
  readonly start: number;
  readonly end: number;
  readonly insteadOf: readonly string[];
  readonly english: readonly string[];
}

/** The endings of inflected German words, longest first. */
const GERMAN_ENDINGS = [
  "test",
  "eten",
  "ete",
  "ten",
  "end",
  "et",
  "te",
  "st",
  "em",
  "en",
  "er",
  "es",
  "e",
  "s",
  "n",
  "t",
];
/** A participle (`gelöscht`, `ausgeliefert`): the particle of the verb, and the rest. */
const GERMAN_PARTICIPLE =
  /^(ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|um|vor|weg|zu|zuruck|zusammen)?ge(.{3,}(?:t|en))$/;
/** The particle of a verb, at the end of its sentence (`Wann reichen wir die App ein?`). */
const GERMAN_PARTICLE =
  /^(ab|an|auf|aus|bei|durch|ein|fest|frei|her|hin|hoch|los|mit|nach|um|vor|weg|zu|zurück|zusammen)$/;
const MIN_GERMAN_STEM = 4;
/** The letters between the parts of a German compound. */
const GERMAN_JOINTS = ["", "s", "n", "en", "es", "e"];
const MIN_COMPOUND_PART = 4;
/** The length of the shortest first part that is listed as it is. */
const MIN_LISTED_PART = 3;
const MAX_COMPOUND = 40;
const MAX_CHINESE_WORD = 5;
/** The lists as maps. It takes 6 ms to make them, so that is done when a query is first translated. */
const lexicon = once(() => {
  /** By the folded word. */
  const german = new Map<string, readonly string[]>();
  /** By its stem; of several words the first. */
  const germanStems = new Map<string, readonly string[]>();
  const chinese = new Map<string, readonly string[]>();
  /** Words of the other languages by their English word. */
  const foreign = new Map<string, string[]>();
  for (const [lines, words] of [
    [GERMAN, german],
    [CHINESE, chinese],
    [FRENCH, null],
    [SPANISH, null],
  ] as const) {
    for (const entry of lines.trim().split(/;\s+/)) {
      const [word = "", english = ""] = entry.split(": ");
      const translations = english.split(", ");
      words?.set(foldText(word), translations);
      for (const translation of translations) {
        const known = foreign.get(translation);
        if (known === undefined) foreign.set(translation, [word]);
        else known.push(word);
      }
    }
  }
  for (const [word, english] of german) {
    const stem = germanStem(word);
    if (!germanStems.has(stem)) germanStems.set(stem, english);
  }
  /** English words that German compounds contain (`Paketmanager`): the words of the lists, and the names of kinds. */
  const loanwords = new Set(
    [...foreign.keys(), ...KINDS.split("\n").flatMap((line) => (line.split(":")[0] ?? "").split(", "))]
      .flatMap((words) => words.split(/[ -]/))
      .filter(({ length }) => length >= MIN_COMPOUND_PART),
  );
  return { german, germanStems, chinese, foreign, loanwords };
});

/** A piece of a text, or the pieces of a word of several, and the known words in it. */
interface Unit {
  readonly piece: Piece;
  readonly found: readonly KnownWord[];
}

/** The units of a text. The particle of a known German verb belongs to its verb. */
function unitsOf(pieces: readonly Piece[], functionWords: FunctionWords): Unit[] {
  const { areEnglish, has } = functionWords;
  const isGerman = !areEnglish && !isRomance(functionWords);
  const particle = isGerman ? particleOf(pieces) : null;
  const units: Unit[] = [];
  for (let at = 0; at < pieces.length; ) {
    const [piece, ...rest] = pieces.slice(at);
    if (piece === undefined) break;
    const found = isGerman || piece.unspaced ? knownWordsIn(piece, functionWords, particle) : [];
    const word = found.length > 0 || piece.unspaced ? null : romanceWordAt(pieces, at, functionWords);
    const all = [piece, ...rest].slice(0, word?.length ?? 1);
    at += all.length;
    if (piece === particle) continue;
    if (word === null) units.push({ piece, found });
    else {
      const text = all.map((each) => each.text).join(" ");
      const tokens = all.flatMap(tokensOfPiece);
      const insteadOf = tokens.length === 1 ? tokens : tokens.filter((token) => !has(token));
      const known = { start: 0, end: text.length, insteadOf, english: word.english };
      units.push({ piece: { ...piece, text, end: all.at(-1)?.end ?? piece.end }, found: [known] });
    }
  }
  return units;
}

/**
 * Returns the translations of a text's words: of words of the lists into English, of English words into all languages.
 * @param functionWords of the text. They decide which list is used; if they are English, none.
 */
export function translationsOf(pieces: readonly Piece[], functionWords: FunctionWords): Translation[] {
  const intoEnglish = unitsOf(pieces, functionWords).flatMap(({ piece, found }) =>
    found.flatMap(({ start, end, insteadOf, english }) =>
      english.flatMap(spellingsOfEnglish).map((word) => ({
        written: piece.text.slice(start, end),
        insteadOf,
        tokens: word.split(/[ -]/),
      })),
    ),
  );
  return [...intoEnglish, ...pieces.flatMap(translationsFromEnglish)];
}

/**
 * The words of a text one after the other in English: those that are known by their most usual translation, others as
 * they are, except runs of a script without spaces.
 */
export function stepsOf(
  pieces: readonly Piece[],
  functionWords: FunctionWords,
): { readonly english: string; readonly insteadOf: readonly string[] }[] {
  return unitsOf(pieces, functionWords).flatMap(({ piece, found }) => {
    if (found.length > 0) {
      return found.map(({ english: [first = ""], insteadOf }) => ({ english: first, insteadOf }));
    }
    return piece.unspaced ? [] : [{ english: piece.text, insteadOf: tokensOfPiece(piece) }];
  });
}

/** A text word by word in English. */
export interface Gloss {
  readonly text: string;
  /** How much of the meaning it has, 0 to 1: two thirds of the words say all. */
  readonly fluency: number;
}

const FULL_SHARE = 2 / 3;

/** The share of a text's words that must be known for its gloss to say what it says. */
const MIN_GLOSSED = 0.3;

/**
 * Returns the English words for the words of a text in another language in their order, other words as they are; null if
 * fewer than {@link MIN_GLOSSED} of its words are known.
 * @param functionWords of the text. The gloss leaves them out; if they are English, the result is null.
 */
export function glossOf(pieces: readonly Piece[], functionWords: FunctionWords): Gloss | null {
  if (functionWords.areEnglish) return null;
  const words: string[] = [];
  let [known, all] = [0, 0];
  for (const { piece, found } of unitsOf(pieces, functionWords)) {
    const letters = piece.unspaced ? contentLetters(piece, found, functionWords) : 1;
    if (found.length === 0 && tokensOfPiece(piece).every(functionWords.has)) continue;
    all += letters;
    known += piece.unspaced ? found.reduce((sum, { start, end }) => sum + end - start, 0) : found.length;
    if (found.length > 0) words.push(...found.map(({ english: [first = ""] }) => first));
    else if (!piece.unspaced) words.push(piece.text);
  }
  const share = all === 0 ? 0 : known / all;
  return known > 0 && share >= MIN_GLOSSED ? { text: words.join(" "), fluency: Math.min(1, share / FULL_SHARE) } : null;
}

/** A text of which the memories contain fewer words is in another language. */
const MAX_KNOWN_SHARE = 1 / 3;
/** The share of the memories in scope that contain a function word of their language, or a frequent pair. */
const MIN_SHARE = 0.03;
/** The function words of a text that decide without its other words, which are often the same in several languages. */
const MIN_FUNCTION_WORDS = 2;
/** Pairs that occur in most stores with Chinese notes. */
const CHINESE_PAIRS = ["一个", "使用", "可以", "不能", "需要", "没有", "必须", "默认", "之前", "时间", "用户", "数据"];

/** The tokens whose shares {@link isForeign} needs in addition to the text's own. */
export function tokensOfLanguage(pieces: readonly Piece[]): readonly string[] {
  return pieces.some(({ unspaced }) => unspaced) ? CHINESE_PAIRS : [];
}

/**
 * Whether the memories in scope are in another language than a text: they contain none of the pairs of a script without
 * spaces and hardly any frequent pair, or less than a third of the function words, or of all words if it has few of these.
 */
export function isForeign(
  pieces: readonly Piece[],
  { has }: FunctionWords,
  shareInScope: (token: string) => number,
): boolean {
  const unspaced = pieces.filter(({ unspaced }) => unspaced).flatMap(tokensOfPiece);
  const isFrequent = (token: string) => shareInScope(token) >= MIN_SHARE;
  const isKnown = (token: string) => shareInScope(token) > 0;
  if (unspaced.length > 0) return !unspaced.some(isKnown) && !CHINESE_PAIRS.some(isFrequent);
  const tokens = pieces.flatMap(tokensOfPiece);
  const functionWords = tokens.filter(has);
  const isDecided = functionWords.length >= MIN_FUNCTION_WORDS;
  const [all, known] = isDecided ? [functionWords, functionWords.filter(isFrequent)] : [tokens, tokens.filter(isKnown)];
  return known.length < all.length * MAX_KNOWN_SHARE;
}

/** The letters of a run that are in known words, or not in a function word. */
function contentLetters(piece: Piece, found: readonly KnownWord[], functionWords: FunctionWords): number {
  const letters = lettersOf(piece.text);
  const isKnown = (index: number) => found.some(({ start, end }) => index >= start && index < end);
  const isFunction = (index: number) =>
    isFunctionCharacter(letters[index] ?? "") ||
    [index - 1, index].some((start) => functionWords.has((letters[start] ?? "") + (letters[start + 1] ?? "")));
  return letters.filter((_, index) => isKnown(index) || !isFunction(index)).length;
}

/** The particle that a text ends with, and whose verb it has; null without one. */
function particleOf(pieces: readonly Piece[]): Piece | null {
  const last = pieces.at(-1);
  if (last === undefined || !GERMAN_PARTICLE.test(last.text)) return null;
  return pieces.some((piece) => verbWith(last, piece) !== undefined) ? last : null;
}

/** The English words for a verb and its particle; undefined if they are not a known verb. */
function verbWith(particle: Piece, { text }: Piece): readonly string[] | undefined {
  if (!/^\p{Ll}{4,}$/u.test(text)) return undefined;
  const whole = foldText(particle.text + text);
  const { german, germanStems } = lexicon();
  return german.get(whole) ?? germanStems.get(germanStem(whole));
}

/** An English word, and its British spelling if it has another one. */
function spellingsOfEnglish(word: string): string[] {
  const british = word.replace(/iz(?=e\b|ed\b|ing\b|ation\b)/g, "is");
  return british === word ? [word] : [word, british];
}

/** @param particle as {@link particleOf} returns it */
function knownWordsIn(piece: Piece, { areEnglish, has }: FunctionWords, particle: Piece | null): KnownWord[] {
  if (piece.unspaced) return knownChineseWords(piece.text);
  const token = foldText(piece.text);
  if (areEnglish || has(token)) return [];
  const english = (particle === null ? undefined : verbWith(particle, piece)) ?? germanMeaning(token);
  return english === null ? [] : [{ start: 0, end: piece.text.length, insteadOf: [token], english }];
}

/** The longest known words of a run without spaces, from its start. */
function knownChineseWords(run: string): KnownWord[] {
  const found: { readonly start: number; readonly end: number; readonly english: readonly string[] }[] = [];
  for (let start = 0; start < run.length; ) {
    const word = longestAt(run, start);
    if (word !== null) found.push({ start, end: start + word.length, english: lexicon().chinese.get(word) ?? [] });
    start += word?.length ?? 1;
  }
  // The pair across the border of two known words belongs to the first: it is not a word.
  return found.map((word, index) => {
    const next = found[index + 1];
    const end = next?.start === word.end ? word.end + 1 : word.end;
    // Of a word of one letter, the index has the pairs that contain it.
    const start = word.end - word.start === 1 ? Math.max(0, word.start - 1) : word.start;
    return { ...word, insteadOf: tokensOfPiece({ text: run.slice(start, end), unspaced: true }) };
  });
}

function longestAt(run: string, start: number): string | null {
  for (let length = Math.min(MAX_CHINESE_WORD, run.length - start); length > 0; length--) {
    const word = run.slice(start, start + length);
    if (lexicon().chinese.has(word)) return word;
  }
  return null;
}

function germanMeaning(token: string): readonly string[] | null {
  const whole = wordInGerman(token);
  if (whole !== undefined) return whole;
  if (token.length < 2 * MIN_COMPOUND_PART || token.length > MAX_COMPOUND) return null;
  for (let at = token.length - MIN_COMPOUND_PART; at >= MIN_LISTED_PART; at--) {
    const last = partInGerman(token.slice(at));
    if (last === undefined) continue;
    const first = GERMAN_JOINTS.filter((joint) => token.slice(0, at).endsWith(joint))
      .map((joint) => partInGerman(token.slice(0, at - joint.length)))
      .find((words) => words !== undefined);
    if (first !== undefined) return [`${first[0]} ${last[0]}`];
  }
  return null;
}

/** The English words for a part of a compound; undefined for an unknown one. */
function partInGerman(part: string): readonly string[] | undefined {
  const { german, loanwords } = lexicon();
  if (part.length < MIN_COMPOUND_PART) return part.length < MIN_LISTED_PART ? undefined : german.get(part);
  const known = wordInGerman(part);
  if (known !== undefined) return known;
  const loanword = [part, part.replace(/e?[ns]$/, "")].find((word) => loanwords.has(word));
  return loanword === undefined ? undefined : [loanword];
}

/** The English words for a German word in any inflection; undefined for an unknown one. */
function wordInGerman(token: string): readonly string[] | undefined {
  const stem = germanStem(token);
  const { german, germanStems } = lexicon();
  const known = german.get(token) ?? germanStems.get(stem) ?? german.get(stem);
  if (known !== undefined) return known;
  const [, particle = "", rest] = GERMAN_PARTICIPLE.exec(token) ?? [];
  return rest === undefined ? undefined : germanStems.get(germanStem(particle + rest));
}

function germanStem(token: string): string {
  const ending = GERMAN_ENDINGS.find((each) => token.endsWith(each) && token.length - each.length >= MIN_GERMAN_STEM);
  return ending === undefined ? token : token.slice(0, -ending.length);
}

function translationsFromEnglish(piece: Piece): Translation[] {
  if (piece.unspaced) return [];
  const token = foldText(piece.text);
  const { foreign } = lexicon();
  const words = foreign.get(token) ?? foreign.get(token.replace(/s$/, "")) ?? [];
  return words.map((word) => ({
    written: piece.text,
    insteadOf: [token],
    tokens: tokensOfText(word),
  }));
}
