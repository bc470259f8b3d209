import { QueryClient } from "@tanstack/react-query";
import { BridgeError } from "../bridge.ts";

/**
 * The window's cache. Nothing goes stale by time: events say what changed. The application is on this machine, so the
 * network's state is never asked.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        networkMode: "always",
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => error instanceof BridgeError && error.code === "offline" && failures < 2,
        retryDelay: 400,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}
