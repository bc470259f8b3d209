import { useQueryClient } from "@tanstack/react-query";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { useAction } from "../../../data/use-bridge.tsx";

/** Pins or unpins messages and reports a failure. @param onChanged receives the changed rows */
export function usePin(onChanged: (rows: readonly RequestSummary[]) => void) {
  const client = useQueryClient();
  return useAction("requests.setPinned", {
    onSuccess: (rows) => {
      onChanged(rows);
      for (const { id } of rows) void client.invalidateQueries({ queryKey: ["requests.get", { id }] });
    },
  });
}
