import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Proposal } from "../../../electron/core/inbox.ts";
import { BridgeError } from "../../bridge.ts";
import { useFrameCommands } from "../../frame/use-frame-commands.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleMemory } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { InboxView } from "./inbox-view.tsx";

function proposalOf(id: string, rest: Partial<Proposal> = {}): Proposal {
  return {
    memory: sampleMemory({ id, content: `Fact ${id}`, client: { name: "Cursor", version: "1" } }),
    subject: "cursor",
    reason: "access",
    proposedAt: "2026-01-01T00:00:00.000Z",
    supersedes: null,
    rejectedAt: null,
    ...rest,
  };
}

function Place() {
  useFrameCommands({ openPalette: () => undefined, openShortcuts: () => undefined });
  return <InboxView />;
}

/** A server with an inbox. */
function show(given: readonly Proposal[], address = "#/inbox", more: Responses = {}) {
  let waiting = [...given];
  const decided = new Map<string, Proposal>();
  const take = (id: string): Proposal => {
    const found = waiting.find(({ memory }) => memory.id === id);
    if (found === undefined) throw new BridgeError({ code: "conflict", message: "Already decided." });
    waiting = waiting.filter((one) => one !== found);
    decided.set(id, found);
    changed();
    return found;
  };
  const changed = () => setTimeout(() => bridge.emit({ name: "inbox.changed", payload: null }));
  const bridge = renderPlace(<Place />, address, {
    "inbox.counts": () => ({ waiting: waiting.length, rejected: decided.size }),
    "suggestions.counts": () => ({ waiting: 0, rejected: 0 }),
    "inbox.list": ({ state }) => ({ items: state === "waiting" ? waiting : [...decided.values()] }),
    "inbox.similar": () => [{ memory: sampleMemory({ id: "S", content: "A similar fact" }), score: 0.9, by: "text" }],
    "inbox.keep": ({ id, content }) => ({ ...take(id).memory, ...(content === undefined ? {} : { content }) }),
    "inbox.reject": ({ id }) => take(id),
    "inbox.reopen": ({ id }) => {
      const found = decided.get(id) ?? proposalOf(id);
      decided.delete(id);
      waiting = [found, ...waiting];
      changed();
      return found;
    },
    "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
    "memories.namespaces": () => ["context"],
    ...more,
  });
  return bridge;
}

const press = (key: string, rest: KeyboardEventInit = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...rest }));
const callsOf = (bridge: ReturnType<typeof show>, method: string) =>
  bridge.calls.filter((call) => call.method === method).map(({ input }) => input);

it("shows one proposal with its reason, origin, position and similar memories", async () => {
  show([proposalOf("A"), proposalOf("B")]);
  expect(await screen.findByText("Fact A")).toBeTruthy();
  expect(screen.queryByText("Fact B")).toBeNull();
  expect(screen.getByText("Cursor may only propose")).toBeTruthy();
  expect(screen.getByText("Cursor", { selector: "dd" })).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("1 of 2");
  expect(await screen.findByText("A similar fact")).toBeTruthy();
});

it("keeps with Enter, rejects with Backspace, and undoes both with mod+z", async () => {
  const bridge = show([proposalOf("A"), proposalOf("B"), proposalOf("C")]);
  await screen.findByText("Fact A");
  await press("Enter");
  expect(await screen.findByText("Fact B")).toBeTruthy();
  await press("Backspace");
  expect(await screen.findByText("Fact C")).toBeTruthy();
  expect(callsOf(bridge, "inbox.keep")).toEqual([{ id: "A" }]);
  expect(callsOf(bridge, "inbox.reject")).toEqual([{ id: "B" }]);
  await press("z", { ctrlKey: true });
  expect(await screen.findByText("Fact B")).toBeTruthy();
  await press("z", { ctrlKey: true });
  expect(await screen.findByText("Fact A")).toBeTruthy();
  expect(callsOf(bridge, "inbox.reopen")).toEqual([{ id: "B" }, { id: "A" }]);
  expect(screen.getByRole("status").textContent).toBe("1 of 3");
});

