import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { MethodInput } from "../../../../electron/ipc/contract.ts";
import type { BridgeError } from "../../../bridge.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeEvent } from "../../../data/use-bridge-event.ts";

const PAGE = 50;

/** Memories that a filter lets through, page by page; asked again when one of them changes. */
export function useListed(filter: Omit<MethodInput<"memories.list">, "limit" | "cursor">) {
  const bridge = useBridge();
  const client = useQueryClient();
  const pages = useInfiniteQuery({
    queryKey: ["health.listed", filter],
    queryFn: ({ pageParam }) =>
      bridge.invoke("memories.list", { ...filter, limit: PAGE, ...(pageParam === "" ? {} : { cursor: pageParam }) }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 5_000,
  });
  const memories: readonly Memory[] | undefined = pages.data?.pages.flatMap(({ items }) => items);
  useBridgeEvent("memories.changed", () => void client.invalidateQueries({ queryKey: ["health.listed"] }));
  return {
    memories,
    error: pages.error as BridgeError | null,
    retry: () => void pages.refetch(),
    more: pages.hasNextPage ? () => void pages.fetchNextPage({ cancelRefetch: false }) : null,
  };
}
