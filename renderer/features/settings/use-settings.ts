import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";

/** The settings and a mutation that updates them. Each caller has its own mutation state. */
export function useSettings() {
  const settings = useBridgeQuery("settings.get", {});
  const update = useBridgeMutation("settings.update", {
    stores: ["settings.get", {}],
    refreshes: ["clients.configurations"],
  });
  return { settings, update };
}
