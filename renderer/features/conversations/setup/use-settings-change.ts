import { useQueryClient } from "@tanstack/react-query";
import { useBridgeMutation } from "../../../data/use-bridge.tsx";

/** Changes the settings of Conversations and shows them immediately. */
export function useSettingsChange() {
  const cache = useQueryClient();
  return useBridgeMutation("conversations.updateSettings", {
    onSuccess: (settings) => cache.setQueryData(["conversations.settings", {}], settings),
    onSettled: () =>
      Promise.all(
        (["conversations.status", "conversations.sessions", "conversations.survey"] as const).map((method) =>
          cache.invalidateQueries({ queryKey: [method] }),
        ),
      ),
  });
}
