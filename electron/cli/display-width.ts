/**
 * Characters that take two columns of a terminal: East Asian wide and fullwidth ones (UAX #11), and emoji. Hand-written:
 * Node has a table for its own line editor and does not export it.
 */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const NO_WIDTH = /^[\p{M}\p{Cf}]+$/u;
const PLAIN = /^[\u0020-\u007e]*$/;

let segmenter: Intl.Segmenter | undefined;

function* graphemesOf(text: string): Generator<readonly [text: string, width: number]> {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) {
    yield [segment, WIDE.test(segment) ? 2 : NO_WIDTH.test(segment) ? 0 : 1];
  }
}

/** Returns the columns that a line of text takes on a terminal. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const [, columns] of graphemesOf(text)) width += columns;
  return width;
}

/** Shortens a line to the given number of columns; a shortened one ends with an ellipsis. */
export function fitWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let fitting = "";
  let used = 0;
  for (const [segment, columns] of graphemesOf(text)) {
    if (used + columns > Math.max(0, width - 1)) break;
    fitting += segment;
    used += columns;
  }
  return `${fitting.trimEnd()}…`;
}

/** Adds spaces up to the given number of columns. */
export function padWidth(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}
