import { useQueryClient } from "@tanstack/react-query";
import type { ModelStatus } from "../../../../electron/ipc/contract.ts";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";

/** The model's status, and a way to put in what a change answered. */
export function useModelStatus() {
  const client = useQueryClient();
  const status = useBridgeQuery("model.status", {});
  return { ...status, put: (next: ModelStatus) => void client.setQueryData(["model.status", {}], next) };
}
