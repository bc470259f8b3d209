import type { KnownClient, PluginInfo } from "../../../electron/window-api/contract.ts";
import { useBridgeQuery } from "../../data/use-bridge.tsx";

/** A supported client with its connection: by its configuration file, or by its plugin, which contains the server. */
export interface CatalogueClient extends KnownClient {
  /** Null without a plugin for it. */
  readonly plugin: PluginInfo["state"] | null;
  readonly isConnected: boolean;
}

/** The supported clients. */
export function useCatalogue() {
  const catalogue = useBridgeQuery("connections.catalogue", {}, { refetchOnMount: "always" });
  const plugins = useBridgeQuery("plugins.list", {}, { refetchOnMount: "always" });
  // A failed list is pending again during the next read, so that state would show and hide its readers in turn.
  const isPending = catalogue.isPending || !plugins.isFetched;
  const data = !plugins.isFetched
    ? undefined
    : catalogue.data?.map((client): CatalogueClient => {
        const plugin = plugins.data?.find(({ clientId }) => clientId === client.id)?.state ?? null;
        const hasPlugin = plugin !== null && plugin !== "absent";
        return { ...client, plugin, isConnected: client.state === "connected" || hasPlugin };
      });
  return {
    data,
    isPending,
    // Without the list of plugins, files still show most connections.
    error: catalogue.error,
    refetch: () => Promise.all([catalogue.refetch(), plugins.refetch()]),
  };
}
