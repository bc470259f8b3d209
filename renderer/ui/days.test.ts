import { expect, it } from "vitest";
import { en } from "../../electron/text/en.ts";
import { withDays } from "./days.ts";

const NOW = new Date(2026, 10, 23, 9).getTime();
const row = (id: string, at: Date | null) => ({ id, at: at?.toISOString() ?? null });
type Row = ReturnType<typeof row>;

const shown = (rows: readonly Row[], isAscending = false) =>
  withDays(rows, { keyOf: ({ id }) => id, timeOf: ({ at }) => at, isAscending }, NOW, en).map((each) =>
    each.kind === "day" ? each.label : each.key,
  );

it("puts each day above its rows, the newest first", () => {
  const rows = [
    row("1", new Date(2026, 10, 23, 8)),
    row("2", new Date(2026, 10, 23, 1)),
    row("3", new Date(2026, 10, 22, 23)),
    row("4", new Date(2026, 10, 20, 23)),
    row("5", new Date(2025, 0, 2, 10)),
    row("6", null),
  ];
  const expected = ["Today", "1", "2", "Yesterday", "3", "Fri, November 20", "4", "January 2, 2025", "5"];
  expect(shown(rows)).toEqual([...expected, "Without a time", "6"]);
});

it("puts each day above its rows, the oldest first", () => {
  const rows = [row("1", new Date(2026, 10, 22, 1)), row("2", new Date(2026, 10, 22, 23)), row("3", new Date(NOW))];
  expect(shown(rows, true)).toEqual(["Yesterday", "1", "2", "Today", "3"]);
});

it("keeps a row that changed today below the heading that it is under, so that no heading is repeated", () => {
  const yesterday = new Date(2026, 10, 22, 8);
  const rows = [row("1", yesterday), row("changed", new Date(NOW)), row("2", yesterday)];
  expect(shown(rows)).toEqual(["Yesterday", "1", "changed", "2"]);
});

it("numbers the rows without their headings, and has no headings without times", () => {
  const rows = [row("1", new Date(NOW)), row("2", null)];
  const numbers = withDays(rows, { keyOf: ({ id }) => id, timeOf: ({ at }) => at }, NOW, en);
  expect(numbers.flatMap((each) => (each.kind === "row" ? [each.index] : []))).toEqual([0, 1]);
  expect(withDays(rows, { keyOf: ({ id }) => id }, NOW, en).map(({ kind }) => kind)).toEqual(["row", "row"]);
});
