import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Memory } from "../../../electron/core/memory.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleMemory } from "../../testing/samples.ts";
import { UndoButton } from "../../testing/undo-button.tsx";
import { MemoriesView } from "./memories-view.tsx";

beforeEach(() => {
  // happy-dom has no layout. The list needs heights to know which rows are visible.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
});
afterEach(() => vi.restoreAllMocks());

const DELETED_AT = "2026-02-01T00:00:00.000Z";

/** Shows three memories, of which `inTrash` are deleted, in a store that deletes and restores them. */
function show(address: string, inTrash: readonly string[] = []) {
  const store = new Map<string, Memory>();
  for (const id of ["01", "02", "03"]) {
    const deletedAt = inTrash.includes(id) ? DELETED_AT : null;
    store.set(id, sampleMemory({ id, content: `Memory ${id}`, createdAt: `2026-01-${id}T00:00:00.000Z`, deletedAt }));
  }
  const change = (ids: readonly string[], deletedAt: string | null) =>
    ids.map((id) => {
      const before = store.get(id) as Memory;
      const after = { ...before, deletedAt, revision: before.revision + 1 };
      store.set(id, after);
      return after;
    });
  renderPlace(
    <>
      <MemoriesView />
      <UndoButton />
    </>,
    address,
    {
      "memories.count": () => store.size,
      "memories.list": ({ trash }) => ({
        items: [...store.values()].filter(({ deletedAt }) => (deletedAt !== null) === (trash === "only")).reverse(),
      }),
      "memories.get": ({ reference }) => store.get(reference) as Memory,
      "memories.delete": ({ references }) => change(references as readonly string[], DELETED_AT),
      "memories.restore": ({ references }) => change(references as readonly string[], null),
      "memories.similar": () => [],
      "inbox.counts": () => ({ pending: 0, rejected: 0 }) as never,
    },
  );
}

const undo = () => fireEvent.click(screen.getByRole("button", { name: "Undo the last change" }));
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const goTo = (address: string) =>
  act(() => {
    history.pushState(null, "", address);
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
const isOpen = (hash: string) => waitFor(() => expect(location.hash).toBe(hash));
const undone = () => screen.findByText(/^Undone/);

it("opens each deleted memory again when its deletion is undone", async () => {
  show("#/memories/all/03");
  await screen.findByRole("option", { name: /Memory 03/ });
  press("Backspace");
  await isOpen("#/memories/all/02");
  await screen.findByText(/ deleted\.$/);
  press("Backspace");
  await isOpen("#/memories/all/01");
  undo();
  await isOpen("#/memories/all/02");
  undo();
  await isOpen("#/memories/all/03");
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("Memory 03");
});

it("opens it in the list that is shown by then", async () => {
  show("#/memories/all/03");
  await screen.findByRole("option", { name: /Memory 03/ });
  press("Backspace");
  await isOpen("#/memories/all/02");
  goTo("#/memories/all/01?namespace=decisions");
  undo();
  await isOpen("#/memories/all/03?namespace=decisions");
});

it("opens a memory of the trash again when its restoration is undone", async () => {
  show("#/memories/trash/03", ["03", "02"]);
  await screen.findByRole("option", { name: /Memory 03/ });
  press("r");
  await isOpen("#/memories/trash/02");
  undo();
  await isOpen("#/memories/trash/03");
});

it.each(["#/memories/all/new", "#/memories/trash", "#/activity"])("does not leave %s for it", async (shown) => {
  show("#/memories/all/03");
  await screen.findByRole("option", { name: /Memory 03/ });
  press("Backspace");
  await isOpen("#/memories/all/02");
  await screen.findByText(/ deleted\.$/);
  goTo(shown);
  undo();
  await undone();
  expect(location.hash.startsWith(shown)).toBe(true);
});
