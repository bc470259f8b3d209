import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { Memory } from "../../../../electron/core/memory.ts";
import { sampleMemory } from "../../../testing/samples.ts";
import { parseQuery } from "../query/memory-query.ts";
import { MemoryCache } from "./memory-cache.ts";
import { type MemoryPage, type MemoryPages, rowsOf } from "./memory-pages.ts";

const memoryOf = (day: number) => sampleMemory({ id: `0${day}`, createdAt: `2026-01-0${day}T00:00:00.000Z` });

/** Observes the list of all memories, or a search. `read` returns its pages, of which there is always a next one. */
function observe(client: QueryClient, read: (cursor: string | null) => Promise<readonly Memory[]>, address = "") {
  return new InfiniteQueryObserver<MemoryPage, Error, MemoryPages, readonly unknown[], string | null>(client, {
    queryKey: ["memories.pages", parseQuery("all", new URLSearchParams(address))],
    queryFn: async ({ pageParam }) => ({
      rows: (await read(pageParam)).map((memory) => ({ memory, match: null })),
      nextCursor: `after ${pageParam ?? "nothing"}`,
      mode: null,
      notices: [],
      lessLikely: 0,
    }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

it("keeps a memory inserted while the next page is fetched", async () => {
  const client = new QueryClient();
  const pending: (() => void)[] = [];
  const observer = observe(client, async (cursor) => {
    if (cursor === null) return [memoryOf(2)];
    await new Promise<void>((resolve) => pending.push(resolve));
    return [memoryOf(1)];
  });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  const reading = observer.fetchNextPage();
  await vi.waitFor(() => expect(pending).toHaveLength(1), 30_000);
  new MemoryCache(client).insert([memoryOf(3)]);
  for (const resolve of pending) resolve();
  await reading;
  await expect
    .poll(() => rowsOf(observer.getCurrentResult().data).map(({ memory }) => memory.id))
    .toEqual(["03", "02", "01"]);
  stop();
});

it("fetches a search again that a restored memory may belong to", async () => {
  const client = new QueryClient();
  const stored = [memoryOf(2), memoryOf(1)];
  const observer = observe(client, async () => [...stored], "q=orders");
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  const cache = new MemoryCache(client);
  const shown = () => rowsOf(observer.getCurrentResult().data).map(({ memory }) => memory.id);
  cache.remove(["02"]);
  cache.insert([{ ...memoryOf(2), deletedAt: "2026-02-01T00:00:00.000Z" }]);
  expect(observer.getCurrentResult().isFetching).toBe(false);
  expect(shown()).toEqual(["01"]);
  cache.insert([memoryOf(2)]);
  await expect.poll(shown).toEqual(["02", "01"]);
  stop();
});

it("fetches only the first page when a list starts over", async () => {
  const client = new QueryClient();
  const cursors: (string | null)[] = [];
  const observer = observe(client, async (cursor) => {
    cursors.push(cursor);
    return [];
  });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  await observer.fetchNextPage();
  await observer.fetchNextPage();
  cursors.length = 0;
  await new MemoryCache(client).startOver();
  expect(cursors).toEqual([null]);
  expect(observer.getCurrentResult().data?.pages).toHaveLength(1);
  stop();
});

it("keeps the newest state of an open memory when responses arrive in reverse order", async () => {
  const client = new QueryClient();
  const cache = new MemoryCache(client);
  const key = ["memories.get", { reference: "01" }];
  const stateOf = (revision: number) => ({ ...memoryOf(1), revision, content: `revision ${revision}` });
  cache.patch(stateOf(3));
  cache.patch(stateOf(2));
  expect(client.getQueryData(key)).toEqual(stateOf(3));

  const response = Promise.withResolvers<Memory>();
  const reading = client.fetchQuery({ queryKey: key, queryFn: () => response.promise });
  cache.patch(stateOf(5));
  response.resolve(stateOf(4));
  await reading;
  await vi.waitFor(() => expect(client.getQueryData(key)).toEqual(stateOf(5)), 30_000);
});
