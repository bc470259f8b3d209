import type { MatchedRange } from "./query-matcher.ts";

/** Longest excerpt, in UTF-16 units, the ellipses included. */
const EXCERPT_LENGTH = 240;
/** Room kept for the words around the matches. */
const MARGIN = 60;

export interface Excerpt {
  readonly excerpt: string;
  readonly highlights: readonly (readonly [number, number])[];
}

/**
 * Cuts the stretch of content that shows most of the query's words, as one line of plain text, with what matched in it.
 * Without any match, the beginning of `passage` is shown.
 *
 * @param ranges sorted, not overlapping
 */
export function cutExcerpt(
  content: string,
  ranges: readonly MatchedRange[],
  passage: { start: number; end: number },
): Excerpt {
  const { first, last } = bestWindow(ranges);
  const from = ranges[first]?.start ?? passage.start;
  const to = Math.min(ranges[last]?.end ?? passage.start, from + EXCERPT_LENGTH - 2);
  const room = EXCERPT_LENGTH - 2 - (to - from);
  const start = startOfExcerpt(content, from, Math.min(MARGIN, room));
  const end = endOfExcerpt(content, to, Math.max(to, start + EXCERPT_LENGTH - 2));
  return render(content, start, end, ranges.slice(first, last + 1 + ranges.length));
}

/** The run of matches, no longer than an excerpt, that holds the most different words; of equals, the most matches. */
function bestWindow(ranges: readonly MatchedRange[]): { first: number; last: number } {
  const counts = new Map<string, number>();
  let best = { first: 0, last: 0, value: 0 };
  let first = 0;
  for (const [last, range] of ranges.entries()) {
    counts.set(range.word, (counts.get(range.word) ?? 0) + 1);
    while (first < last && range.end - (ranges[first]?.start ?? 0) > EXCERPT_LENGTH - MARGIN) {
      const word = ranges[first]?.word ?? "";
      const left = (counts.get(word) ?? 1) - 1;
      if (left === 0) counts.delete(word);
      else counts.set(word, left);
      first++;
    }
    const value = counts.size + (last - first) / 1000;
    if (value > best.value) best = { first, last, value };
  }
  return best;
}

/** Goes back to the start of the line or sentence where it is near, else to a space. */
function startOfExcerpt(content: string, from: number, room: number): number {
  const earliest = Math.max(0, from - room);
  const before = content.slice(earliest, from);
  const border = Math.max(before.lastIndexOf("\n") + 1, lastSentence(before));
  if (border > 0) return earliest + border;
  if (earliest === 0) return 0;
  const space = before.search(/\s/);
  return space === -1 ? avoidHalf(content, earliest) : earliest + space + 1;
}

function lastSentence(text: string): number {
  let border = 0;
  for (const match of text.matchAll(/[.!?…]\s+|[。！？；]/g)) border = match.index + match[0].length;
  return border;
}

function endOfExcerpt(content: string, to: number, latest: number): number {
  if (latest >= content.length) return content.length;
  const space = content.slice(to, latest + 1).search(/\s\S*$/);
  return space > 0 ? to + space : avoidHalf(content, latest);
}

/** Steps back where the border would cut a character in two. */
function avoidHalf(content: string, position: number): number {
  return /[\uDC00-\uDFFF]/.test(content.charAt(position)) ? position - 1 : position;
}

/** One line: white space and marks at the start of lines become a space; ellipses where text was left out. */
function render(content: string, start: number, end: number, ranges: readonly MatchedRange[]): Excerpt {
  const highlights: (readonly [number, number])[] = [];
  let text = content.slice(0, start).trim() === "" ? "" : "…";
  const opening = text.length;
  let position = start;
  const addBetween = (to: number): void => {
    const plain = plainText(content.slice(position, to));
    text += text.length === opening || text.endsWith(" ") ? plain.trimStart() : plain;
  };
  for (const range of ranges) {
    const from = Math.max(position, range.start);
    const to = Math.min(range.end, end);
    if (from >= to) continue;
    addBetween(from);
    highlights.push([text.length, text.length + to - from]);
    text += content.slice(from, to);
    position = to;
  }
  addBetween(end);
  text = text.trimEnd();
  return { excerpt: content.slice(end).trim() === "" ? text : `${text}…`, highlights };
}

function plainText(text: string): string {
  return text.replace(/(^|\n)[ \t]*(?:#{1,6}|>|[-*+]|`{3,}\w*)(?=\s|$)/g, "$1").replace(/\s+/g, " ");
}
