import { useMemo } from "react";
import { useText } from "../../../text/use-text.ts";
import { diffWords } from "./word-diff.ts";

interface DifferenceProps {
  readonly before: string;
  readonly after: string;
}

/** Two versions of a text in one: what went is struck through, what came is underlined. */
export function Difference({ before, after }: DifferenceProps) {
  const text = useText();
  const words = text.memories.history;
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <div
      dir="auto"
      data-selectable
      className="rounded-md bg-sunken p-3 leading-5 break-words whitespace-pre-wrap shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {parts.map((part) => {
        if (part.kind === "same") return <span key={part.at}>{part.text}</span>;
        const Element = part.kind === "added" ? "ins" : "del";
        return (
          <Element
            key={part.at}
            aria-label={`${words[part.kind]}: ${part.text}`}
            className={
              part.kind === "added"
                ? "rounded-xs bg-good-soft text-good-text underline decoration-1 underline-offset-2"
                : "rounded-xs bg-bad-soft text-bad-text line-through decoration-1"
            }
          >
            {part.text}
          </Element>
        );
      })}
    </div>
  );
}
