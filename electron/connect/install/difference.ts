import { diffArrays } from "diff";
import type { DifferenceLine } from "../../core/file-preview.ts";

/** The unchanged lines shown on either side of a change, as in `diff -u`. */
const CONTEXT_LINES = 3;

/** The difference between two texts by lines, with some context. Empty if they are equal. */
export function differenceOf(before: string, after: string): DifferenceLine[] {
  if (before === after) return [];
  const [was, is] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < was.length && head < is.length && was[head] === is[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(was.length, is.length) - head && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1;
  // Only the middle is compared, because the files of some clients have megabytes.
  const middle = diffArrays(was.slice(head, was.length - tail), is.slice(head, is.length - tail)).flatMap(
    ({ added, removed, value }) =>
      value.map((text): DifferenceLine => ({ kind: added ? "added" : removed ? "removed" : "same", text })),
  );
  const same = (text: string): DifferenceLine => ({ kind: "same", text });
  return [
    ...(head > CONTEXT_LINES ? [GAP] : []),
    ...was.slice(Math.max(0, head - CONTEXT_LINES), head).map(same),
    ...withGaps(middle),
    ...was.slice(was.length - tail, was.length - tail + CONTEXT_LINES).map(same),
    ...(tail > CONTEXT_LINES ? [GAP] : []),
  ];
}

/** The difference as text with the marks of `diff -u`, for a terminal. */
export function formatDifference(lines: readonly DifferenceLine[]): string {
  const marks = { same: "  ", added: "+ ", removed: "- ", gap: "  " } as const;
  return lines.map(({ kind, text }) => `${marks[kind]}${kind === "gap" ? "…" : text}\n`).join("");
}

const GAP: DifferenceLine = { kind: "gap", text: "" };

/** Replaces long runs of unchanged lines by a gap. */
function withGaps(lines: readonly DifferenceLine[]): DifferenceLine[] {
  const isNearChange = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(({ kind }) => kind !== "same");
  return lines.flatMap((line, index) => {
    if (isNearChange(index)) return [line];
    return isNearChange(index - 1) || index === 0 ? [GAP] : [];
  });
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
