import { useQueryClient } from "@tanstack/react-query";
import { useBridgeMutation, useBridgeQuery } from "../../data/use-bridge-query.ts";

/** The settings, and a change to them; each caller sees the failure of its own change. */
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
