import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge.tsx";

/** The watched files, changes of them, and an immediate scan. */
export function useWatch() {
  const refreshes = ["clientMemories.status", "clientMemories.survey"] as const;
  const { data: settings } = useBridgeQuery("clientMemories.settings", {});
  const change = useBridgeMutation("clientMemories.updateSettings", {
    stores: ["clientMemories.settings", {}],
    refreshes,
  });
  const scan = useBridgeMutation("clientMemories.scan", { refreshes });
  return { settings, change, scan };
}
