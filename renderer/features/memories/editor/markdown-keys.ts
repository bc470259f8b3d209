/** A text field: what stands in it and what is selected, in UTF-16 units. */
export interface FieldState {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** One replacement, and what is selected after it. The smallest change, so that the field's own undo stays useful. */
export interface FieldEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Puts marks such as `**` around the selection, or takes them away where they stand, inside or around it. */
export function toggleMarks({ value, start, end }: FieldState, mark: string): FieldEdit {
  const selected = value.slice(start, end);
  const size = mark.length;
  if (isMarked(selected, mark)) {
    const inner = selected.slice(size, -size);
    return { from: start, to: end, text: inner, start, end: start + inner.length };
  }
  const around = value.slice(Math.max(0, start - size), end + size);
  if (start >= size && isMarked(around, mark)) {
    return { from: start - size, to: end + size, text: selected, start: start - size, end: end - size };
  }
  return { from: start, to: end, text: mark + selected + mark, start: start + size, end: end + size };
}

/** Makes the selection a link and selects what is to be filled in; a selected address becomes the link's target. */
export function insertLink({ value, start, end }: FieldState): FieldEdit {
  const selected = value.slice(start, end);
  if (/^https?:\/\/\S+$/.test(selected)) {
    return { from: start, to: end, text: `[](${selected})`, start: start + 1, end: start + 1 };
  }
  const at = start + selected.length + 3;
  return { from: start, to: end, text: `[${selected}](https://)`, start: at, end: at + "https://".length };
}

const ITEM = /^(\s*)([-*+]|(\d+)([.)]))(\s+)(\[[ xX]\]\s+)?/;

/** Enter in a list begins the next item; in an empty item it ends the list. Null: an ordinary line break. */
export function continueList({ value, start, end }: FieldState): FieldEdit | null {
  if (start !== end) return null;
  const lineStart = value.lastIndexOf("\n", start - 1) + 1;
  const line = value.slice(lineStart, start);
  const item = ITEM.exec(line);
  if (item === null) return null;
  const [all, indent = "", bullet = "", number, delimiter, space = " ", box] = item;
  const restOfLine = value.slice(start).split("\n", 1)[0] ?? "";
  if (line.length === all.length && restOfLine.trim() === "") {
    return { from: lineStart, to: start, text: "", start: lineStart, end: lineStart };
  }
  const next = number === undefined ? bullet : `${Number(number) + 1}${delimiter}`;
  const text = `\n${indent}${next}${space}${box === undefined ? "" : "[ ] "}`;
  return { from: start, to: start, text, start: start + text.length, end: start + text.length };
}

function isMarked(text: string, mark: string): boolean {
  const size = mark.length;
  if (text.length < 2 * size || !text.startsWith(mark) || !text.endsWith(mark)) return false;
  // A single `_` or `*` is not what `**` is made of.
  return mark.length > 1 || (text[size] !== mark && text.at(-size - 1) !== mark) || text.length === 2 * size;
}
