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
    const unspaced = isUnspaced(written);
    for (const term of terms) {
      if (term.kind === "phrase") continue;
      if (term.kind === "prefix") letters.set(term.token, written);
      else if (unspaced) pairs.set(term.token, written);
      else if (!words.has(stem(term.token))) {
        words.set(stem(term.token), written);
        if (term.token.length >= SHORTEST_BEGINNING) beginnings.set(term.token, written);
      }
    }
  }

  const mayBegin = createMayBegin([...words.keys(), ...beginnings.keys()]);

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
      const pieces = piecesToTry(content, mayBegin);
      const ranges: MatchedRange[] = [];
      for (const piece of pieces) {
        if (piece.unspaced) {
          ranges.push(...unspacedRanges(piece));
          continue;
        }
        const word = wordOf(piece);
        if (word !== undefined) ranges.push({ start: piece.start, end: piece.end, word });
      }
      const taken = new Set(ranges.map(({ start }) => start));
      const begun = beginningRanges(pieces, new Set(ranges.map(({ word }) => word)));
      return [...ranges, ...begun.filter(({ start }) => !taken.has(start))].sort(
        (one, other) => one.start - other.start,
      );
    },
  };
}

/** Whether a word may be one of those asked for, by its first two letters (second: NaN where it has one). */
type MayBegin = (first: number, second: number) => boolean;

/** A stem of three letters or more begins with the two letters that its word does, a shorter one with the first. */
function createMayBegin(stems: Iterable<string>): MayBegin {
  const starts = new Set<number>();
  for (const stem of stems) {
    starts.add(stem.length > 2 ? startOf(stem.charCodeAt(0), stem.charCodeAt(1)) : stem.charCodeAt(0));
  }
  return (first, second) => starts.has(startOf(first | LOWER, second | LOWER)) || starts.has(first | LOWER);
}

/** What makes a capital of ASCII small, and leaves a figure as it is. */
const LOWER = 0x20;
const startOf = (first: number, second: number): number => first * 0x10000 + second;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * The pieces of content that a word asked for may be, or stand in. Of plain ASCII only few are cut out: no word that begins
 * otherwise, unless it has a capital or figure within, where another word of an identifier may begin.
 */
function piecesToTry(content: string, mayBegin: MayBegin): Piece[] {
  if (!ASCII.test(content)) return piecesOf(content);
  const pieces: Piece[] = [];
  let start = -1;
  let humped = false;
  for (let index = 0; index <= content.length; index++) {
    const code = content.charCodeAt(index);
    if (isLetterOrFigure(code)) {
      if (start < 0) [start, humped] = [index, false];
      else if (code < SMALL_A) humped = true;
    } else if (start >= 0) {
      const second = start + 1 < index ? content.charCodeAt(start + 1) : Number.NaN;
      if (humped || mayBegin(content.charCodeAt(start), second)) {
        pieces.push({ text: content.slice(start, index), start, end: index, unspaced: false });
      }
      start = -1;
    }
  }
  return pieces;
}

const SMALL_A = 0x61;

/** NaN, past the end, is neither. */
function isLetterOrFigure(code: number): boolean {
  const letter = code | LOWER;
  return (letter >= SMALL_A && letter <= 0x7a) || (code >= 0x30 && code <= 0x39);
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
  return piecesOf(written).every(({ unspaced }) => unspaced);
}
