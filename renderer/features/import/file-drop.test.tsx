import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ImportReport } from "../../../electron/core/memory-import.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { FileDrop } from "./file-drop.tsx";

const report: ImportReport = {
  program: "markdown",
  created: 2,
  known: 0,
  conflicts: [],
  refused: [],
  cleaned: 0,
  masked: 0,
  notices: [],
  leftOut: [],
  domains: [],
};

function show() {
  return renderPlace(<FileDrop />, "#/today", { "imports.run": () => report, "imports.found": () => [] });
}

function drag(name: "dragOver" | "drop" | "dragLeave", types: readonly string[], files: readonly File[] = []): Event {
  const event = createEvent[name](document.body, { dataTransfer: { types, files } });
  fireEvent(document.body, event);
  return event;
}

it("previews each dropped file, one after the other", async () => {
  const bridge = show();
  expect(drag("dragOver", ["Files"]).defaultPrevented).toBe(true);
  expect(await screen.findByText("Drop to import")).toBeTruthy();
  drag("drop", ["Files"], [new File([], "notes.md"), new File([], "mem0.json")]);
  expect(screen.queryByText("Drop to import")).toBeNull();
  const paths = () => bridge.calls.filter(({ method }) => method === "imports.run").map(({ input }) => input);
  for (const path of ["/home/ada/notes.md", "/home/ada/mem0.json"]) {
    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText(path)).toBeTruthy();
    expect(await dialog.findByText("2 memories to import")).toBeTruthy();
    expect(paths().at(-1)).toMatchObject({ path, dryRun: true });
    fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  }
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("says that a browser hides the path of a file", async () => {
  Object.assign(show(), { pathOf: () => null });
  drag("drop", ["Files"], [new File([], "notes.md")]);
  expect(await screen.findAllByText(/desktop app/)).not.toEqual([]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("ignores text that is dragged within the window", () => {
  show();
  expect(drag("dragOver", ["text/plain"]).defaultPrevented).toBe(false);
  expect(screen.queryByText("Drop to import")).toBeNull();
});
