import type { QueryWord, TextTerm } from "../core/search.ts";
import { type Sign, signsOf } from "../core/signs.ts";
import {
  compoundsOf,
  dottedNamesOf,
  formsOfPiece,
  humpsOf,
  lettersOf,
  type Piece,
  piecesOf,
  tokenOfCompound,
  tokensOfPiece,
  tokensOfRun,
} from "../core/text-analysis.ts";
import { type FunctionWords, functionWordsOf } from "./function-words.ts";
import { translationsOf } from "./lexicon/translate.ts";
import { isStopWord } from "./stop-words.ts";

/**
 * Splits running text into words, each with its terms. Function words are dropped if other words remain.
 * Identifiers become one word, the phrase of their parts, and their parts; paths and versions (joined by `.`, `/`, `\`
 * or `:`) their parts and a phrase. A single letter of an identifier (`e-mail`) is not a word. Words with signs (`C++`)
 * and emoji are words; operators only without other words. The other spellings of words come last.
 */
export function wordsOfQuery(text: string): QueryWord[] {
  const normal = text.normalize("NFKC");
  const pieces = piecesOf(normal);
  const functionWords = functionWordsOf(pieces.flatMap(tokensOfPiece));
  const letters = new Set(compoundsOf(normal, pieces).flatMap((compound) => compound.filter(isLetter)));
  const words = pieces.map((piece) => ({
    written: piece.text,
    terms: termsOfPiece(piece, functionWords),
    stop: isFunctionPiece(piece, functionWords) || letters.has(piece),
  }));
  const content = words.filter(({ stop }) => !stop);
  const kept: QueryWord[] = content.length > 0 ? content : words;
  const known = [...kept, ...identifiersOf(normal, pieces), ...signWordsOf(text, pieces.length > 0)];
  const spelt = spellingsOf(normal, pieces).map(({ written, term }) => ({ written, terms: [term] }));
  const translated = translationsOf(pieces, functionWords).map(({ written, tokens, insteadOf }) => ({
    written,
    terms: [{ ...phraseOf(tokens), insteadOf, onlyIfMissing: true }],
  }));
  return [...known.map(({ written, terms }) => ({ written, terms })), ...spelt, ...translated];
}

/** The signs that are searched: operators only in a query without words, in which they say most. */
function signWordsOf(text: string, hasWords: boolean): QueryWord[] {
  const isSearched = ({ isAttached, text: sign }: Sign): boolean =>
    isAttached || !hasWords || (sign.codePointAt(0) ?? 0) > LAST_ASCII;
  return signsOf(text)
    .filter(isSearched)
    .map(({ text: written, token }) => ({ written, terms: [{ kind: "word", token }] }));
}

/**
 * Returns the term of a quoted phrase: a phrase, a word, or (for a single letter of a script without spaces) a prefix.
 * Null without a word in the quotes.
 */
export function termOfPhrase(text: string): TextTerm | null {
  const pieces = piecesOf(text.normalize("NFKC"));
  const last = pieces.at(-1);
  if (last === undefined) return null;
  const tokens = [...pieces.slice(0, -1).flatMap(tokensOfRun), ...tokensOfPiece(last)];
  if (pieces.length === 1 && isSingleLetter(last)) return { kind: "prefix", token: tokens[0] ?? last.text };
  return phraseOf(tokens);
}

/**
 * The tokens of the words that are written as names: with a capital letter that does not start a sentence, or with a
 * capital or a digit further on (`GitHub`, `2026`). German nouns count, lower-case queries have none.
 */
export function namesIn(text: string): Set<string> {
  const normal = text.normalize("NFKC");
  const pieces = piecesOf(normal);
  const names = pieces.filter(({ text: word, start, unspaced }, index) => {
    if (unspaced || word.length < 2) return false;
    const previous = pieces[index - 1];
    const beginsSentence = previous === undefined || /[.?!:]\s/.test(normal.slice(previous.end, start));
    return /.[\p{Lu}\p{N}]/u.test(word) || (/^\p{Lu}/u.test(word) && !beginsSentence);
  });
  return new Set(names.flatMap(tokensOfPiece));
}

function termsOfPiece(piece: Piece, functionWords: FunctionWords): TextTerm[] {
  const all = tokensOfPiece(piece);
  const content = piece.unspaced ? all.filter((token) => !functionWords.has(token)) : all;
  const tokens = content.length > 0 ? content : all;
  if (isSingleLetter(piece)) return tokens.map((token) => ({ kind: "prefix", token }));
  const terms: TextTerm[] = tokens.map((token) => ({ kind: "word", token }));
  const humps = piece.unspaced ? [] : humpsOf(piece.text);
  if (humps.length > 1) {
    terms.push(phraseOf(humps));
    if (isIdentifier(piece.text, humps)) terms.push(...wordsOf(humps));
  }
  return terms;
}

/** The parts of an identifier such as `getUserName` help; the halves of a name such as `GitHub` mislead. */
function isIdentifier(word: string, humps: readonly string[]): boolean {
  return humps.length > 2 || /^\p{Ll}{2}/u.test(word);
}