it("undoes the last decision first, even if an earlier one is stored later", async () => {
  const stored: (() => void)[] = [];
  const bridge = show([proposalOf("A"), proposalOf("B"), proposalOf("C")], "#/inbox", {
    "inbox.keep": ({ id }) => new Promise((resolve) => stored.push(() => resolve(sampleMemory({ id })))),
  });
  await screen.findByText("Fact A");
  await press("Enter");
  expect(await screen.findByText("Fact B")).toBeTruthy();
  await press("Backspace");
  expect(await screen.findByText("Fact C")).toBeTruthy();
  await press("z", { ctrlKey: true });
  await act(async () => stored.forEach((store) => void store()));
  expect(await screen.findByText("Fact B")).toBeTruthy();
  expect(callsOf(bridge, "inbox.reopen")).toEqual([{ id: "B" }]);
});

it("decides about one proposal while a key is held, and a focused button has its own key", async () => {
  const bridge = show([proposalOf("A"), proposalOf("B")]);
  await screen.findByText("Fact A");
  await press("Enter", { repeat: true });
  expect(callsOf(bridge, "inbox.keep")).toEqual([]);
  screen.getByRole("button", { name: /Reject/ }).focus();
  await press("Enter");
  expect(callsOf(bridge, "inbox.keep")).toEqual([]);
});

it("moves with the arrow keys without a decision", async () => {
  const bridge = show([proposalOf("A"), proposalOf("B")]);
  await screen.findByText("Fact A");
  await press("ArrowDown");
  expect(await screen.findByText("Fact B")).toBeTruthy();
  await press("ArrowDown");
  expect(screen.getByText("Fact B")).toBeTruthy();
  await press("ArrowUp");
  expect(await screen.findByText("Fact A")).toBeTruthy();
  expect(callsOf(bridge, "inbox.keep")).toEqual([]);
});

it("edits with E and keeps the changes", async () => {
  const bridge = show([proposalOf("A"), proposalOf("B")]);
  await screen.findByText("Fact A");
  await press("e");
  const field = await screen.findByRole("textbox", { name: "Content" });
  fireEvent.change(field, { target: { value: "Fact A, corrected" } });
  field.focus();
  await press("Enter", { ctrlKey: true });
  expect(await screen.findByText("Fact B")).toBeTruthy();
  expect(callsOf(bridge, "inbox.keep")).toEqual([{ id: "A", content: "Fact A, corrected" }]);
});

it("shows a proposal again whose decision failed", async () => {
  show([proposalOf("A"), proposalOf("B")], "#/inbox", {
    "inbox.keep": () => {
      throw new BridgeError({ code: "storage", message: "The disk is full." });
    },
  });
  await screen.findByText("Fact A");
  await press("Enter");
  expect((await screen.findAllByText("The disk is full.")).length).toBeGreaterThan(0);
  expect(await screen.findByText("Fact A")).toBeTruthy();
});

it("says when nothing waits, and shows rejected proposals, which can go back", async () => {
  const bridge = show([proposalOf("A")]);
  await screen.findByText("Fact A");
  await press("Backspace");
  expect(await screen.findByText("Nothing waits for review")).toBeTruthy();
  fireEvent.click(await screen.findByRole("radio", { name: "Rejected" }));
  expect(await screen.findByText("Fact A")).toBeTruthy();
  await press("Enter");
  await waitFor(() => expect(callsOf(bridge, "inbox.reopen")).toEqual([{ id: "A" }]));
});

it("decides about a proposal from its context menu", async () => {
  const bridge = show([proposalOf("A"), proposalOf("B")]);
  fireEvent.contextMenu(await screen.findByText("Fact A"));
  fireEvent.click(await screen.findByRole("menuitem", { name: /^Reject/ }));
  expect(await screen.findByText("Fact B")).toBeTruthy();
  expect(callsOf(bridge, "inbox.reject")).toEqual([{ id: "A" }]);
});
