/** A cell of a Markdown table: [start, end) without white space and code marks, under the name of its column. */
export interface TableCell {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Cells of wider tables are not read. */
const MAX_COLUMNS = 32;
const DELIMITER_ROW = /^[ \t]{0,3}\|?[ \t:]{0,8}-[-|: \t]*$/;

/** Yields the cells of the Markdown tables of a text, row by row. */
export function* tableCellsIn(text: string): Generator<TableCell> {
  if (!text.includes("|")) return;
  let names: readonly string[] = [];
  let [previousStart, previous] = [0, ""];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf("\n", start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const line = text.slice(start, end);
    if (!line.includes("|")) names = [];
    else if (names.length > 0) {
      for (const [column, cell] of cellsOf(line, start).entries()) yield { ...cell, name: names[column] ?? "" };
    } else if (DELIMITER_ROW.test(line)) {
      names = cellsOf(previous, previousStart).map((cell) => text.slice(cell.start, cell.end));
    }
    [previousStart, previous, start] = [start, line, end + 1];
  }
}

function cellsOf(line: string, offset: number): { start: number; end: number }[] {
  const cells: { start: number; end: number }[] = [];
  let position = /^\s{0,3}\|/.exec(line)?.[0].length ?? 0;
  for (const cell of line.slice(position).split("|", MAX_COLUMNS)) {
    const before = /^[\s`*]*/.exec(cell)?.[0].length ?? 0;
    const text = cell.slice(before).replace(/(?<![\s`*])[\s`*]+$/, "");
    cells.push({ start: offset + position + before, end: offset + position + before + text.length });
    position += cell.length + 1;
  }
  return cells;
}

/** Rows of a longer text are not read. */
const MAX_ROWS = 10_000;

/** Yields the cells of texts of separated values, in the columns of which the heading is at one of the positions. */
export function* separatedCellsIn(
  text: string,
  headings: readonly { start: number; end: number }[],
): Generator<TableCell> {
  let read = 0;
  for (const { start, end } of headings) {
    const separator = [text[start - 1], text[end]].find((mark) => mark !== undefined && /[,;\t]/.test(mark));
    if (separator === undefined || start < read) continue;
    const before = text.slice(Math.max(0, start - MAX_HEADING_UNITS), start);
    const after = text.slice(end, end + MAX_HEADING_UNITS).indexOf("\n");
    if (after === -1) continue;
    const lineStart = start - before.length + before.lastIndexOf("\n") + 1;
    const lineEnd = end + after;
    const names = text.slice(lineStart, lineEnd).trim().split(separator);
    if (names.length < 2 || names.some((name) => name.length > 40 || /[^\w .\-"\p{L}]/u.test(name))) continue;
    let position = lineEnd + 1;
    for (let row = 0; row < MAX_ROWS && position < text.length; row += 1) {
      const next = text.indexOf("\n", position);
      const rowEnd = next === -1 ? text.length : next;
      const cells = text.slice(position, rowEnd).split(separator);
      if (cells.length !== names.length) break;
      for (const [column, cell] of cells.entries()) {
        const from = position + (/^["\s]{0,4}/.exec(cell)?.[0].length ?? 0);
        const value = cell.trim().replace(/^"|"$/g, "");
        yield { name: (names[column] ?? "").replace(/^"|"$/g, "").trim(), start: from, end: from + value.length };
        position += cell.length + 1;
      }
      position = rowEnd + 1;
    }
    read = position;
  }
}

const MAX_HEADING_UNITS = 400;
