import { QueryCache, QueryClient } from "@tanstack/react-query";
import type { MethodName } from "../../electron/window-api/contract.ts";
import { BridgeError } from "../bridge.ts";

const STATUS: MethodName = "app.status";

/**
 * The window's query cache. Data does not become stale with time: events invalidate it. The application runs on this
 * machine, so the browser's network state is ignored.
 */
export function createQueryClient(): QueryClient {
  const isOffline = (error: Error) => error instanceof BridgeError && error.code === "offline";
  const client = new QueryClient({
    // The first failed query updates the status block immediately.
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
