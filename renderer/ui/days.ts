import type { Text } from "../../electron/text/en.ts";

/** An entry of a list in days: the heading of a day, or one of the rows below it, with its number among the rows. */
export type DayEntry<Row> =
  | { readonly kind: "day"; readonly key: string; readonly label: string }
  | { readonly kind: "row"; readonly key: string; readonly index: number; readonly row: Row };

interface DayOptions<Row> {
  readonly keyOf: (row: Row) => string;
  /** ISO 8601, or null without a time. If undefined, the rows have no headings. */
  readonly timeOf?: (row: Row) => string | null;
  /** Whether the oldest row is the first. */
  readonly isAscending?: boolean;
}

/** The height of a heading in pixels. */
export const DAY_HEIGHT = 30;

/**
 * Puts the local days above their rows, which are in the order of their times. A row that has moved in time without moving
 * in the list stays below its heading. @param now milliseconds since 1970
 */
export function withDays<Row>(
  rows: readonly Row[],
  { keyOf, timeOf, isAscending = false }: DayOptions<Row>,
  now: number,
  text: Pick<Text, "common" | "language">,
): readonly DayEntry<Row>[] {
  if (timeOf === undefined) return rows.map((row, index) => ({ kind: "row", key: keyOf(row), index, row }));
  const labelOf = dayLabels(now, text);
  const entries: DayEntry<Row>[] = [];
  /** The day of the last heading, in milliseconds since 1970; null without a time. */
  let shown: { readonly start: number; readonly end: number } | null | undefined;
  // All rows are divided again when a page is added. A row of the same day costs one comparison.
  for (const [index, row] of rows.entries()) {
    const time = timeOf(row);
    const at = time === null ? null : Date.parse(time);
    const belongs =
      shown === undefined
        ? false
        : at === null || shown === null
          ? at === shown
          : isAscending
            ? at < shown.end
            : at >= shown.start;
    if (!belongs) {
      shown = at === null ? null : { start: startOfDay(at), end: endOfDay(at) };
      const label = shown === null ? text.common.days.none : labelOf(shown.start);
      entries.push({ kind: "day", key: `day ${shown?.start ?? "none"}`, label });
    }
    entries.push({ kind: "row", key: keyOf(row), index, row });
  }
  return entries;
}

/** The names of days by their start: today, yesterday, or the date, with its year if that is not the current one. */
function dayLabels(now: number, { common, language }: Pick<Text, "common" | "language">): (day: number) => string {
  const format = new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "long" });
  const formatYear = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" });
  const today = startOfDay(now);
  const yesterday = startOfDay(today - 1);
  const year = new Date(now).getFullYear();
  return (day) => {
    if (day === today) return common.days.today;
    if (day === yesterday) return common.days.yesterday;
    return (new Date(day).getFullYear() === year ? format : formatYear).format(day);
  };
}

/** The start of the local day of a time. */
function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function endOfDay(at: number): number {
  return new Date(at).setHours(24, 0, 0, 0);
}
