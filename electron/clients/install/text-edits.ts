/** One change of a text: what stands from `start` up to `end` gives way to `text`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies changes that do not overlap, all told by the offsets of the text as it was. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  return [...splices]
    .sort((one, other) => other.start - one.start)
    .reduce((result, { start, end, text: put }) => result.slice(0, start) + put + result.slice(end), text);
}

/** The line end that a text uses most; `\n` where it has none. */
export function lineEndOf(text: string): "\n" | "\r\n" {
  const windows = text.split("\r\n").length - 1;
  return windows * 2 > text.split("\n").length - 1 ? "\r\n" : "\n";
}

/** Where the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the line of an offset ends, before its line end. */
export function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf("\n", offset);
  if (feed < 0) return text.length;
  return feed > offset && text[feed - 1] === "\r" ? feed - 1 : feed;
}

/** Where the line after an offset begins; the end of the text where there is none. */
export function nextLine(text: string, offset: number): number {
  const feed = text.indexOf("\n", offset);
  return feed < 0 ? text.length : feed + 1;
}

/** The white space that the line of an offset begins with. */
export function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}

/** "line 3, column 7" of an offset. */
export function positionOf(text: string, offset: number): string {
  const { line, column } = placeAt(text, offset);
  return `line ${line}, column ${column}`;
}

/** Where an offset is, both from 1. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  return { line: text.slice(0, offset).split("\n").length, column: offset - lineStart(text, offset) + 1 };
}
