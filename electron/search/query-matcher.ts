import { foldText, humpsOf, lettersOf, type Piece, piecesOf } from "../core/text-analysis.ts";
import { SHORTEST_BEGINNING } from "./choose-terms.ts";
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
  const beginnings = new Map<string, string>();
  for (const { written, terms } of wordsOfQuery(text)) {
    for (const term of terms) {
      if (term.kind === "phrase") continue;
      if (term.kind === "prefix") letters.set(term.token, written);
      else if (isUnspaced(written)) pairs.set(term.token, written);
      else if (!words.has(stem(term.token))) {
        words.set(stem(term.token), written);
        if (term.token.length >= SHORTEST_BEGINNING) beginnings.set(term.token, written);
      }
    }
  }

  const firstLetters = new Set([...words.keys()].map((word) => word.charAt(0)));

  /** Most words of a content have neither the first letter of one asked for nor another word within: no stem is needed. */
  function mayMatch({ text: piece }: Piece): boolean {
    if (!PLAIN_WORD.test(piece)) return true;
    return firstLetters.has(piece.charAt(0).toLowerCase());
  }

  function wordOf(piece: Piece): string | undefined {
    if (!mayMatch(piece)) return undefined;
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

  /** Words that stand nowhere in the content may be the beginnings of some that do. */
  function beginningRanges(pieces: readonly Piece[], found: ReadonlySet<string>): MatchedRange[] {
    const missing = [...beginnings].filter(([, written]) => !found.has(written));
    if (missing.length === 0) return [];
    return pieces.flatMap(({ text: piece, start, end, unspaced }) => {
      const token = unspaced ? "" : foldText(piece);
      const word = missing.find(([beginning]) => token.startsWith(beginning))?.[1];
      return word === undefined ? [] : [{ start, end, word }];
    });
  }

  return {
    rangesIn(content) {
      const pieces = piecesOf(content);
      const ranges = pieces.flatMap((piece) => {
        if (piece.unspaced) return unspacedRanges(piece);
        const word = wordOf(piece);
        return word === undefined ? [] : [{ start: piece.start, end: piece.end, word }];
      });
      const taken = new Set(ranges.map(({ start }) => start));
      const begun = beginningRanges(pieces, new Set(ranges.map(({ word }) => word)));
      return [...ranges, ...begun.filter(({ start }) => !taken.has(start))].sort(
        (one, other) => one.start - other.start,
      );
    },
  };
}

/** Plain Latin letters and figures, none of them a capital but the first: one word, which keeps its first letter. */
const PLAIN_WORD = /^[A-Za-z0-9][a-z0-9]*$/;

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
  return piecesOf(written).every(({ unspaced }) => unspaced);
}
