import { useQueryClient } from "@tanstack/react-query";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge.tsx";

/** The settings and a mutation that updates them. Each caller has its own mutation state. */
export function useSettings() {
  const client = useQueryClient();
  const settings = useBridgeQuery("settings.get", {});
  const update = useBridgeMutation("settings.update", {
    onSuccess: (next) => {
      client.setQueryData(["settings.get", {}], next);
      void client.invalidateQueries({ queryKey: ["clients.configurations"] });
    },
  });
  return { settings, update };
}