const LAST_ASCII = 0x7f;
/** The characters that join the parts of paths, versions, names and addresses. */
const JOINT = /^[._\-/\\:@#]{1,3}$/;
/** The longest identifier that is searched as a phrase, in tokens. */
const MAX_PHRASE_TOKENS = 12;

/** Words written without spaces: snake_case and kebab-case as one word, and anything joined as a phrase. */
function identifiersOf(text: string, pieces: readonly Piece[]): QueryWord[] {
  const found: QueryWord[] = compoundsOf(text, pieces).map((compound) => ({
    written: text.slice(compound[0]?.start, compound.at(-1)?.end),
    terms: [{ kind: "word", token: tokenOfCompound(compound) }],
  }));
  let open: Piece[] = [];
  const close = (): void => {
    const tokens = open.flatMap(tokensOfPiece);
    if (open.length > 1 && tokens.length <= MAX_PHRASE_TOKENS) {
      found.push({ written: text.slice(open[0]?.start, open.at(-1)?.end), terms: [phraseOf(tokens)] });
    }
    open = [];
  };
  for (const piece of pieces) {
    const last = open.at(-1);
    if (last !== undefined && !JOINT.test(text.slice(last.end, piece.start))) close();
    if (!piece.unspaced) open.push(piece);
    else close();
  }
  close();
  return found;
}

function phraseOf(tokens: readonly string[]): TextTerm {
  return tokens.length === 1 && tokens[0] !== undefined
    ? { kind: "word", token: tokens[0] }
    : { kind: "phrase", tokens };
}

function wordsOf(tokens: readonly string[]): TextTerm[] {
  return tokens.filter((token) => token.length > 1 && !isStopWord(token)).map((token) => ({ kind: "word", token }));
}

function isSingleLetter(piece: Piece): boolean {
  return piece.unspaced && lettersOf(piece.text).length === 1;
}

function isLetter({ text }: Piece): boolean {
  return /^\p{L}$/u.test(text);
}

/** Whether a piece is a function word; a run of a script without spaces if all of its pairs are. */
function isFunctionPiece(piece: Piece, functionWords: FunctionWords): boolean {
  return tokensOfPiece(piece).every(functionWords.has);
}

/** Another spelling of words of a query. */
interface Spelling {
  /** The words as written. */
  readonly written: string;
  readonly term: TextTerm;
}

/** Words of a longer query are neither joined nor split: it is a sentence, and has other words. */
const MAX_JOINED_PIECES = 8;
/** Words of a longer query are not split between letters. */
const MAX_SPLIT_PIECES = 2;
/** The lengths of a word that is split, of the letters of its first part, and of a word that two words are joined to. */
const MIN_SPLIT = 6;
const MAX_SPLIT = 20;
const MIN_PART = 2;
const MIN_FIRST_PART = 3;
const MIN_JOINED = 5;
const MAX_JOINED = 24;

/**
 * The other spellings of a query's words, as terms that count as these words: other forms of a word (`mueller`), dotted
 * names as one word (`nodejs`), adjacent words and numbers together (`oauth2`, `websocket`) and apart (`rfc 4648`,
 * `web socket`). Only those that a memory contains are searched.
 */
function spellingsOf(normal: string, pieces: readonly Piece[]): Spelling[] {
  const spellings: Spelling[] = [];
  const add = (of: readonly Piece[], form: string | readonly string[]): void => {
    const insteadOf = of.flatMap(tokensOfPiece);
    const written = normal.slice(of[0]?.start, of.at(-1)?.end);
    const term: TextTerm =
      typeof form === "string"
        ? { kind: "word", token: form, insteadOf }
        : { kind: "phrase", tokens: form, insteadOf, onlyIfMissing: !/\d/.test(form.join("")) };
    spellings.push({ written, term });
  };
  const spaced = pieces.filter(({ unspaced }) => !unspaced);
  for (const piece of spaced) for (const form of formsOfPiece(piece)) add([piece], form);
  for (const name of dottedNamesOf(normal, pieces)) add(name, tokenOfCompound(name));
  if (pieces.length > MAX_JOINED_PIECES) return spellings;
  for (const piece of spaced) for (const parts of apart(piece, pieces.length)) add([piece], parts);
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1];
    if (next === undefined || !canJoin(normal, piece, next)) continue;
    const token = tokenOfCompound([piece, next]);
    if (token.length >= MIN_JOINED || /\d/.test(token)) add([piece, next], token);
  }
  return spellings;
}

/** The parts of a word with letters and digits, and of a word of a short query every two parts. */
function apart(piece: Piece, pieces: number): string[][] {
  const [token = ""] = tokensOfPiece(piece);
  const [, letters, digits] = /^(\p{L}{2,})(\d+)$/u.exec(token) ?? [];
  if (letters !== undefined && digits !== undefined) return [[letters, digits]];
  const [, number, unit] = /^(\d+)(\p{L}{2,})$/u.exec(token) ?? [];
  if (number !== undefined && unit !== undefined) return [[number, unit]];
  const isLong = token.length >= MIN_SPLIT && token.length <= MAX_SPLIT && /^\p{Ll}+$/u.test(token);
  if (pieces > MAX_SPLIT_PIECES || !isLong) return [];
  const last = token.length - MIN_PART;
  return Array.from({ length: last - MIN_FIRST_PART + 1 }, (_, index) => {
    const at = MIN_FIRST_PART + index;
    return [token.slice(0, at), token.slice(at)];
  });
}

/** Two words next to each other, of which one can be a number, and not both function words. */
function canJoin(text: string, one: Piece, other: Piece): boolean {
  if (one.unspaced || other.unspaced || text.slice(one.end, other.start) !== " ") return false;
  const [first, second] = [one, other].map(({ text: word }) => (/^\d+$/.test(word) ? "number" : "word"));
  if (first === "number" && second === "number") return false;
  const isShort = one.text.length + other.text.length <= MAX_JOINED;
  return isShort && one.text.length > 1 && ![one, other].every((piece) => tokensOfPiece(piece).every(isStopWord));
}
