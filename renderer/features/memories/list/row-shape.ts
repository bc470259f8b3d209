import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { type Memory, titleOf } from "../../../../electron/core/memory.ts";
import type { Match } from "../../../../electron/core/search.ts";
import { DAY_HEIGHT, type DayEntry } from "../../../ui/days.ts";
import type { MemoryRow } from "../data/memory-pages.ts";
import { rangesOfWords, type TextRange } from "../ranges-of-words.ts";

/** The texts of a row and the number of lines they take. */
interface RowShape {
  /** The first line of the memory. */
  readonly title: MarkedText & { readonly lines: 1 | 2 };
  /** Below the title: the passage that a search found, or in a list the line after the title. */
  readonly excerpt: (MarkedText & { readonly lines: 1 | 2 }) | null;
}

/** Height in pixels of a row with a one-line title and no excerpt. */
export const ROW_HEIGHT = 52;
const SECOND_TITLE_LINE = 20;
const EXCERPT_LINES = { 1: 20, 2: 38 } as const;

/** Characters per line at the default width of the list. Excerpts have a smaller font. */
const TITLE_LINE = 44;
const EXCERPT_LINE = 52;

/** A row of the list: a day, or one of the memories below it. */
export type ListEntry = DayEntry<MemoryRow>;

/** The height of a row in pixels, computed so that a long list needs no measuring. */
export function heightOf(entry: ListEntry): number {
  if (entry.kind === "day") return DAY_HEIGHT;
  const { title, excerpt } = shapeOf(entry.row);
  return (
    ROW_HEIGHT + (title.lines === 2 ? SECOND_TITLE_LINE : 0) + (excerpt === null ? 0 : EXCERPT_LINES[excerpt.lines])
  );
}

/** The shapes of rows: the heights of all loaded rows are read whenever the list changes. */
const shapes = new WeakMap<MemoryRow, RowShape>();

/** An excerpt that starts with the title is shown without it. One that is a part of a long first line replaces it. */
export function shapeOf(row: MemoryRow): RowShape {
  const known = shapes.get(row);
  if (known !== undefined) return known;
  const { title, excerpt } = row.match === null ? listShapeOf(row.memory) : plainShapeOf(row.memory, row.match);
  const shape = {
    title: { ...title, ...markRanges(title) },
    excerpt: excerpt === null ? null : { ...excerpt, ...markRanges(excerpt) },
  };
  shapes.set(row, shape);
  return shape;
}

/** A title, and the text after it on one line. A memory of one long line has it on two lines. */
function listShapeOf({ content }: Memory): RowShape {
  const title = titleOf(content);
  const preview = previewOf(content);
  const lines = preview === "" && widthOf(title) > TITLE_LINE ? 2 : 1;
  return {
    title: { text: title, ranges: [], lines },
    excerpt: preview === "" ? null : { text: preview, ranges: [], lines: 1 },
  };
}

/** The start of a content that is read for the preview, in characters. */
const PREVIEW_READ = 800;
/** Maximum number of lines of Markdown that a preview joins. */
const PREVIEW_LINES = 6;

/** The lines after the title without Markdown syntax, as one line; empty without text after the title. */
function previewOf(content: string): string {
  const lines = content.trimStart().slice(0, PREVIEW_READ).split("\n").map(plainLine);
  const first = lines.findIndex((line) => line !== "");
  const rest = lines.slice(first + 1).filter((line) => line !== "");
  return first === -1 ? "" : rest.slice(0, PREVIEW_LINES).join(" ").slice(0, MAX_EXCERPT_LENGTH);
}

/** A line without Markdown syntax; empty for a line of syntax only. */
function plainLine(line: string): string {
  const isText = /[\p{L}\p{N}]/u.test(line) && !/^\s*(?:`{3}|~{3})/.test(line);
  return isText ? titleOf(line.replace(/[\s|]+/g, " "), MAX_EXCERPT_LENGTH) : "";
}

/** The width of a text in letters: a Chinese, Japanese or Korean character is as wide as two. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += /[\u2e80-\uffef]/.test(character) ? 2 : 1;
  return width;
}

/** Replaces hidden characters by visible marks, and moves the ranges with the text. A title already has marks. */
function markRanges({ text, ranges }: MarkedText): MarkedText {
  if (markHidden(text) === text) return { text, ranges };
  const marked = (end: number) => markHidden(text.slice(0, end)).length;
  return { text: markHidden(text), ranges: ranges.map(([start, end]): TextRange => [marked(start), marked(end)]) };
}

function plainShapeOf(memory: Memory, match: Match): RowShape {
  const title = titleOf(memory.content);
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

function startOfWord(text: string, near: number): number {
  const space = text.indexOf(" ", near);
  return space !== -1 && space - near < 20 ? space + 1 : near;
}
