import { diffArrays } from "diff";
import type { DifferenceLine } from "../../core/file-preview.ts";

/** Unchanged lines shown on either side of a change. */
const CONTEXT = 3;

/** What differs between two texts, line by line, with a little of what surrounds it. Empty where nothing does. */
export function differenceOf(before: string, after: string): DifferenceLine[] {
  if (before === after) return [];
  const [was, is] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < was.length && head < is.length && was[head] === is[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(was.length, is.length) - head && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1;
  // Only the middle is compared: the files of some clients hold megabytes.
  const middle = diffArrays(was.slice(head, was.length - tail), is.slice(head, is.length - tail)).flatMap(
    ({ added, removed, value }) =>
      value.map((text): DifferenceLine => ({ kind: added ? "added" : removed ? "removed" : "same", text })),
  );
  const same = (text: string): DifferenceLine => ({ kind: "same", text });
  const before3 = was.slice(Math.max(0, head - CONTEXT), head).map(same);
  const after3 = was.slice(was.length - tail, was.length - tail + CONTEXT).map(same);
  return [
    ...(head > CONTEXT ? [GAP] : []),
    ...before3,
    ...withGaps(middle),
    ...after3,
    ...(tail > CONTEXT ? [GAP] : []),
  ];
}

/** The difference as `diff -u` marks it, for a terminal. */
export function formatDifference(lines: readonly DifferenceLine[]): string {
  const marks = { same: "  ", added: "+ ", removed: "- ", gap: "  " } as const;
  return lines.map(({ kind, text }) => `${marks[kind]}${kind === "gap" ? "…" : text}\n`).join("");
}

const GAP: DifferenceLine = { kind: "gap", text: "" };

/** Long runs of unchanged lines give way to a gap. */
function withGaps(lines: readonly DifferenceLine[]): DifferenceLine[] {
  const near = (index: number) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== "same");
  return lines.flatMap((line, index) => {
    if (near(index)) return [line];
    return near(index - 1) || index === 0 ? [GAP] : [];
  });
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
