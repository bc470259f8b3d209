import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Bridge, BridgeError } from "../../../bridge.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { isSearch, type MemoryQuery, toFilter } from "../query/memory-query.ts";
import type { MemoryPage, MemoryPages } from "./memory-pages.ts";

/**
 * Rows carry whole contents, so that a page opens without another question: 100 of 5 KB are 1.7 ms of work, but 100 of
 * 64 KB, the most there is, are 40 ms. The first page is what is waited for.
 */
const FIRST_LIST_PAGE = 40;
const LIST_PAGE = 80;
/** More than the tallest window shows at once; the next page is asked for before its end is in sight. */
const SEARCH_PAGE = 30;

/** The list or the search that a query means, page by page. What was there stays in sight until the next answer. */
export function useMemoryPages(query: MemoryQuery) {
  const bridge = useBridge();
  return useInfiniteQuery<MemoryPage, BridgeError, MemoryPages, readonly unknown[], string | null>({
    queryKey: ["memories.pages", query],
    // The signal is raised when another query takes this one's place: then it is taken back.
    queryFn: ({ pageParam, signal }) => readPage(bridge, query, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

async function readPage(
  bridge: Bridge,
  query: MemoryQuery,
  cursor: string | null,
  signal: AbortSignal,
): Promise<MemoryPage> {
  const filter = { ...toFilter(query), ...(cursor === null ? {} : { cursor }) };
  if (isSearch(query)) {
    const found = await bridge.invoke("memories.search", { ...filter, query: query.text, limit: SEARCH_PAGE }, signal);
    return {
      rows: found.items.map(({ memory, matched }) => ({ memory, match: matched })),
      nextCursor: found.nextCursor ?? null,
      mode: found.mode,
      notices: found.notices,
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
    notices: [],
  };
}
