import { useQueryClient } from "@tanstack/react-query";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { useBridgeMutation } from "../../../data/use-bridge.tsx";
import { useText } from "../../../text/use-text.ts";
import { errorSentence } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";

/** Pins or unpins messages and reports a failure. @param onChanged receives the changed rows */
export function usePin(onChanged: (rows: readonly RequestSummary[]) => void) {
  const words = useText();
  const client = useQueryClient();
  const toast = useToast();
  return useBridgeMutation("requests.setPinned", {
    onSuccess: (rows) => {
      onChanged(rows);
      for (const { id } of rows) void client.invalidateQueries({ queryKey: ["requests.get", { id }] });
    },
    onError: (error) => toast.show({ message: errorSentence(error, words), tone: "bad" }),
  });
}
