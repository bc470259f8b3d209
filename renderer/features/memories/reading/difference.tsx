import { diffArrays } from "diff";
import { useMemo } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { useText } from "../../../text/use-text.ts";

/** The differences between two texts: removed words are struck through, added words underlined, hidden ones marked. */
export function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const text = useText();
  const words = text.memories.history;
  const parts = useMemo(() => diffWords(markHidden(before), markHidden(after)), [before, after]);
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

/** A run of text in both versions, or in one. */
interface DiffPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  /** Offset in the concatenation of all parts; used as a key. */
  readonly at: number;
}

/** After this time the comparison stops and the complete text counts as replaced. A longer wait would be felt. */
const DIFF_TIMEOUT_MS = 400;

/**
 * The differences between two texts, word by word. `Intl.Segmenter` finds the words, including languages written without
 * spaces, such as Chinese, Japanese and Thai.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { timeout: DIFF_TIMEOUT_MS });
  const parts =
    changes === undefined
      ? [
          { kind: "removed" as const, text: before },
          { kind: "added" as const, text: after },
        ]
      : changes.map(({ added, removed, value }) => ({
          kind: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
          text: value.join(""),
        }));
  let at = 0;
  return parts
    .filter((part) => part.text !== "")
    .map((part) => {
      const placed = { ...part, at };
      at += part.text.length;
      return placed;
    });
}

function wordsOf(text: string): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text), (word) => word.segment);
}
