/**
 * How text becomes the tokens of the full-text index. The same function runs on what is stored and on what is asked.
 *
 * SQLite's `unicode61` takes a run of Chinese, Japanese, Korean or Thai for one word, and `trigram` misses words of two
 * characters, so such runs are cut here into overlapping pairs (bigrams); everything else is left to `unicode61` with
 * `remove_diacritics 2` and `porter`, which is why tokens keep their case and inflection here.
 */
const UNSPACED_SCRIPTS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]`;
const UNSPACED = new RegExp(UNSPACED_SCRIPTS, "v");
const PIECES = new RegExp(`${UNSPACED_SCRIPTS}+|[[\\p{L}\\p{N}\\p{M}\\p{Co}]--${UNSPACED_SCRIPTS}]+`, "gv");

/** A stretch of text that is searched as a unit: a word, or a run of a script that writes no spaces. */
export interface Piece {
  readonly text: string;
  /** UTF-16 offsets in the text given. */
  readonly start: number;
  readonly end: number;
  readonly unspaced: boolean;
}

/** Cuts text (in NFC or as it is) into pieces; what is neither letter, mark nor number separates. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const match of text.matchAll(PIECES)) {
    const piece = match[0];
    pieces.push({ text: piece, start: match.index, end: match.index + piece.length, unspaced: UNSPACED.test(piece) });
  }
  return pieces;
}

/** The index tokens of one piece: itself, or the overlapping pairs of an unspaced run (a single character stays single). */
export function tokensOfPiece(piece: Pick<Piece, "text" | "unspaced">): string[] {
  if (!piece.unspaced) return [piece.text];
  const characters = [...piece.text];
  if (characters.length < 2) return characters;
  return characters.slice(0, -1).map((character, index) => character + characters[index + 1]);
}

/** Text as the full-text index stores it: tokens separated by spaces, compatibility forms folded (NFKC). */
export function analyseForIndex(text: string): string {
  return piecesOf(text.normalize("NFKC")).flatMap(tokensOfPiece).join(" ");
}
