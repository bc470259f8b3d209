import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { parseQuery } from "../query/memory-query.ts";
import { createMemoryCache } from "./memory-cache.ts";
import type { MemoryPage, MemoryPages } from "./memory-pages.ts";

it("starts a list over with one question, however far it was read", async () => {
  const client = new QueryClient();
  const asked: (string | null)[] = [];
  const observer = new InfiniteQueryObserver<MemoryPage, Error, MemoryPages, readonly unknown[], string | null>(
    client,
    {
      queryKey: ["memories.pages", parseQuery("all", new URLSearchParams())],
      queryFn: async ({ pageParam }) => {
        asked.push(pageParam);
        return { rows: [], nextCursor: `after ${pageParam ?? "nothing"}`, mode: null, notices: [] };
      },
      initialPageParam: null,
      getNextPageParam: (page) => page.nextCursor,
    },
  );
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
