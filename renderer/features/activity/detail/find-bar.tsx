import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useText } from "../../../text/use-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SearchField } from "../../../ui/search-field.tsx";

interface FindBarProps {
  readonly find: string;
  readonly onFind: (find: string) => void;
  readonly onClose: () => void;
  /** Where the marks are. */
  readonly within: RefObject<HTMLElement | null>;
}

/** Finds words in the open message, and walks from match to match. */
export function FindBar({ find, onFind, onClose, within }: FindBarProps) {
  const text = useText().activity.detail;
  const field = useRef<HTMLInputElement>(null);
  const [place, setPlace] = useState(0);
  const [count, setCount] = useState(0);
  const [searched, setSearched] = useState(find);
  if (searched !== find) {
    setSearched(find);
    setPlace(0);
  }
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const marks = within.current?.querySelectorAll("mark") ?? [];
    setCount(find === "" ? 0 : marks.length);
    marks.forEach((mark, index) => {
      mark.toggleAttribute("data-current", index === place);
    });
    marks[place]?.scrollIntoView({ block: "center" });
  }, [find, place, within]);
  const go = (step: number) => setPlace((current) => (count === 0 ? 0 : (current + step + count) % count));
  return (
    <search className="flex shrink-0 items-center gap-1 border-b border-line px-3 py-1.5">
      <SearchField
        label={text.find}
        value={find}
        onChange={onFind}
        inputRef={field}
        onKeyDown={(event) => {
          if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
          else if (event.key !== "Escape") return;
          else onClose();
          event.preventDefault();
        }}
      />
      <span role="status" className="min-w-18 text-right text-sm text-ink-faint tabular-nums">
        {find !== "" && text.found(count === 0 ? 0 : place + 1, count)}
      </span>
      <IconButton label={text.previous} icon={ChevronUp} size="small" disabled={count === 0} onClick={() => go(-1)} />
      <IconButton label={text.next} icon={ChevronDown} size="small" disabled={count === 0} onClick={() => go(1)} />
      <IconButton label={text.closeFind} icon={X} size="small" onClick={onClose} />
    </search>
  );
}
