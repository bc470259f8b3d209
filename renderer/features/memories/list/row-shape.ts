import { titleOf } from "../../../../electron/core/memory.ts";
import type { MemoryRow } from "../data/memory-pages.ts";
import { cutAround, type MarkedText, rangesOfWords } from "./excerpt.ts";

/** What a row says of its memory. */
export interface RowShape {
  /** Its first line; `lines` that it may take. */
  readonly title: MarkedText & { readonly lines: 1 | 2 };
  /** Where the words were found, below the title; `lines` that are kept for it. */
  readonly excerpt: (MarkedText & { readonly lines: 1 | 2 }) | null;
}

/** Height in pixels of a row that has a title of one line, and nothing else. */
export const ROW_HEIGHT = 52;
const SECOND_TITLE_LINE = 20;
const EXCERPT_LINES = { 1: 20, 2: 38 } as const;

/** So many characters stand on one line of a list of the usual width; an excerpt's are smaller. */
const TITLE_LINE = 44;
const EXCERPT_LINE = 52;

/** Heights are known beforehand, so that the list can place a hundred thousand rows without measuring one. */
export function heightOf(row: MemoryRow | undefined): number {
  if (row?.match == null) return ROW_HEIGHT;
  const { title, excerpt } = shapeOf(row);
  return (
    ROW_HEIGHT + (title.lines === 2 ? SECOND_TITLE_LINE : 0) + (excerpt === null ? 0 : EXCERPT_LINES[excerpt.lines])
  );
}

/** A passage at the memory's beginning goes on where the title ends; a first line that is long stands in its place. */
export function shapeOf({ memory, match }: MemoryRow): RowShape {
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

/** The first line as an excerpt shows it: with the marks inside it, without those before it. */
function firstLineOf(content: string): string {
  const line = content.trimStart().split("\n", 1)[0] ?? "";
  return line
    .replace(/^(?:#{1,6}|>|[-*+])(?=\s)/, "")
    .replace(/\s+/g, " ")
    .trim();
}
