import { diffArrays } from "diff";
import { useMemo } from "react";
import { markHidden } from "../../../../electron/core/hidden-characters.ts";
import { useText } from "../../../text/use-text.ts";

/** The differences between two texts: removed words are struck through, added words underlined, hidden ones marked. */
export function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const text = useText();
  const words = text.memories.history;
  const parts = useMemo(() => diffWords(markHidden(before), markHidden(after)), [before, after]);
  if (shareOfSame(parts) < MIN_SHARED) return <SideBySide before={before} after={after} />;
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

/** Below this share of common text, marks of single words are harder to read than both texts. */
const MIN_SHARED = 0.5;

/** The share of the longer text that both have; 1 for an empty or short text, in which a single word counts much. */
function shareOfSame(parts: readonly DiffPart[]): number {
  const lengthOf = (kind: DiffPart["kind"]) =>
    parts.reduce((sum, part) => (part.kind === kind ? sum + part.text.length : sum), 0);
  const longer = lengthOf("same") + Math.max(lengthOf("added"), lengthOf("removed"));
  return longer < MIN_COMPARED_UNITS ? 1 : lengthOf("same") / longer;
}

/** Texts up to this length, in UTF-16 units, are compared word by word. */
const MIN_COMPARED_UNITS = 80;

/** Two texts that have little in common, next to each other; one above the other in a narrow place. */
function SideBySide({ before, after }: { readonly before: string; readonly after: string }) {
  const words = useText().memories.history;
  const sides = [
    { name: words.removed, content: before, Element: "del" as const },
    { name: words.added, content: after, Element: "ins" as const },
  ];
  return (
    <div className="@container">
      <div className="grid gap-2 @min-[480px]:grid-cols-2">
        {sides.map(({ name, content, Element }) => (
          <div key={Element} className="min-w-0">
            <p className="mb-0.5 text-sm text-ink-faint">{name}</p>
            <Element
              dir="auto"
              data-selectable
              className={`block rounded-md p-3 leading-5 break-words whitespace-pre-wrap no-underline ${
                Element === "del" ? "bg-bad-soft text-bad-text" : "bg-good-soft text-good-text"
              }`}
            >
              {markHidden(content)}
            </Element>
          </div>
        ))}
      </div>
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
