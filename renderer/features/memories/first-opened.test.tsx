import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Memory } from "../../../electron/core/memory.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleMemory } from "../../testing/samples.ts";
import { MemoriesView } from "./memories-view.tsx";

beforeEach(() => {
  // happy-dom has no layout. The list needs heights to know which rows are visible.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const counts = {
  memories: 2,
  trash: 0,
  superseded: 0,
  expired: 0,
  upcoming: 0,
  pinned: 1,
  domains: 1,
  namespaces: 1,
  tags: 0,
};
const newest = sampleMemory({ id: "02", content: "Deploys run at 3.", createdAt: "2026-01-02T00:00:00.000Z" });
const oldest = sampleMemory({ id: "01", content: "Money is in cents.", pinned: true });

function show(address: string, items: readonly Memory[] = [newest, oldest]) {
  return renderPlace(<MemoriesView />, address, {
    "memories.counts": () => counts,
    "memories.count": () => items.length,
    "memories.list": ({ pinned, supersededBy }) => ({
      items: supersededBy !== undefined ? [] : pinned === true ? [oldest] : items,
    }),
    "memories.search": () => ({ items: [], mode: "text", notices: [], lessLikely: 0 }),
    "memories.get": ({ reference }) => (reference === "01" ? oldest : newest),
    "memories.similar": () => [],
  });
}

it("opens the first memory when a list appears, and each other list's first one", async () => {
  show("#/memories");
  await waitFor(() => expect(location.hash).toBe("#/memories/all/02"));
  expect((await screen.findAllByRole("option", { selected: true }))[0]?.textContent).toContain("Deploys run at 3.");
  act(() => {
    location.hash = "#/memories/pinned";
  });
  await waitFor(() => expect(location.hash).toBe("#/memories/pinned/01"));
});

it("opens nothing after the open memory was closed, and nothing while a search is typed", async () => {
  show("#/memories");
  await waitFor(() => expect(location.hash).toBe("#/memories/all/02"));
  fireEvent.keyDown(document.body, { key: "Escape" });
  await waitFor(() => expect(location.hash).toBe("#/memories/all"));
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "deploys" } });
  expect(await screen.findByText("No matching memories")).toBeTruthy();
  expect(location.hash).toBe("#/memories/all?q=deploys");
});

it("opens the first memory of another list while the first steps are in the list of all", async () => {
  localStorage.setItem("recollect.welcome", JSON.stringify("open"));
  show("#/memories/all");
  expect(await screen.findByRole("region", { name: "First steps" })).toBeTruthy();
  expect(location.hash).toBe("#/memories/all");
  act(() => {
    location.hash = "#/memories/pinned";
  });
  await waitFor(() => expect(location.hash).toBe("#/memories/pinned/01"));
});

it("keeps the memory of the address", async () => {
  show("#/memories/all/01");
  expect(await screen.findByRole("heading", { name: "Money is in cents." })).toBeTruthy();
  expect(location.hash).toBe("#/memories/all/01");
});

it("shows the list in a narrow window", async () => {
  const list = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => list);
  show("#/memories");
  await screen.findAllByRole("option");
  expect(location.hash).toBe("#/memories");
});

it("offers the actions for a memory on a right click", async () => {
  show("#/memories/all/02");
  const rows = await screen.findAllByRole("option");
  fireEvent.contextMenu(rows[1] as HTMLElement);
  const open = await screen.findByRole("menu");
  expect(open.textContent).toMatch(/Edit.*Unpin.*Add tags.*Move to.*Copy text.*Copy link.*Show in Activity.*Delete/);
  fireEvent.click(screen.getByRole("menuitem", { name: /^Show in Activity/ }));
  await waitFor(() => expect(location.hash).toBe("#/activity?memory=01"));
});

it("offers the actions for all selected memories on a right click on one of them", async () => {
  const bridge = show("#/memories/all/02");
  await screen.findByRole("option", { selected: true });
  fireEvent.click((await screen.findAllByRole("option"))[1] as HTMLElement, { ctrlKey: true });
  await waitFor(() => expect(screen.getAllByRole("option", { selected: true })).toHaveLength(2));
  fireEvent.contextMenu((await screen.findAllByRole("option"))[0] as HTMLElement);
  const remove = await screen.findByRole("menuitem", { name: /^Delete/ });
  expect(screen.queryByRole("menuitem", { name: /^Edit/ })).toBeNull();
  fireEvent.click(remove);
  await waitFor(() =>
    expect(bridge.calls.find(({ method }) => method === "memories.delete")?.input).toEqual({
      references: ["02", "01"],
    }),
  );
});
