import { foldText, humpsOf, lettersOf, type Piece, piecesOf, tokensOfPiece } from "../core/text-analysis.ts";
import { wordsOfQuery } from "./query-terms.ts";
import { stem } from "./stem.ts";

/** A stretch of content that a word of the query matches: [start, end), and which word. */
export interface MatchedRange {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

/** Finds a query's words in content as the text index does: whatever their case, diacritics, inflection or script. */
export interface QueryMatcher {
  /** In order, not overlapping. */
  rangesIn(content: string): MatchedRange[];
}

/** Prepares a query's words (its text without filters) for finding. */
export function createQueryMatcher(text: string): QueryMatcher {
  const words = new Map<string, string>();
  const pairs = new Map<string, string>();
  const letters = new Map<string, string>();
  for (const { written, terms } of wordsOfQuery(text)) {
    for (const term of terms) {
      if (term.kind === "phrase") continue;
      if (term.kind === "prefix") letters.set(term.token, written);
      else if (isUnspaced(written)) pairs.set(term.token, written);
      else if (!words.has(stem(term.token))) words.set(stem(term.token), written);
    }
  }

  function wordOf(piece: Piece): string | undefined {
    const whole = words.get(stem(foldText(piece.text)));
    if (whole !== undefined) return whole;
    return humpsOf(piece.text)
      .map((hump) => words.get(stem(hump)))
      .find((word) => word !== undefined);
  }

  function unspacedRanges(piece: Piece): MatchedRange[] {
    if (pairs.size === 0 && letters.size === 0) return [];
    const ranges: MatchedRange[] = [];
    let start = piece.start;
    let previous: { readonly text: string; readonly start: number } | null = null;
    for (const letter of lettersOf(piece.text)) {
      const folded = foldText(letter);
      const single = letters.get(folded);
      const pair = previous === null ? undefined : pairs.get(previous.text + folded);
      if (pair !== undefined && previous !== null) add(ranges, previous.start, start + letter.length, pair);
      else if (single !== undefined) add(ranges, start, start + letter.length, single);
      previous = { text: folded, start };
      start += letter.length;
    }
    return ranges;
  }

  return {
    rangesIn(content) {
      return piecesOf(content).flatMap((piece) => {
        if (piece.unspaced) return unspacedRanges(piece);
        const word = wordOf(piece);
        return word === undefined ? [] : [{ start: piece.start, end: piece.end, word }];
      });
    },
  };
}

/** Adds a range, joined to the last one where they touch and stand for the same word. */
function add(ranges: MatchedRange[], start: number, end: number, word: string): void {
  const last = ranges.at(-1);
  if (last === undefined || start > last.end || last.word !== word) {
    ranges.push({ start: Math.max(start, last?.end ?? 0), end, word });
  } else {
    ranges[ranges.length - 1] = { ...last, end: Math.max(end, last.end) };
  }
}

function isUnspaced(written: string): boolean {
  const pieces = piecesOf(written);
  return (
    pieces.length === 1 &&
    pieces.every(({ unspaced }) => unspaced) &&
    tokensOfPiece(pieces[0] ?? { text: "", unspaced: true }).length > 0
  );
}
