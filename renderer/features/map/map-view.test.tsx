import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MapPoint, MemoryMap } from "../../../electron/core/map.ts";
import type { IndexStatus } from "../../../electron/core/memory-service.ts";
import type { MethodOutput } from "../../../electron/window-api/contract.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleMemory } from "../../testing/samples.ts";
import { MapView } from "./map-view.tsx";

// happy-dom has no layout. The list needs heights to know which rows are visible.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});
afterEach(() => void vi.restoreAllMocks());

const point = (number: number, fields: Partial<MapPoint> = {}): MapPoint => ({
  id: `M${number}`,
  x: number,
  y: number % 3,
  title: `Memory ${number}`,
  domain: number % 2 === 0 ? "acme/shop" : "user",
  namespace: "decisions",
  used: 0,
  cluster: number < 4 ? 0 : null,
  ...fields,
});

const MAP: MemoryMap = {
  points: [0, 1, 2, 3, 4, 5].map((number) => point(number, number === 2 ? { used: 5 } : {})),
  clusters: [{ words: ["postgres", "orders"], x: 1, y: 1, size: 4 }],
  total: 6,
};

const facets = { total: 6, namespaces: [], domains: [], tags: [], clients: [] };
const index = (vectors: Partial<IndexStatus["vectors"]>): MethodOutput<"index.status"> => ({
  isRebuilding: false,
  text: { state: "ready", indexed: 30 },
  vectors: { state: "ready", ready: 0, pending: 0, model: "small", ...vectors },
});

function renderMap(map: MemoryMap, address = "#/map", vectors: Partial<IndexStatus["vectors"]> = {}) {
  return renderPlace(<MapView />, address, {
    "map.read": () => map,
    "map.memories": ({ ids }) => ids.map((id) => sampleMemory({ id })),
    "memories.facets": () => facets,
    "memories.namespaces": () => [],
    "index.status": () => index(vectors),
  });
}

it("lists the memories below their cluster, with their use, and opens one by keyboard", async () => {
  renderMap(MAP);
  const list = await screen.findByRole("listbox", { name: "Memories by cluster" });
  expect(await within(list).findByText("postgres, orders (4)", { selector: "[aria-hidden]" })).toBeTruthy();
  expect(within(list).getByText("Apart (2)", { selector: "[aria-hidden]" })).toBeTruthy();
  expect(within(list).getByText("used 5 times")).toBeTruthy();
  for (let step = 0; step < 3; step++) fireEvent.keyDown(list, { key: "ArrowDown" });
  fireEvent.keyDown(list, { key: "Enter" });
  expect(location.hash).toBe("#/memories/all/M2");
});

it("selects memories with the space key for the bulk actions, and clears the selection", async () => {
  renderMap(MAP);
  const list = await screen.findByRole("listbox", { name: "Memories by cluster" });
  fireEvent.keyDown(list, { key: "ArrowDown" });
  fireEvent.keyDown(list, { key: " " });
  fireEvent.keyDown(list, { key: "ArrowDown" });
  fireEvent.keyDown(list, { key: " " });
  expect(await screen.findByText("2 memories selected")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear selection" }));
  await waitFor(() => expect(screen.queryByText("2 memories selected")).toBeNull());
});

it("shows only the memories of the domain in the address", async () => {
  renderMap(MAP, "#/map?domain=user");
  expect(await screen.findByText("Memory 1")).toBeTruthy();
  expect(screen.queryByText("Memory 2")).toBeNull();
  expect(screen.getByText("postgres, orders (2)", { selector: "[aria-hidden]" })).toBeTruthy();
});

it("keeps its zoom until the window closes, or until all of it is shown", async () => {
  renderMap(MAP);
  fireEvent.click(await screen.findByRole("button", { name: "Zoom in" }));
  cleanup();
  renderMap(MAP);
  const showAll = await screen.findByRole<HTMLButtonElement>("button", { name: "Show all" });
  expect(showAll.disabled).toBe(false);
  fireEvent.click(showAll);
  cleanup();
  renderMap(MAP);
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Show all" })).disabled).toBe(true);
});

it("says so if it shows a sample", async () => {
  renderMap({ ...MAP, total: 100_000 });
  expect(await screen.findByText("Shows 6 of 100,000 memories")).toBeTruthy();
});

it("colours by project or kind, with the colours as text", async () => {
  renderMap(MAP);
  const projects = await screen.findByRole("list", { name: "Colours: Project" });
  expect(
    within(projects)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["acme/shop3", "user3"]);
  fireEvent.click(screen.getByRole("radio", { name: "Kind" }));
  const kinds = await screen.findByRole("list", { name: "Colours: Kind" });
  fireEvent.click(within(kinds).getByRole("button", { name: "decisions 6" }));
  expect(within(kinds).getByRole("button").getAttribute("aria-pressed")).toBe("true");
});

const NOTHING: MemoryMap = { points: [], clusters: [], total: 30 };

it("says how many memories a map needs", async () => {
  renderMap({ ...NOTHING, total: 3 });
  expect(await screen.findByText("Not enough memories for a map")).toBeTruthy();
});

it("shows the progress while memories have no vectors", async () => {
  renderMap(NOTHING, "#/map", { ready: 12, pending: 18 });
  expect(await screen.findByText("12 of 30")).toBeTruthy();
});

it("leads to the setting of the model without one", async () => {
  renderMap(NOTHING, "#/map", { state: "failed", pending: 30 });
  fireEvent.click(await screen.findByRole("button", { name: "Choose a model" }));
  expect(location.hash).toBe("#/settings/model");
});
