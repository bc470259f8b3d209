import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Memory } from "../../../electron/core/memory.ts";
import { entryFieldsOf } from "../../../electron/core/memory-rules.ts";
import type { MemoryConflictEntry } from "../../../electron/core/replication/change-store.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { SPACE, sampleMemory, sampleSpace } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { HealthView } from "./health-view.tsx";
import { simulateLayout } from "./testing/health-samples.ts";

simulateLayout();

const memory = sampleMemory({
  id: "01M82KF3NV8TVQ3AEHVSTPM1XA",
  content: "Deploys run at 3.",
  domain: "acme/shop",
  tags: ["deploy"],
  revision: 4,
});

function conflictOf(present: Memory, rest: Partial<MemoryConflictEntry> = {}): MemoryConflictEntry {
  return {
    space: SPACE,
    stamp: "stamp-1",
    memory: present,
    fields: ["content", "tags"],
    other: { ...entryFieldsOf(memory), content: "Deploys run at noon.", tags: ["noon"], deletedAt: null },
    device: { id: "other", name: "Desktop" },
    client: { name: "claude-code", version: "2" },
    at: "2026-11-20T10:00:00.000Z",
    ...rest,
  };
}

async function open(conflict: MemoryConflictEntry, more: Responses = {}) {
  let items = [conflict];
  const bridge = renderPlace(<HealthView />, "#/health/conflicts", {
    "spaces.list": () => [sampleSpace({ conflicts: items.length })],
    "spaces.conflicts": () => ({ items }),
    "spaces.resolve": ({ take }) => {
      items = [];
      return take === undefined ? memory : { ...memory, content: "Deploys run at noon.", tags: ["noon"], revision: 5 };
    },
    "memories.update": () => ({ ...memory, revision: 6, notices: [] }),
    "memories.delete": () => [],
    ...more,
  });
  const row = await screen.findByRole("listitem");
  const called = (method: string) => bridge.calls.filter((call) => call.method === method).map(({ input }) => input);
  return { bridge, row, called };
}
const DECIDED = { space: SPACE, memory: memory.id, stamps: ["stamp-1"], expectedRevision: 4 };

it("shows who changed a memory on which device, and the differences", async () => {
  const { row } = await open(conflictOf(memory));
  expect(row.textContent).toContain("Claude Code on Desktop");
  expect(row.textContent).toContain("Differs: text, tags");
  expect(row.textContent).toContain("tags: theirs noon, now deploy");
  expect(row.querySelector("del")?.textContent).toBe("3");
  expect(row.querySelector("ins")?.textContent).toBe("noon");
});

it("does not name fields with equal values as different", async () => {
  const trashed = { ...memory, deletedAt: "2026-11-21T10:00:00.000Z" };
  const other = { ...entryFieldsOf(memory), content: "Deploys run at noon.", deletedAt: null };
  const { row } = await open(conflictOf(trashed, { fields: ["content", "tags", "domain"], other }));
  expect(row.textContent).toContain("Differs: text");
  expect(row.textContent).not.toMatch(/tags|now deploy|acme\/shop, now/);
});

it("takes the other version with a key, and undoes that at the revision that it made", async () => {
  const { row, called } = await open(conflictOf(memory));
  within(row).getByRole("link").focus();
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: "t" });
  expect(await screen.findByText("No conflicts between devices")).toBeTruthy();
  expect(called("spaces.resolve")).toEqual([{ ...DECIDED, take: "stamp-1" }]);
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(called("memories.update")).toMatchObject([
      { reference: memory.id, content: "Deploys run at 3.", tags: ["deploy"], expectedRevision: 5 },
    ]),
  );
});

it("lists the conflict again after its decision was undone, and decides it by an edit", async () => {
  const { row, called } = await open(conflictOf(memory));
  fireEvent.click(within(row).getByRole("button", { name: "Take this one" }));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  const again = await screen.findByRole("listitem");
  expect(again.textContent).toContain("noon");
  fireEvent.click(within(again).getByRole("button", { name: "Take this one" }));
  expect(await screen.findByText("No conflicts between devices")).toBeTruthy();
  expect(called("spaces.resolve")).toHaveLength(1);
  expect(called("memories.update")[1]).toEqual({
    reference: memory.id,
    content: "Deploys run at noon.",
    tags: ["noon"],
    expectedRevision: 6,
  });
});

it("lists the conflict again if keeping the present version is undone, without a change of the memory", async () => {
  const { row, called } = await open(conflictOf(memory));
  fireEvent.click(within(row).getByRole("button", { name: "Keep the present one" }));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText(/Differs: text, tags/)).toBeTruthy();
  expect(called("memories.update")).toEqual([]);
});

it("keeps the present version, and names the place of the other one", async () => {
  const { row, called } = await open(conflictOf(memory));
  fireEvent.click(within(row).getByRole("button", { name: "Keep the present one" }));
  expect(await screen.findByText(/The other one stays in the history/)).toBeTruthy();
  expect(called("spaces.resolve")).toEqual([DECIDED]);
});

