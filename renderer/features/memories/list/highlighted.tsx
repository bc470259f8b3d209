import type { TextRange } from "./excerpt.ts";

interface HighlightedProps {
  readonly text: string;
  /** Sorted, not overlapping, UTF-16 units. */
  readonly ranges: readonly TextRange[];
}

/** Text with marked stretches. */
export function Highlighted({ text, ranges }: HighlightedProps) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start > at) parts.push(text.slice(at, start));
    parts.push(<mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}
