import { diffArrays } from "diff";

/** A stretch of text that both versions have, or one of them only. */
export interface DiffPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Longer than this the comparison stops and the whole text counts as replaced, in milliseconds. */
const TIMEOUT = 400;

/**
 * The differences of two texts by words. Words are cut as the language of the text does, so that Chinese, Japanese and
 * Thai, which write no spaces, are compared by words too.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const changes = diffArrays(wordsOf(before), wordsOf(after), { timeout: TIMEOUT });
  if (changes === undefined) {
    return [
      { kind: "removed" as const, text: before },
      { kind: "added" as const, text: after },
    ].filter((part) => part.text !== "");
  }
  return changes.map((change) => ({
    kind: change.added ? "added" : change.removed ? "removed" : "same",
    text: change.value.join(""),
  }));
}

function wordsOf(text: string): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text), (word) => word.segment);
}
