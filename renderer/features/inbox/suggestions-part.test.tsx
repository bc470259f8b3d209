import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Suggestion } from "../../../electron/core/suggestions.ts";
import { useFrameCommands } from "../../frame/use-frame-commands.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleConversation, sampleMemory } from "../../testing/samples.ts";
import { InboxView } from "./inbox-view.tsx";

function suggestionOf(id: string, rest: Partial<Suggestion> = {}): Suggestion {
  return {
    id,
    text: `Fact ${id}`,
    context: null,
    kind: "rule",
    namespace: "patterns",
    project: "acme/shop",
    client: "claude-code",
    conversation: "1queue0000",
    message: 2,
    role: "user",
    isExplicit: false,
    suggestedAt: "2026-01-01T00:00:00.000Z",
    expiresAt: "2026-01-15T00:00:00.000Z",
    ...rest,
  };
}

function Place() {
  useFrameCommands({ openPalette: () => undefined, openShortcuts: () => undefined });
  return <InboxView />;
}

/** A server with suggestions, and proposals if given. */
function show(given: readonly Suggestion[], proposals = 0) {
  let waiting = [...given];
  const decided = new Map<string, Suggestion>();
  const changed = () => setTimeout(() => bridge.emit({ name: "suggestions.changed", payload: null }));
  const take = (id: string): Suggestion => {
    const found = waiting.find((one) => one.id === id) ?? suggestionOf(id);
    waiting = waiting.filter((one) => one.id !== id);
    decided.set(id, found);
    changed();
    return found;
  };
  const bridge = renderPlace(<Place />, "#/inbox", {
    "inbox.counts": () => ({ waiting: proposals, rejected: 0 }),
    "inbox.list": () => ({ items: [] }),
    "suggestions.counts": () => ({ waiting: waiting.length, rejected: 0 }),
    "suggestions.list": () => ({ items: waiting }),
    "suggestions.keep": ({ id, content }) => sampleMemory({ content: content ?? take(id).text }),
    "suggestions.reject": ({ id }) => take(id),
    "suggestions.reopen": ({ id }) => {
      const found = decided.get(id) ?? suggestionOf(id);
      waiting = [found, ...waiting];
      changed();
      return found;
    },
    "suggestions.exclude": () => {
      const count = waiting.length;
      waiting = [];
      changed();
      return count;
    },
    "conversations.read": ({ id }) => ({
      session: sampleConversation(id),
      messages: [
        { number: 1, role: "assistant", at: null, text: "The message before" },
        { number: 2, role: "user", at: null, text: "The message of the fact" },
      ],
      hasEarlier: false,
      hasLater: false,
      memories: [],
    }),
    "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
    "memories.namespaces": () => ["patterns"],
  });
  return bridge;
}

const press = (key: string, rest: KeyboardEventInit = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...rest }));
const callsOf = (bridge: ReturnType<typeof show>, method: string) =>
  bridge.calls.filter((call) => call.method === method).map(({ input }) => input);

it("shows a suggestion with its kind, its context and its dialogue", async () => {
  show([suggestionOf("A", { context: "B. Use redis" }), suggestionOf("B")]);
  expect(await screen.findByText("Fact A")).toBeTruthy();
  expect(screen.queryByText("Fact B")).toBeNull();
  expect(screen.getByText("B. Use redis")).toBeTruthy();
  expect(screen.getByText("Suggested from a conversation: a rule")).toBeTruthy();
  expect(await screen.findByText("The message before")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("1 of 2");
});

it("keeps with Enter, rejects with Backspace, edits with E, and undoes with mod+z", async () => {
  const bridge = show([suggestionOf("A"), suggestionOf("B"), suggestionOf("C")]);
  await screen.findByText("Fact A");
  await press("Enter");
  expect(await screen.findByText("Fact B")).toBeTruthy();
  await press("Backspace");
  expect(await screen.findByText("Fact C")).toBeTruthy();
  expect(callsOf(bridge, "suggestions.keep")).toEqual([{ id: "A" }]);
  expect(callsOf(bridge, "suggestions.reject")).toEqual([{ id: "B" }]);
  await press("z", { ctrlKey: true });
  expect(await screen.findByText("Fact B")).toBeTruthy();
  await press("e");
  const field = await screen.findByRole("textbox", { name: "Content" });
  fireEvent.change(field, { target: { value: "Fact B, shorter" } });
  field.focus();
  await press("Enter", { ctrlKey: true });
  expect(await screen.findByText("Fact C")).toBeTruthy();
  await waitFor(() =>
    expect(callsOf(bridge, "suggestions.keep")).toEqual([{ id: "A" }, { id: "B", content: "Fact B, shorter" }]),
  );
});

it("suggests nothing more of a project when the owner says so", async () => {
  const bridge = show([suggestionOf("A")]);
  fireEvent.click(await screen.findByRole("button", { name: "Never from acme/shop" }));
  expect(await screen.findByText("Nothing waits for review")).toBeTruthy();
  expect(callsOf(bridge, "suggestions.exclude")).toEqual([{ id: "A", what: "project" }]);
});

it("shows proposals before suggestions", async () => {
  show([suggestionOf("A")], 1);
  expect(await screen.findByRole("heading", { name: "Inbox" })).toBeTruthy();
  expect(screen.queryByText("Fact A")).toBeNull();
});
