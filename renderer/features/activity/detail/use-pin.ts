import { useQueryClient } from "@tanstack/react-query";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { useBridgeMutation } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { tellError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";

/** Pins messages or unpins them; says why where that is refused. @param onChanged takes the rows as they are then */
export function usePin(onChanged: (rows: readonly RequestSummary[]) => void) {
  const words = useText();
  const client = useQueryClient();
  const toast = useToast();
  return useBridgeMutation("requests.setPinned", {
    onSuccess: (rows) => {
      onChanged(rows);
      for (const { id } of rows) void client.invalidateQueries({ queryKey: ["requests.get", { id }] });
    },
    onError: (error) => {
      toast.show({ message: tellError(error, words), tone: "bad" });
    },
  });
}
