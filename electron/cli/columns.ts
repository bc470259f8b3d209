import { displayWidth, fitWidth, padWidth } from "./display-width.ts";

/** A column of a list on a terminal. */
export interface Column {
  readonly title: string;
  /** Default: as many columns as the longest cell. */
  readonly max?: number;
  /** The width to which it may shrink. Default: it does not shrink. */
  readonly min?: number;
  /** Left out if the line is too narrow, the highest number first. Default: it stays. */
  readonly drop?: number;
  readonly style?: (text: string) => string;
}

const GAP = 2;

/** Formats rows as aligned lines of at most `width` columns. The first columns shrink first, then columns are left out. */
export function formatColumns(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  width: number,
): readonly string[] {
  const widths = columns.map(({ max = Number.POSITIVE_INFINITY }, index) =>
    Math.min(max, Math.max(0, ...rows.map((row) => displayWidth(row[index] ?? "")))),
  );
  const shown = new Set(columns.keys());
  for (const index of shown) if (widths[index] === 0) shown.delete(index);
  for (let excess = excessOf(widths, shown, width); excess > 0; excess = excessOf(widths, shown, width)) {
    const shrinking = [...shown].find(
      (index) => (widths[index] ?? 0) > (columns[index]?.min ?? Number.POSITIVE_INFINITY),
    );
    if (shrinking !== undefined) {
      const least = columns[shrinking]?.min ?? 0;
      widths[shrinking] = Math.max(least, (widths[shrinking] ?? 0) - excess);
      continue;
    }
    const [dropped] = [...shown]
      .filter((index) => columns[index]?.drop !== undefined)
      .sort((one, two) => (columns[two]?.drop ?? 0) - (columns[one]?.drop ?? 0));
    if (dropped === undefined) break;
    shown.delete(dropped);
  }
  // Everything that a dropped column leaves goes to the first one.
  const spare = -excessOf(widths, shown, width);
  const natural = Math.max(0, ...rows.map((row) => displayWidth(row[0] ?? "")));
  if (spare > 0) widths[0] = Math.min(columns[0]?.max ?? natural, natural, (widths[0] ?? 0) + spare);
  return rows.map((row) => formatRow(row, columns, widths, [...shown]));
}

function formatRow(
  row: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
  shown: readonly number[],
): string {
  const cells = shown.map((index, place) => {
    const width = widths[index] ?? 0;
    const cell = fitWidth(row[index] ?? "", width);
    const style = columns[index]?.style ?? ((text: string) => text);
    return place === shown.length - 1
      ? style(cell)
      : style(cell) + " ".repeat(padWidth(cell, width).length - cell.length);
  });
  return cells.join(" ".repeat(GAP)).trimEnd();
}

function excessOf(widths: readonly number[], shown: ReadonlySet<number>, width: number): number {
  const used = [...shown].reduce((sum, index) => sum + (widths[index] ?? 0), 0);
  return used + GAP * Math.max(0, shown.size - 1) - width;
}
