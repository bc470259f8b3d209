import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import type { Memory } from "../../../../electron/core/memory.ts";
import { sampleMemory } from "../../../testing/sample-memory.ts";
import { parseQuery } from "../query/memory-query.ts";
import { createMemoryCache } from "./memory-cache.ts";
import { type MemoryPage, type MemoryPages, rowsOf } from "./memory-pages.ts";

const memoryOf = (day: number) => sampleMemory({ id: `0${day}`, createdAt: `2026-01-0${day}T00:00:00.000Z` });

/** The list of everything, its pages read by `read`; there is always a next one. */
function observe(client: QueryClient, read: (cursor: string | null) => Promise<readonly Memory[]>) {
  return new InfiniteQueryObserver<MemoryPage, Error, MemoryPages, readonly unknown[], string | null>(client, {
    queryKey: ["memories.pages", parseQuery("all", new URLSearchParams())],
    queryFn: async ({ pageParam }) => ({
      rows: (await read(pageParam)).map((memory) => ({ memory, match: null })),
      nextCursor: `after ${pageParam ?? "nothing"}`,
      mode: null,
      notices: [],
    }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

it("keeps what comes in while the next page is read", async () => {
  const client = new QueryClient();
  const answers: (() => void)[] = [];
  const observer = observe(client, async (cursor) => {
    if (cursor === null) return [memoryOf(2)];
    await new Promise<void>((resolve) => answers.push(resolve));
    return [memoryOf(1)];
  });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  const reading = observer.fetchNextPage();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  createMemoryCache(client).insert([memoryOf(3)]);
  for (const answer of answers) answer();
  await reading;
  await vi.waitFor(() =>
    expect(rowsOf(observer.getCurrentResult().data).map(({ memory }) => memory.id)).toEqual(["03", "02", "01"]),
  );
  stop();
});

it("starts a list over with one question, however far it was read", async () => {
  const client = new QueryClient();
  const asked: (string | null)[] = [];
  const observer = observe(client, async (cursor) => {
    asked.push(cursor);
    return [];
  });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  await observer.fetchNextPage();
  await observer.fetchNextPage();
  asked.length = 0;
  await createMemoryCache(client).startOver();
  expect(asked).toEqual([null]);
  expect(observer.getCurrentResult().data?.pages).toHaveLength(1);
  stop();
});
