import type { TextTerm } from "../core/search.ts";
import {
  compoundsOf,
  humpsOf,
  lettersOf,
  type Piece,
  piecesOf,
  tokenOfCompound,
  tokensOfPiece,
  tokensOfRun,
} from "../core/text-analysis.ts";
import { isStopWord } from "./stop-words.ts";

/** A word of the query as it was written, and the terms the index is asked for on its behalf. */
export interface QueryWord {
  readonly written: string;
  readonly terms: readonly TextTerm[];
}

/**
 * The words of running text, each with its terms; English stop words are left out unless nothing else is there.
 * Identifiers are asked for as a whole, as the phrase of their parts, and by their parts; paths and versions (joined by
 * `.`, `/`, `\` or `:`) by their parts and as a phrase.
 */
export function wordsOfQuery(text: string): QueryWord[] {
  const normal = text.normalize("NFKC");
  const pieces = piecesOf(normal);
  const words = pieces.map((piece) => ({ written: piece.text, terms: termsOfPiece(piece), stop: isStop(piece) }));
  const telling = words.filter(({ stop }) => !stop);
  const kept: QueryWord[] = telling.length > 0 ? telling : words;
  return [...kept, ...identifiersOf(normal, pieces)].map(({ written, terms }) => ({ written, terms }));
}

/**
 * The terms of a quoted phrase: one phrase, one word, or (for a single letter of a script without spaces) a prefix.
 * Null where the quotes hold no word.
 */
export function termOfPhrase(text: string): TextTerm | null {
  const pieces = piecesOf(text.normalize("NFKC"));
  const last = pieces.at(-1);
  if (last === undefined) return null;
  const tokens = [...pieces.slice(0, -1).flatMap(tokensOfRun), ...tokensOfPiece(last)];
  if (pieces.length === 1 && isSingleLetter(last)) return { kind: "prefix", token: tokens[0] ?? last.text };
  return phraseOf(tokens);
}

function termsOfPiece(piece: Piece): TextTerm[] {
  const tokens = tokensOfPiece(piece);
  if (isSingleLetter(piece)) return tokens.map((token) => ({ kind: "prefix", token }));
  const terms: TextTerm[] = tokens.map((token) => ({ kind: "word", token }));
  const humps = piece.unspaced ? [] : humpsOf(piece.text);
  if (humps.length > 1) {
    terms.push(phraseOf(humps));
    if (isIdentifier(piece.text, humps)) terms.push(...wordsOf(humps));
  }
  return terms;
}

/** `getUserName` is an identifier whose words help; `JavaScript` and `GitHub` are names whose halves mislead. */
function isIdentifier(word: string, humps: readonly string[]): boolean {
  return humps.length > 2 || /^\p{Ll}{2}/u.test(word);
}

/** Joined by a character that holds paths, versions, names and addresses together. */
const JOINT = /^[._\-/\\:@#]{1,3}$/;
/** Longest run of pieces that is asked for as a phrase. */
const MAX_PHRASE_TOKENS = 12;

/** What stands together without spaces: snake_case and kebab-case as a whole, and everything joined as a phrase. */
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

function isStop(piece: Piece): boolean {
  return !piece.unspaced && isStopWord(tokensOfPiece(piece)[0] ?? "");
}
