import { useBridgeMutation } from "../../../data/use-bridge.tsx";

/** Changes the settings of Conversations and shows them immediately. */
export function useSettingsChange() {
  return useBridgeMutation("conversations.updateSettings", {
    stores: ["conversations.settings", {}],
    refreshes: ["conversations.status", "conversations.sessions", "conversations.survey"],
  });
}
