import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Bridge, BridgeError } from "../../../bridge.ts";
import { useBridge } from "../../../data/use-bridge.tsx";
import { isSearch, type MemoryQuery, toFilter } from "../query/memory-query.ts";
import type { MemoryPage, MemoryPages } from "./memory-pages.ts";

/**
 * Page sizes. Rows contain the full content, so that a memory opens without another request. Measured: 100 rows of 5 KB
 * take 1.7 ms, 100 rows of 64 KB (the maximum) 40 ms. The first page is smaller because the window waits for it.
 */
const FIRST_LIST_PAGE = 40;
const LIST_PAGE = 80;
/** More rows than the tallest window shows; the next page is requested before the last row is visible. */
const SEARCH_PAGE = 30;

/**
 * Fetches the list or search of a query page by page. The previous rows are shown until the first page has arrived.
 *
 * @param isComplete whether a search also returns memories that are less likely to be relevant
 */
export function useMemoryPages(query: MemoryQuery, isComplete: boolean) {
  const bridge = useBridge();
  return useInfiniteQuery<MemoryPage, BridgeError, MemoryPages, readonly unknown[], string | null>({
    queryKey: ["memories.pages", query, isComplete],
    // The signal aborts the request when another query replaces this one.
    queryFn: ({ pageParam, signal }) => readPage(bridge, { query, isComplete, cursor: pageParam }, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

async function readPage(
  bridge: Bridge,
  { query, isComplete, cursor }: { query: MemoryQuery; isComplete: boolean; cursor: string | null },
  signal: AbortSignal,
): Promise<MemoryPage> {
  const filter = { ...toFilter(query), cursor: cursor ?? undefined };
  if (isSearch(query)) {
    const minScore = isComplete ? 0 : undefined;
    const input = { ...filter, query: query.text, limit: SEARCH_PAGE, minScore };
    const found = await bridge.invoke("memories.search", input, signal);
    return {
      rows: found.items.map(({ memory, matched }) => ({ memory, match: matched })),
      nextCursor: found.nextCursor ?? null,
      mode: found.mode,
      notices: found.notices,
      lessLikely: found.lessLikely,
    };
  }
  const page = await bridge.invoke(
    "memories.list",
    { ...filter, sort: query.sort, limit: cursor === null ? FIRST_LIST_PAGE : LIST_PAGE },
    signal,
  );
  return {
    rows: page.items.map((memory) => ({ memory, match: null })),
    nextCursor: page.nextCursor ?? null,
    mode: null,
    notices: page.notices ?? [],
    lessLikely: 0,
  };
}
