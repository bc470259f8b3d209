import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { titleOf } from "../../../../electron/core/memory.ts";
import type { MemoryRow } from "../data/memory-pages.ts";

/** The texts of a row and the number of lines they take. */
interface RowShape {
  /** The first line of the memory. */
  readonly title: MarkedText & { readonly lines: 1 | 2 };
  /** The passage that a search found, below the title. */
  readonly excerpt: (MarkedText & { readonly lines: 1 | 2 }) | null;
}

/** Height in pixels of a row with a one-line title and no excerpt. */
export const ROW_HEIGHT = 52;
const SECOND_TITLE_LINE = 20;
const EXCERPT_LINES = { 1: 20, 2: 38 } as const;

/** Characters per line at the default width of the list. Excerpts have a smaller font. */
const TITLE_LINE = 44;
const EXCERPT_LINE = 52;

/** The height of a row in pixels, computed so that a long list needs no measuring. */
export function heightOf(row: MemoryRow): number {
  if (row.match === null) return ROW_HEIGHT;
  const { title, excerpt } = shapeOf(row);
  return (
    ROW_HEIGHT + (title.lines === 2 ? SECOND_TITLE_LINE : 0) + (excerpt === null ? 0 : EXCERPT_LINES[excerpt.lines])
  );
}

/** An excerpt that starts with the title is shown without it. One that is a part of a long first line replaces it. */
export function shapeOf(row: MemoryRow): RowShape {
  const { title, excerpt } = plainShapeOf(row);
  return {
    title: { ...title, ...markRanges(title) },
    excerpt: excerpt === null ? null : { ...excerpt, ...markRanges(excerpt) },
  };
}

/** Replaces hidden characters by visible marks, and moves the ranges with the text. A title already has marks. */
function markRanges({ text, ranges }: MarkedText): MarkedText {
  if (markHidden(text) === text) return { text, ranges };
  const marked = (end: number) => markHidden(text.slice(0, end)).length;
  return { text: markHidden(text), ranges: ranges.map(([start, end]): TextRange => [marked(start), marked(end)]) };
}

function plainShapeOf({ memory, match }: MemoryRow): RowShape {
  const title = titleOf(memory.content);
  if (match === null) return { title: { text: title, ranges: [], lines: 1 }, excerpt: null };
  const marked = { text: title, ranges: rangesOfWords(title, match.words) };
  const head = firstLineOf(memory.content);
  const { excerpt } = match;
  if (!excerpt.startsWith(head)) {
    const isFirstLine = head.startsWith(excerpt.replace(/…$/, ""));
    if (isFirstLine) return { title: { text: excerpt, ranges: match.highlights, lines: 2 }, excerpt: null };
    return { title: { ...marked, lines: 1 }, excerpt: { ...cutAround(excerpt, match.highlights), lines: 2 } };
  }
  const start = head.length + (/^\s*/.exec(excerpt.slice(head.length))?.[0].length ?? 0);
  const rest = excerpt.slice(start);
  if (rest === "" || rest === "…") {
    return { title: { ...marked, lines: title.length > TITLE_LINE ? 2 : 1 }, excerpt: null };
  }
  const ranges = match.highlights
    .filter(([from]) => from >= start)
    .map(([from, to]): readonly [number, number] => [from - start, to - start]);
  return {
    title: { ...marked, lines: 1 },
    excerpt: { ...cutAround(rest, ranges), lines: rest.length > EXCERPT_LINE ? 2 : 1 },
  };
}

/** The first line as excerpts have it: with inline marks, without block marks. */
function firstLineOf(content: string): string {
  const line = content.trimStart().split("\n", 1)[0] ?? "";
  return line
    .replace(/^(?:#{1,6}|>|[-*+])(?=\s)/, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** [start, end) in UTF-16 units. */
type TextRange = readonly [number, number];

/** Text with highlighted ranges, in order and without overlap. */
export interface MarkedText {
  readonly text: string;
  readonly ranges: readonly TextRange[];
}

/** Maximum length of an excerpt in characters: about two lines. */
const MAX_EXCERPT_LENGTH = 150;
/** Characters shown before the first highlight, so that it is on the first line. */
const LEAD_LENGTH = 40;

/** Cuts an excerpt around its first highlight, at a word boundary if there is one, and shifts the ranges. */
export function cutAround(excerpt: string, highlights: readonly TextRange[], length = MAX_EXCERPT_LENGTH): MarkedText {
  const flat = excerpt.replace(/\s/g, " ");
  const first = highlights[0]?.[0] ?? 0;
  const isShort = flat.length <= length || first <= LEAD_LENGTH;
  const from = isShort ? 0 : startOfWord(flat, Math.min(first - LEAD_LENGTH, flat.length - length));
  const to = Math.min(flat.length, from + length);
  const lead = from > 0 ? "…" : "";
  const ranges = highlights
    .filter(([start]) => start >= from && start < to)
    .map(([start, end]): TextRange => [start - from + lead.length, Math.min(end, to) - from + lead.length]);
  return { text: `${lead}${flat.slice(from, to)}${to < flat.length ? "…" : ""}`, ranges };
}

/** The ranges of words in a text, ignoring case. Adjacent and overlapping ranges are merged. */
export function rangesOfWords(text: string, words: readonly string[]): TextRange[] {
  const lower = text.toLowerCase();
  // Some letters change length in lower case, such as İ; then the offsets would be wrong.
  if (lower.length !== text.length) return [];
  const found: [number, number][] = [];
  for (const word of words.map((word) => word.toLowerCase()).filter((word) => word !== "")) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
      found.push([at, at + word.length]);
    }
  }
  found.sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const range of found) {
    const last = merged.at(-1);
    if (last !== undefined && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else merged.push(range);
  }
  return merged;
}

function startOfWord(text: string, near: number): number {
  const space = text.indexOf(" ", near);
  return space !== -1 && space - near < 20 ? space + 1 : near;
}
