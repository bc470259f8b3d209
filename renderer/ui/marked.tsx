import type { ReactNode } from "react";
import { matchesOfWords } from "../../electron/core/word-matches.ts";

interface MarkedProps {
  readonly text: string;
  /** Folded, as a search returns them. */
  readonly words: readonly string[];
}

/** A text in which words of a search are marked. */
export function Marked({ text, words }: MarkedProps) {
  return <MarkedParts text={text} parts={matchesOfWords(text, words)} />;
}

interface MarkedPartsProps {
  readonly text: string;
  /** UTF-16 offsets, in order and without overlap. */
  readonly parts: readonly { readonly start: number; readonly end: number; readonly word?: string }[];
}

/** A text in which parts are marked. */
export function MarkedParts({ text, parts }: MarkedPartsProps) {
  let at = 0;
  const pieces = parts.flatMap(({ start, end, word }): ReactNode[] => {
    const before = text.slice(at, start);
    at = end;
    return [
      before,
      <mark key={start} data-word={word}>
        {text.slice(start, end)}
      </mark>,
    ];
  });
  return [...pieces, text.slice(at)];
}
