import { matchesOfWords } from "../../electron/core/word-matches.ts";

interface MarkedProps {
  readonly text: string;
  /** Folded, as a search returns them. */
  readonly words: readonly string[];
}

/** A text in which words of a search are marked. */
export function Marked({ text, words }: MarkedProps) {
  let at = 0;
  const parts = matchesOfWords(text, words).flatMap(({ start, end, word }) => {
    const before = text.slice(at, start);
    at = end;
    return [
      before,
      <mark key={start} data-word={word}>
        {text.slice(start, end)}
      </mark>,
    ];
  });
  return [...parts, text.slice(at)];
}
