import { useQueryClient } from "@tanstack/react-query";
import { useBridgeMutation, useBridgeQuery } from "../../../data/use-bridge.tsx";

/** The watched files, changes of them, and an immediate scan. */
export function useWatch() {
  const cache = useQueryClient();
  const refresh = () =>
    Promise.all(
      (["clientMemories.status", "clientMemories.survey"] as const).map((method) =>
        cache.invalidateQueries({ queryKey: [method] }),
      ),
    );
  const { data: settings } = useBridgeQuery("clientMemories.settings", {});
  const change = useBridgeMutation("clientMemories.updateSettings", {
    onSuccess: (changed) => cache.setQueryData(["clientMemories.settings", {}], changed),
    onSettled: refresh,
  });
  const scan = useBridgeMutation("clientMemories.scan", { onSettled: refresh });
  return { settings, change, scan };
}
