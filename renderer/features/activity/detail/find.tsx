import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/button.tsx";
import { SearchField } from "../../../ui/field.tsx";

/** Keeps the page responsive: nobody steps through more matches than this. */
const MAX_MARKS = 1_000;

interface FindBarProps {
  readonly find: string;
  readonly onFind: (find: string) => void;
  readonly onClose: () => void;
  /** The element with the marks. */
  readonly within: RefObject<HTMLElement | null>;
}

/** Finds text in the open message and moves from match to match. */
export function FindBar({ find, onFind, onClose, within }: FindBarProps) {
  const text = useText().activity.detail;
  const field = useRef<HTMLInputElement>(null);
  const [position, setPosition] = useState(0);
  const [count, setCount] = useState(0);
  const [searched, setSearched] = useState(find);
  if (searched !== find) {
    setSearched(find);
    setPosition(0);
  }
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const marks = within.current?.querySelectorAll("mark") ?? [];
    setCount(find === "" ? 0 : marks.length);
    marks.forEach((mark, index) => {
      mark.toggleAttribute("data-current", index === position);
    });
    marks[position]?.scrollIntoView({ block: "center" });
  }, [find, position, within]);
  const move = (step: number) => setPosition((current) => (count === 0 ? 0 : (current + step + count) % count));
  return (
    <search className="flex shrink-0 items-center gap-1 border-b border-line px-3 py-1.5">
      <SearchField
        label={text.find}
        value={find}
        onChange={onFind}
        inputRef={field}
        onKeyDown={(event) => {
          if (event.key === "Enter") move(event.shiftKey ? -1 : 1);
          else if (event.key !== "Escape") return;
          else onClose();
          event.preventDefault();
        }}
      />
      <span role="status" className="min-w-18 text-right text-sm text-ink-faint tabular-nums">
        {find !== "" && text.found(count === 0 ? 0 : position + 1, count)}
      </span>
      <IconButton label={text.previous} icon={ChevronUp} size="small" disabled={count === 0} onClick={() => move(-1)} />
      <IconButton label={text.next} icon={ChevronDown} size="small" disabled={count === 0} onClick={() => move(1)} />
      <IconButton label={text.closeFind} icon={X} size="small" onClick={onClose} />
    </search>
  );
}

interface MarkedTextProps {
  readonly text: string;
  /** Case-insensitive; empty marks nothing. */
  readonly find: string;
}

/** A text with all matches marked. */
export function MarkedText({ text, find }: MarkedTextProps) {
  const parts = useMemo(() => splitAt(text, find), [text, find]);
  return parts.map(({ start, text: part, matches }) =>
    matches ? (
      <mark key={start} className="data-current:outline-2 data-current:outline-accent">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

interface Part {
  readonly start: number;
  readonly text: string;
  readonly matches: boolean;
}

/** Splits the text before and after each match. */
export function splitAt(text: string, find: string): Part[] {
  if (find === "") return [{ start: 0, text, matches: false }];
  const parts: Part[] = [];
  const pattern = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  let position = 0;
  let marks = 0;
  for (const match of text.matchAll(pattern)) {
    if (marks === MAX_MARKS) break;
    marks += 1;
    if (match.index > position)
      parts.push({ start: position, text: text.slice(position, match.index), matches: false });
    parts.push({ start: match.index, text: match[0], matches: true });
    position = match.index + match[0].length;
  }
  if (position < text.length) parts.push({ start: position, text: text.slice(position), matches: false });
  return parts;
}
