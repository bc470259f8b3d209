import { cleanup, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPlace } from "../testing/render-place.tsx";
import { BarChart } from "./bar-chart.tsx";

const rows = [
  { name: "Mon", values: [4, 1] },
  { name: "Tue", values: [0, 0] },
  { name: "Wed", values: [8, 8] },
] as const;
const series = [
  { name: "Calls", colour: "accent" },
  { name: "Errors", colour: "bad" },
] as const;

function show(kind: "stacked" | "part") {
  renderPlace(<BarChart title="Calls of a week" rowTitle="Day" kind={kind} series={series} rows={rows} />, "", {});
  const bars = [...document.querySelectorAll("svg g")].map((bar) =>
    [...bar.querySelectorAll("rect")]
      .slice(1)
      .map((rect) => [Number(rect.getAttribute("y")), Number(rect.getAttribute("height"))]),
  );
  return bars as [number, number][][];
}

it("has a table of the values, the newest first", () => {
  show("part");
  const table = screen.getByRole("table", { name: "Calls of a week", hidden: true });
  const cells = [...within(table).getAllByRole("row", { hidden: true })].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ["Day", "Calls", "Errors"],
    ["Wed", "8", "8"],
    ["Tue", "0", "0"],
    ["Mon", "4", "1"],
  ]);
});

it("draws the second series as a part of the first, or on top of it", () => {
  const [monday, tuesday, wednesday] = show("part");
  expect(monday).toEqual([
    [28, 28],
    [49, 7],
  ]);
  expect(tuesday?.map(([, height]) => height)).toEqual([0, 0]);
  expect(wednesday).toEqual([
    [0, 56],
    [0, 56],
  ]);
  cleanup();
  // The highest bar has 16 of both.
  expect(show("stacked")[2]).toEqual([
    [28, 28],
    [0, 28],
  ]);
});
