import { QueryCache, QueryClient } from "@tanstack/react-query";
import type { MethodName } from "../../electron/ipc/contract.ts";
import { BridgeError } from "../bridge.ts";

const STATUS: MethodName = "app.status";

/**
 * The window's cache. Nothing goes stale by time: events say what changed. The application is on this machine, so the
 * network's state is never asked.
 */
export function createQueryClient(): QueryClient {
  const isOffline = (error: Error) => error instanceof BridgeError && error.code === "offline";
  const client = new QueryClient({
    // The status block is to tell at once what the first failed question shows.
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isOffline(error) && query.queryKey[0] !== STATUS) void client.invalidateQueries({ queryKey: [STATUS] });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        networkMode: "always",
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => isOffline(error) && failures < 2,
        retryDelay: 400,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
  return client;
}
