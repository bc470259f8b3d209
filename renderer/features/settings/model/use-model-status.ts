import { useQueryClient } from "@tanstack/react-query";
import type { ModelStatus } from "../../../../electron/window-api/contract.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";

/** The status of the model. `put` stores the status that a mutation returned. */
export function useModelStatus() {
  const client = useQueryClient();
  const status = useBridgeQuery("model.status", {});
  return { ...status, put: (next: ModelStatus) => void client.setQueryData(["model.status", {}], next) };
}
