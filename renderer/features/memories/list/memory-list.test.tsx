import { defaultScheduler, notifyManager } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Memory } from "../../../../electron/core/memory.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleMemory } from "../../../testing/samples.ts";
import { MemoriesProvider } from "../memories-context.tsx";
import { ListPane } from "./list-pane.tsx";
import { ROW_HEIGHT } from "./row-shape.ts";

/** A memory that a client captured on a day of January, from 01 to 31. */
const capturedOn = (day: number) => {
  const id = String(day).padStart(2, "0");
  const client = { name: "Claude Code", version: "2" };
  return sampleMemory({ id, client, createdAt: `2026-01-${id}T00:00:00.000Z` });
};
const days = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => capturedOn(from + index));

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
  it("keeps the visible rows in place when new rows are rendered together with their number", async () => {
    const { list, capture } = await renderList(days(1, 20), "#/memories/all", 8);
    notifyAtOnce();
    await capture(...days(21, 25));
    await screen.findByRole("button", { name: "5 new" });
    await expect.poll(() => rowsIn(list)).toBe(25);
    expect(list.scrollTop).toBe(13 * ROW_HEIGHT);
  });

  it("keeps the visible rows in place when new rows are rendered after their number", async () => {
    const { list, capture } = await renderList(days(1, 20), "#/memories/all", 8);
    const showRows = holdRows();
    await capture(...days(21, 25));
    await screen.findByRole("button", { name: "5 new" });
    expect(rowsIn(list)).toBe(20);
    expect(list.scrollTop).toBe(8 * ROW_HEIGHT);
    await showRows();
    await expect.poll(() => rowsIn(list)).toBe(25);
    expect(list.scrollTop).toBe(13 * ROW_HEIGHT);
  });

  it("does not scroll when new rows are inserted below the visible ones", async () => {
    const { list, capture } = await renderList(days(1, 3), "#/memories/all?sort=created-ascending", 0);
    notifyAtOnce();
    await capture(...days(4, 8));
    await screen.findByRole("button", { name: "5 new" });
    await expect.poll(() => rowsIn(list)).toBe(8);
    expect(list.scrollTop).toBe(0);
  });
});
