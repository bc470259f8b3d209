import { useMemo } from "react";

interface MarkedTextProps {
  readonly text: string;
  /** What to mark, whatever the case; nothing where it is empty. */
  readonly find: string;
}

/** Matches that are marked at most: more cannot be walked through. */
const MOST_MARKS = 1_000;

/** A text with every place marked where something stands. */
export function MarkedText({ text, find }: MarkedTextProps) {
  const parts = useMemo(() => splitAt(text, find), [text, find]);
  return parts.map(({ start, words, matches }) =>
    matches ? (
      <mark key={start} className="data-current:outline-2 data-current:outline-accent">
        {words}
      </mark>
    ) : (
      words
    ),
  );
}

interface Part {
  readonly start: number;
  readonly words: string;
  readonly matches: boolean;
}

/** The text cut before and after each match, in order. */
export function splitAt(text: string, find: string): Part[] {
  if (find === "") return [{ start: 0, words: text, matches: false }];
  const parts: Part[] = [];
  const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  let position = 0;
  let marks = 0;
  for (const match of text.matchAll(pattern)) {
    if (marks === MOST_MARKS) break;
    marks += 1;
    if (match.index > position)
      parts.push({ start: position, words: text.slice(position, match.index), matches: false });
    parts.push({ start: match.index, words: match[0], matches: true });
    position = match.index + match[0].length;
  }
  if (position < text.length) parts.push({ start: position, words: text.slice(position), matches: false });
  return parts;
}