it("merges in an editor with both versions, and sends only the changed fields", async () => {
  const { row, called } = await open(conflictOf(memory));
  fireEvent.click(within(row).getByRole("button", { name: "Merge…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Merge two versions" }));
  expect(dialog.getByRole("region", { name: "Present version" }).textContent).toContain("at 3");
  expect(dialog.getByRole("region", { name: "Version of Desktop" }).textContent).toContain("at noon");
  const editor = dialog.getByRole("textbox", { name: "Merged text" });
  expect(editor).toHaveProperty("value", "Deploys run at 3.");
  fireEvent.change(editor, { target: { value: "Deploys run at noon and at 3." } });
  fireEvent.click(dialog.getByRole("combobox", { name: "Which tags" }));
  const theirs = await screen.findByRole("option", { name: "Theirs: noon" });
  fireEvent.pointerDown(theirs);
  fireEvent.click(theirs);
  fireEvent.click(dialog.getByRole("button", { name: "Merge" }));
  await waitFor(() =>
    expect(called("spaces.resolve")).toEqual([
      { ...DECIDED, changes: { content: "Deploys run at noon and at 3.", tags: ["noon"] } },
    ]),
  );
});

it("offers to restore a memory that was moved to the trash while it was edited", async () => {
  const trashed = { ...memory, deletedAt: "2026-11-21T10:00:00.000Z" };
  const { row, called } = await open(conflictOf(trashed, { fields: ["content"] }));
  expect(within(row).queryByRole("button", { name: "Merge…" })).toBeNull();
  fireEvent.click(within(row).getByRole("button", { name: "Restore with this edit" }));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(called("memories.delete")).toEqual([{ references: [memory.id] }]));
});

it("offers only to keep a version that it cannot compare, and shows why a decision was refused", async () => {
  const { row } = await open(conflictOf(memory, { other: null }), {
    "spaces.resolve": () => {
      const details = { reason: "not_in_conflict", id: memory.id };
      throw new BridgeError({ code: "conflict", message: "Old words.", details });
    },
  });
  expect(within(row).getAllByRole("button")).toHaveLength(1);
  fireEvent.click(within(row).getByRole("button", { name: "Keep the present one" }));
  expect(await screen.findAllByText(/It was resolved in the meantime/)).not.toEqual([]);
});

it("does not read a further page again and again while it fails", async () => {
  const conflict = conflictOf(memory);
  const { row, called } = await open(conflict, {
    "spaces.conflicts": ({ cursor }) => {
      if (cursor !== undefined) throw new BridgeError({ code: "internal", message: "The database is locked." });
      return { items: [conflict], nextCursor: "2" };
    },
  });
  await waitFor(() => expect(called("spaces.conflicts")).toHaveLength(2));
  fireEvent.click(within(row).getByRole("button", { name: "Merge…" }));
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(called("spaces.conflicts")).toHaveLength(2);
});

/** Two conflicts of one memory and one of another, and a store that decides them and writes memories. */
async function openThree() {
  const second = { ...memory, id: "01M82KF3NV8TVQ3AEHVSTPM1XB", content: "Money is in euros." };
  const store = new Map([memory, second].map((one) => [one.id, one]));
  const others = { one: "Deploys run at noon.", two: "Deploys run at 5.", three: "Money is in cents." };
  let items = [
    conflictOf(memory, { stamp: "one" }),
    conflictOf(memory, { stamp: "two", other: { ...entryFieldsOf(memory), content: others.two } }),
    conflictOf(second, { stamp: "three", other: { ...entryFieldsOf(second), content: others.three } }),
  ];
  const write = (id: string, content: string, expected: number | undefined): Memory => {
    const before = store.get(id) as Memory;
    if (before.revision !== expected) throw new BridgeError({ code: "conflict", message: "Changed." });
    const after = { ...before, content, revision: before.revision + 1 };
    store.set(id, after);
    return after;
  };
  renderPlace(<HealthView />, "#/health/conflicts", {
    "spaces.list": () => [sampleSpace({ conflicts: items.length })],
    "spaces.conflicts": () => ({
      items: items.map((item) => ({ ...item, memory: store.get(item.memory.id) as Memory })),
    }),
    "spaces.resolve": ({ memory: id, take, stamps, expectedRevision }) => {
      const resolved = store.get(id) as Memory;
      items = items.filter(({ stamp }) => stamps?.includes(stamp) !== true);
      return take === undefined ? resolved : write(id, others[take as keyof typeof others], expectedRevision);
    },
    "memories.update": ({ reference, content = "", expectedRevision }) => ({
      ...write(reference, content, expectedRevision),
      notices: [],
    }),
  });
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(3));
  const choose = (index: number) =>
    fireEvent.click(within(screen.getAllByRole("listitem")[index] as HTMLElement).getByRole("checkbox"));
  const contents = () => [...store.values()].map(({ content }) => content);
  return { choose, contents };
}

it("takes the other version of several conflicts, and undoes all of it in one step", async () => {
  const { choose, contents } = await openThree();
  for (const index of [0, 1, 2]) choose(index);
  fireEvent.click(screen.getByRole("button", { name: /^Take the other versions/ }));
  expect(await screen.findByText("Took the other version of 3 conflicts.")).toBeTruthy();
  expect(contents()).toEqual(["Deploys run at 5.", "Money is in cents."]);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(3));
  expect(contents()).toEqual(["Deploys run at 3.", "Money is in euros."]);
  // Deciding them once more is an edit of the memories as they are now.
  choose(0);
  fireEvent.click(screen.getByRole("button", { name: /^Take the other versions/ }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  expect(contents()[0]).toBe("Deploys run at noon.");
});

it("keeps the present version of the chosen conflicts only", async () => {
  const { choose, contents } = await openThree();
  choose(1);
  choose(2);
  fireEvent.click(screen.getByRole("button", { name: /^Keep the present versions/ }));
  expect(await screen.findByText("Kept the present version of 2 conflicts.")).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  expect(contents()).toEqual(["Deploys run at 3.", "Money is in euros."]);
});
