import { RecollectError } from "../../core/errors.ts";
import type { TextKind } from "../../core/instructions.ts";
import { filePreamble, INSTRUCTIONS } from "./texts.ts";

const START = "<!-- recollect:start -->";
const END = "<!-- recollect:end -->";

/** A text after a change, and whether it is another than before. */
export interface ChangedText {
  readonly text: string;
  readonly changed: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Puts our instructions between markers: where the markers are, else at the end, after a blank line. Everything else
 * stays as it is, byte for byte, with the line ends of the file and with or without an end of its last line.
 * @param existing the file's text; "" where there is none
 * @throws invalid_argument where the markers are damaged; then nothing is to be changed
 */
export function insertInstructions(existing: string, kind: TextKind): ChangedText {
  const lineEnd = lineEndOf(existing);
  const block = `${START}\n${INSTRUCTIONS}\n${END}`.replaceAll("\n", lineEnd);
  const span = findBlock(existing);
  if (span !== null) return change(existing, existing.slice(0, span.start) + block + existing.slice(span.end));
  if (existing === "") return change("", `${filePreamble(kind)}${block}\n`);
  const ended = existing.endsWith("\n");
  const separator = ended ? lineEnd : lineEnd + lineEnd;
  return change(existing, `${existing}${separator}${block}${ended ? lineEnd : ""}`);
}

/**
 * Takes out what {@link insertInstructions} put in; without our markers nothing changes. "" means that the file held
 * nothing else.
 * @throws invalid_argument where the markers are damaged
 */
export function removeInstructions(existing: string, kind: TextKind): ChangedText {
  const span = findBlock(existing);
  if (span === null) return change(existing, existing);
  const lineEnd = lineEndOf(existing);
  const before = existing.slice(0, span.start);
  const after = existing.slice(span.end);
  if (before === filePreamble(kind) && (after === "" || after === lineEnd)) return change(existing, "");
  // At the end it was appended there, after a blank line of ours; elsewhere someone wrote on or moved it.
  if (after === "") return change(existing, dropEnd(dropEnd(before, lineEnd), lineEnd));
  if (after === lineEnd) return change(existing, dropEnd(before, lineEnd));
  return change(existing, before + (after.startsWith(lineEnd) ? after.slice(lineEnd.length) : after));
}

/** Whether the text holds our instructions, of this version or another. @throws invalid_argument */
export function holdsInstructions(text: string): boolean {
  return findBlock(text) !== null;
}

function findBlock(text: string): Span | null {
  const starts = markers(text, START);
  const ends = markers(text, END);
  const [start] = starts;
  const [end] = ends;
  if (start === undefined && end === undefined) return null;
  if (starts.length === 1 && ends.length === 1 && start !== undefined && end !== undefined && start < end) {
    return { start, end: end + END.length };
  }
  throw new RecollectError("invalid_argument", "Recollect's markers in the file do not belong together.", {
    hint: `Leave one ${START} and one ${END} after it, each on a line of its own, or neither.`,
    details: { reason: "markers_apart", start: START, end: END },
  });
}

/** Where a marker stands alone on its line; quoted elsewhere it is none. */
function markers(text: string, marker: string): number[] {
  const found = text.matchAll(new RegExp(`^${marker}(?=[ \\t]*\\r?$)`, "gm"));
  return [...found].map(({ index }) => index);
}

function lineEndOf(text: string): string {
  const all = text.split("\n").length - 1;
  const windows = text.split("\r\n").length - 1;
  return windows * 2 > all ? "\r\n" : "\n";
}

function dropEnd(text: string, lineEnd: string): string {
  return text.endsWith(lineEnd) ? text.slice(0, -lineEnd.length) : text;
}

function change(before: string, text: string): ChangedText {
  return { text, changed: text !== before };
}
