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
