import type { TextTerm } from "../core/search.ts";
import { dottedNamesOf, formsOfPiece, type Piece, tokenOfCompound, tokensOfPiece } from "../core/text-analysis.ts";
import { isStopWord } from "./stop-words.ts";

/** Another spelling of words of a query. */
export interface Spelling {
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
export function spellingsOf(normal: string, pieces: readonly Piece[]): Spelling[] {
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
