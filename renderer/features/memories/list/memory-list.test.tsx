import { defaultScheduler, notifyManager } from "@tanstack/react-query";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Memory } from "../../../../electron/core/memory.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleMemory } from "../../../testing/samples.ts";
import { MemoriesProvider } from "../memories-context.tsx";
import { ListPane } from "./list-pane.tsx";
import { ROW_HEIGHT } from "./row-shape.ts";

/** A memory that a client captured in a minute of one hour, from 01 to 59. */
const capturedAt = (minute: number, rest: Partial<Memory> = {}) => {
  const id = String(minute).padStart(2, "0");
  const client = { name: "claude-code", version: "2" };
  return sampleMemory({ id, client, createdAt: `2026-01-05T10:${id}:00.000Z`, ...rest });
};
const minutes = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => capturedAt(from + index));

/** Renders a list of memories, scrolled down by a number of rows. */
async function renderList(memories: readonly Memory[], address: string, scrolled: number) {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const bridge = renderPlace(
    <MemoriesProvider>
      <ListPane isWelcoming={false} />
    </MemoriesProvider>,
    address,
    {
      "memories.list": ({ sort }) => ({ items: sort === "created-ascending" ? memories : memories.toReversed() }),
      "memories.count": () => byId.size,
      "memories.get": ({ reference }) => byId.get(reference) ?? sampleMemory(),
    },
  );
  const list = await screen.findByRole("listbox");
  // happy-dom has no layout. The virtualizer limits a scroll to this height.
  Object.defineProperty(list, "scrollHeight", { get: () => heightOf(list) });
  list.scrollTop = scrolled * ROW_HEIGHT;
  fireEvent.scroll(list);
  /** Reports that clients captured memories. */
  const capture = (...captured: readonly Memory[]) =>
    act(async () => {
      for (const memory of captured) byId.set(memory.id, memory);
      const changes = captured.map(({ id, urn, domain, namespace, tags, revision, pinned, client }) => {
        const previous = { previousUrn: urn, previousTags: tags };
        return { kind: "captured" as const, id, urn, domain, namespace, tags, revision, pinned, client, ...previous };
      });
      bridge.emit({ name: "memories.changed", payload: changes });
    });
  return { list, capture };
}

/** Notifies the list of changed rows immediately, so that they are rendered together with their number. */
const notifyAtOnce = () => notifyManager.setScheduler((notify) => notify());

/** Holds the notifications about changed rows until the returned function is called. */
function holdRows(): () => Promise<void> {
  const held: (() => void)[] = [];
  notifyManager.setScheduler((notify) => held.push(notify));
  return () =>
    act(async () => {
      notifyManager.setScheduler(defaultScheduler);
      for (const notify of held) notify();
    });
}

afterEach(() => notifyManager.setScheduler(defaultScheduler));

/** The height of the content in pixels. */
const heightOf = (list: HTMLElement) => Number.parseInt((list.firstElementChild as HTMLElement).style.height, 10);
const rowsIn = (list: HTMLElement) => Math.floor(heightOf(list) / ROW_HEIGHT);

describe("MemoryList", () => {
  it("puts the days above the rows if it is sorted by time, and names the author of each", async () => {
    // happy-dom has no layout. The list needs heights to know which rows are visible.
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
    onTestFinished(() => void vi.restoreAllMocks());
    const before = capturedAt(1, { createdAt: "2025-03-02T10:00:00.000Z", client: null });
    const { list } = await renderList([before, ...minutes(2, 3)], "#/memories/all", 0);
    const texts = () => [...(list.firstElementChild?.children ?? [])].map((row) => row.textContent ?? "");
    expect(texts()).toHaveLength(5);
    expect(texts()[0]).toMatch(/January 5/);
    expect(texts()[1]).toMatch(/^CC03.*by Claude Code$/);
    expect(texts()[3]).toBe("March 2, 2025");
    expect(texts()[4]).toMatch(/^01.*by you$/);
    expect(
      within(list)
        .getAllByRole("option")
        .map((row) => row.getAttribute("aria-posinset")),
    ).toEqual(["1", "2", "3"]);
    act(() => {
      location.hash = "#/memories/all?sort=recalled";
    });
    await expect.poll(texts).toHaveLength(3);
  });

  it("keeps the visible rows in place when new rows are rendered together with their number", async () => {
    const { list, capture } = await renderList(minutes(1, 20), "#/memories/all", 8);
    notifyAtOnce();
    await capture(...minutes(21, 25));
    await screen.findByRole("button", { name: "5 new" });
    await expect.poll(() => rowsIn(list)).toBe(25);
    expect(list.scrollTop).toBe(13 * ROW_HEIGHT);
  });

  it("keeps the visible rows in place when new rows are rendered after their number", async () => {
    const { list, capture } = await renderList(minutes(1, 20), "#/memories/all", 8);
    const showRows = holdRows();
    await capture(...minutes(21, 25));
    await screen.findByRole("button", { name: "5 new" });
    expect(rowsIn(list)).toBe(20);
    expect(list.scrollTop).toBe(8 * ROW_HEIGHT);
    await showRows();
    await expect.poll(() => rowsIn(list)).toBe(25);
    expect(list.scrollTop).toBe(13 * ROW_HEIGHT);
  });

  it("does not scroll when new rows are inserted below the visible ones", async () => {
    const { list, capture } = await renderList(minutes(1, 3), "#/memories/all?sort=created-ascending", 0);
    notifyAtOnce();
    await capture(...minutes(4, 8));
    await screen.findByRole("button", { name: "5 new" });
    await expect.poll(() => rowsIn(list)).toBe(8);
    expect(list.scrollTop).toBe(0);
  });
});
