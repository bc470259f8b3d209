import { diffArrays } from "diff";

/** A stretch of text that both versions have, or one of them only. */
export interface DiffPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  /** Where it begins in both texts laid over each other; tells parts apart. */
  readonly at: number;
}

/** Longer than this the comparison stops and the whole text counts as replaced, in milliseconds. */
const TIMEOUT = 400;

/**
 * The differences of two texts by words. Words are cut as the language of the text does, so that Chinese, Japanese and
 * Thai, which write no spaces, are compared by words too.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { timeout: TIMEOUT });
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
