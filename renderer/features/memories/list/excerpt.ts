/** [start, end) in UTF-16 units. */
export type TextRange = readonly [number, number];

/** Text with stretches that are marked; they are in order and do not overlap. */
export interface MarkedText {
  readonly text: string;
  readonly ranges: readonly TextRange[];
}

/** Longest excerpt a row shows, in characters: two lines. */
const LENGTH = 150;
/** How much stands before the first mark. */
const BEFORE = 40;

/** Cuts an excerpt so that its first mark is in sight, at a word where there is one; marks move along. */
export function cutAround(excerpt: string, highlights: readonly TextRange[], length = LENGTH): MarkedText {
  const flat = excerpt.replace(/\s/g, " ");
  const first = highlights[0]?.[0] ?? 0;
  const isShort = flat.length <= length || first <= BEFORE;
  const from = isShort ? 0 : startOfWord(flat, Math.min(first - BEFORE, flat.length - length));
  const to = Math.min(flat.length, from + length);
  const lead = from > 0 ? "…" : "";
  const ranges = highlights
    .filter(([start]) => start >= from && start < to)
    .map(([start, end]): TextRange => [start - from + lead.length, Math.min(end, to) - from + lead.length]);
  return { text: `${lead}${flat.slice(from, to)}${to < flat.length ? "…" : ""}`, ranges };
}

/** Where words stand in a text, ignoring case; ranges that touch or overlap become one. */
export function rangesOfWords(text: string, words: readonly string[]): TextRange[] {
  const lower = text.toLowerCase();
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
