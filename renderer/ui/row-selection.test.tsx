import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPlace } from "../testing/render-place.tsx";
import { ListRow, RowList } from "./list-row.tsx";
import { useRowSelection } from "./row-selection.tsx";

const NAMES = ["one", "two", "three", "four"];

function List({ log }: { readonly log: string[] }) {
  const rows = useRowSelection("test", NAMES, (keys) => [
    { label: "Stop", onSelect: () => log.push(`stop ${keys.join(" ")}`) },
  ]);
  return (
    <RowList label="Things" selection={rows}>
      {NAMES.map((name) => (
        <ListRow
          key={name}
          itemKey={name}
          name={name}
          dot=""
          menu={[{ label: "Only this", onSelect: () => log.push(`only ${name}`) }]}
          onOpen={() => log.push(`open ${name}`)}
        >
          <span />
        </ListRow>
      ))}
    </RowList>
  );
}

function show() {
  const log: string[] = [];
  renderPlace(<List log={log} />, "#/servers", {});
  return log;
}

const row = (name: string) => screen.getByRole("button", { name: new RegExp(`^${name}`) });
const foot = () => within(screen.getByRole("region", { name: "Selection" }));
const stop = () => fireEvent.click(foot().getByRole("button", { name: "Stop" }));

it("opens a row by click, and selects with Shift and Ctrl without opening", () => {
  const log = show();
  fireEvent.click(row("one"));
  expect(log).toEqual(["open one"]);
  fireEvent.click(row("three"), { shiftKey: true });
  expect(foot().getByRole("heading").textContent).toBe("3 selected");
  fireEvent.click(row("two"), { ctrlKey: true });
  stop();
  expect(log).toEqual(["open one", "stop one three"]);
});

it("selects with Shift and the arrows from the focused row, and one more or less with Space", () => {
  const log = show();
  row("two").focus();
  fireEvent.keyDown(row("two"), { key: "ArrowDown", shiftKey: true });
  fireEvent.keyDown(row("three"), { key: "ArrowDown", shiftKey: true });
  expect(document.activeElement).toBe(row("four"));
  stop();
  fireEvent.keyDown(row("four"), { key: " " });
  stop();
  expect(log).toEqual(["stop two three four", "stop two three"]);
  fireEvent.keyDown(row("three"), { key: "ArrowUp" });
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
});

it("selects all, and clears with Escape", () => {
  const log = show();
  fireEvent.keyDown(document.body, { key: "a", ctrlKey: true });
  stop();
  expect(log).toEqual(["stop one two three four"]);
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
});

it("offers the actions for all selected rows on a right click on one of them, and those for one on another", async () => {
  const log = show();
  fireEvent.click(row("one"), { ctrlKey: true });
  fireEvent.click(row("two"), { ctrlKey: true });
  fireEvent.contextMenu(row("two"));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Stop" }));
  fireEvent.contextMenu(row("four"));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Only this" }));
  expect(log).toEqual(["stop one two", "only four"]);
});
