import { type InfiniteData, type UseInfiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { BridgeError } from "../bridge.ts";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

type PagesOptions<Item> = Omit<
  UseInfiniteQueryOptions<Page<Item>, BridgeError, InfiniteData<Page<Item>>, readonly unknown[], string | undefined>,
  "initialPageParam" | "getNextPageParam" | "queryFn"
>;

/** Reads a list page by page. @param read reads the page at a cursor; without one, the first page */
export function useBridgePages<Item>(
  options: PagesOptions<Item> & {
    readonly read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>;
  },
) {
  const { read, ...settings } = options;
  const pages = useInfiniteQuery({
    ...settings,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  return {
    pages,
    /** Undefined until the first page has arrived. */
    items: pages.data?.pages.flatMap(({ items }) => items),
    error: pages.error,
    retry: () => void pages.refetch(),
    hasMore: hasNextPage && !isFetchNextPageError,
    /** Reads the next page. After a failure only `retryMore` reads it. */
    loadMore: () => {
      if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false });
    },
    retryMore: () => void fetchNextPage({ cancelRefetch: false }),
  };
}
