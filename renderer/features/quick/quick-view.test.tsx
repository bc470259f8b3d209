import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleMemory } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { QuickView } from "./quick-view.tsx";

const found = [
  sampleMemory({ id: "01A", content: "Orders use PostgreSQL" }),
  sampleMemory({ id: "01B", content: "Deploys" }),
];
const captured = (id: string, created = true) =>
  ({ memory: sampleMemory({ id }), created, addedTags: [], waiting: false, similar: [], notices: [] }) as never;

function show(given: Responses = {}) {
  return renderPlace(<QuickView />, "", {
    "memories.search": () =>
      ({ items: found.map((memory) => ({ memory, score: 1 })), notices: [], mode: "text" }) as never,
    "memories.projects": () => [{ name: "acme/shop", memories: 2, changedAt: null }],
    "memories.capture": () => captured("01N"),
    "app.closeQuickWindow": () => null,
    ...given,
  });
}
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Search memories, or write one" });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const press = (key: string, rest: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, ...rest });
const inputs = (bridge: ReturnType<typeof show>, name: string) =>
  bridge.calls.filter(({ method }) => method === name).map(({ input }) => input);

it("opens the chosen memory in the main window, by keyboard alone", async () => {
  const bridge = show();
  expect(document.activeElement).toBe(field());
  type("orders");
  const [first, second] = await screen.findAllByRole("option");
  expect(first?.getAttribute("aria-selected")).toBe("true");
  press("ArrowDown");
  expect(second?.getAttribute("aria-selected")).toBe("true");
  expect(field().getAttribute("aria-activedescendant")).toBe(second?.id);
  press("ArrowDown");
  press("ArrowUp");
  press("Enter");
  await waitFor(() => expect(inputs(bridge, "app.closeQuickWindow")).toEqual([{ address: "#/memories/all/01B" }]));
  expect(field().value).toBe("");
});

it("hides on Escape and keeps the text", () => {
  const bridge = show();
  type("orders");
  press("Escape");
  expect(inputs(bridge, "app.closeQuickWindow")).toEqual([{ address: null }]);
  expect(field().value).toBe("orders");
});

it("saves the text as a memory of the chosen project, and remembers the project", async () => {
  localStorage.setItem("recollect.quick.project", JSON.stringify("acme/shop"));
  const bridge = show();
  expect(await screen.findByText("acme/shop")).toBeTruthy();
  type("  Refunds are rounded.\nPer line. ");
  press("Enter", { ctrlKey: true });
  await waitFor(() => expect(field().value).toBe(""));
  expect(inputs(bridge, "memories.capture")).toEqual([
    { content: "Refunds are rounded.\nPer line.", domain: "acme/shop", namespace: undefined },
  ]);
  expect(await screen.findByRole("button", { name: "Undo" })).toBeTruthy();
});

it("keeps the text if it cannot be saved, and shows why", async () => {
  show({
    "memories.capture": () => {
      throw new BridgeError({ code: "invalid_argument", message: "The memory contains a password." });
    },
  });
  type("password=hunter2");
  press("Enter", { ctrlKey: true });
  expect((await screen.findAllByText("The memory contains a password.")).length).toBeGreaterThan(0);
  expect(field().value).toBe("password=hunter2");
});

it("saves nothing without text, and says when nothing matches", async () => {
  const bridge = show({ "memories.search": () => ({ items: [], notices: [], mode: "text" }) as never });
  press("Enter", { ctrlKey: true });
  type("zebra");
  expect(await screen.findByText("No memory matches.")).toBeTruthy();
  press("Enter");
  expect(inputs(bridge, "memories.capture")).toEqual([]);
  expect(inputs(bridge, "app.closeQuickWindow")).toEqual([]);
});
