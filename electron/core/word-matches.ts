import { foldText, humpsOf, lettersOf, type Piece, piecesOf, tokensOfPiece } from "./text-analysis.ts";

/** An occurrence in a text of a query word or an inflection of it. */
export interface WordMatch {
  /** UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  /** The word of the query. */
  readonly word: string;
}

/** A word of the query that is at least as long finds its inflections by its start. */
const MIN_STEM_LENGTH = 4;

/** Finds words in a text, in their order and without overlap. @param words folded, as the text analysis returns them */
export function matchesOfWords(text: string, words: Iterable<string>): WordMatch[] {
  const stems = [...words].map((word) => ({ word, stem: stemOf(word) }));
  if (stems.length === 0) return [];
  const wordOf = (tokens: readonly string[]) =>
    stems.find(({ stem }) =>
      tokens.some((token) => (stem.length < MIN_STEM_LENGTH ? token === stem : token.startsWith(stem))),
    )?.word;
  return piecesOf(text).flatMap((piece): WordMatch[] => {
    if (piece.unspaced) return matchesInRun(piece, wordOf);
    const word = wordOf([...tokensOfPiece(piece), ...humpsOf(piece.text)]);
    return word === undefined ? [] : [{ start: piece.start, end: piece.end, word }];
  });
}

/** The pairs of letters in a run without spaces that are words of the query; overlapping ones are joined. */
function matchesInRun({ text, start }: Piece, wordOf: (tokens: readonly string[]) => string | undefined): WordMatch[] {
  const found: WordMatch[] = [];
  const letters = lettersOf(text);
  let at = start;
  for (const [index, letter] of letters.entries()) {
    const next = letters[index + 1] ?? "";
    const [pair, single] = [wordOf([foldText(letter + next)]), wordOf([foldText(letter)])];
    const word = pair ?? single;
    const end = at + letter.length + (pair === undefined ? 0 : next.length);
    const last = found.at(-1);
    if (word !== undefined && last !== undefined && last.end >= at) found[found.length - 1] = { ...last, end };
    else if (word !== undefined) found.push({ start: at, end, word });
    at += letter.length;
  }
  return found;
}

/** The start that the inflections of a word share. */
function stemOf(word: string): string {
  if (word.length > MIN_STEM_LENGTH + 2) return word.slice(0, -2);
  return word.length > MIN_STEM_LENGTH ? word.replace(/[ey]$/, "") : word;
}
