import type { QueryWord } from "../core/search.ts";
import { isSignToken, signsOf } from "../core/signs.ts";
import type { Stem } from "../core/stem.ts";
import { foldText, formsOfPiece, humpsOf, lettersOf, type Piece, piecesOf } from "../core/text-analysis.ts";
import { MIN_PREFIX_LENGTH } from "./choose-terms.ts";
import { createStartFilter, type StartFilter } from "./start-filter.ts";

/** A range of content, [start, end), and the word of the query that it matches. */
export interface MatchedRange {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

/** Finds a query's words in content as the text index does, regardless of case, diacritics, inflection and script. */
export interface QueryMatcher {
  /** Sorted, not overlapping. */
  rangesIn(content: string): MatchedRange[];
}

export function createQueryMatcher(query: readonly QueryWord[], stem: Stem): QueryMatcher {
  const words = new Map<string, string>();
  const pairs = new Map<string, string>();
  const letters = new Map<string, string>();
  const prefixes = new Map<string, string>();
  const signs = new Map<string, string>();
  for (const { written, terms } of query) {
    const unspaced = isUnspaced(written);
    for (const term of terms) {
      if (term.kind === "phrase") continue;
      if (isSignToken(term.token)) {
        signs.set(term.token, written);
        continue;
      }
      if (term.kind === "prefix") letters.set(term.token, written);
      else if (unspaced) pairs.set(term.token, written);
      else if (!words.has(stem(term.token))) {
        words.set(stem(term.token), written);
        if (term.token.length >= MIN_PREFIX_LENGTH && term.insteadOf === undefined) prefixes.set(term.token, written);
      }
    }
  }

  const mayMatch = createStartFilter([...words.keys(), ...prefixes.keys()]);

  function wordOf(piece: Piece): string | undefined {
    const word = words.get(stem(foldText(piece.text)));
    if (word !== undefined) return word;
    return [...humpsOf(piece.text), ...formsOfPiece(piece)]
      .map((hump) => words.get(stem(hump)))
      .find((found) => found !== undefined);
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

  /** Words of the query that the content does not contain may be prefixes of words that it does. */
  function prefixRanges(pieces: readonly Piece[], found: ReadonlySet<string>): MatchedRange[] {
    const missing = [...prefixes].filter(([, written]) => !found.has(written));
    if (missing.length === 0) return [];
    return pieces.flatMap(({ text: piece, start, end, unspaced }) => {
      const token = unspaced ? "" : foldText(piece);
      const word = missing.find(([prefix]) => token.startsWith(prefix))?.[1];
      return word === undefined ? [] : [{ start, end, word }];
    });
  }

  /** Signs outside of the ranges of words: C++ contains the word C. */
  function signRanges(content: string, words: readonly MatchedRange[]): MatchedRange[] {
    if (signs.size === 0) return [];
    return signsOf(content).flatMap(({ token, start, end }) => {
      const word = signs.get(token);
      const isFree = word !== undefined && !words.some((range) => range.start < end && start < range.end);
      return isFree ? [{ start, end, word }] : [];
    });
  }

  return {
    rangesIn(content) {
      const pieces = candidatePieces(content, mayMatch);
      const ranges: MatchedRange[] = [];
      for (const piece of pieces) {
        if (piece.unspaced) {
          ranges.push(...unspacedRanges(piece));
          continue;
        }
        const word = wordOf(piece);
        if (word !== undefined) ranges.push({ start: piece.start, end: piece.end, word });
      }
      const matched = new Set(ranges.map(({ start }) => start));
      const byPrefix = prefixRanges(pieces, new Set(ranges.map(({ word }) => word)));
      const words = [...ranges, ...byPrefix.filter(({ start }) => !matched.has(start))];
      return [...words, ...signRanges(content, words)].sort((one, other) => one.start - other.start);
    },
  };
}

/** The bit that turns an ASCII capital into its small letter and leaves digits unchanged. */
const LOWER = 0x20;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;

/**
 * Returns the pieces of content that may match. In plain ASCII that is a fraction of all: words that start with the
 * letters of a query word, and words with a capital or digit inside, where another word of an identifier may start.
 */
function candidatePieces(content: string, mayMatch: StartFilter): Piece[] {
  if (!ASCII.test(content)) return piecesOf(content);
  const pieces: Piece[] = [];
  let start = -1;
  let humped = false;
  for (let index = 0; index <= content.length; index++) {
    const code = content.charCodeAt(index);
    if (isLetterOrDigit(code)) {
      if (start < 0) [start, humped] = [index, false];
      else if (code < SMALL_A) humped = true;
    } else if (start >= 0) {
      const second = start + 1 < index ? content.charCodeAt(start + 1) : 0;
      if (humped || mayMatch(content.charCodeAt(start) | LOWER, second | LOWER)) {
        pieces.push({ text: content.slice(start, index), start, end: index, unspaced: false });
      }
      start = -1;
    }
  }
  return pieces;
}

const SMALL_A = 0x61;

/** False for NaN, the code past the end. */
function isLetterOrDigit(code: number): boolean {
  const letter = code | LOWER;
  return (letter >= SMALL_A && letter <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** Adds a range; joins it to the last one if they touch and match the same word. */
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
