import { useMutation } from "@tanstack/react-query";
import type { RequestSelection } from "../../../../electron/core/request-log.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useText } from "../../../text/use-text.ts";
import { tellError } from "../../../ui/error-state.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { useToast } from "../../../ui/toast.tsx";
import { readExport } from "./export-log.ts";

/** Saves a selection of the log as a file of JSON Lines, and says how it went. */
export function useExport(): (selection: RequestSelection) => void {
  const words = useText();
  const text = words.activity.export;
  const bridge = useBridge();
  const toast = useToast();
  const { mutate } = useMutation({
    mutationFn: (selection: RequestSelection) => readExport(bridge, selection),
    onSuccess: ({ file, messages }) => {
      if (messages > 0) saveFile(file, `requests-${new Date().toISOString().slice(0, 10)}.jsonl`);
      toast.show({ message: text.done(messages) });
    },
    onError: (error) => toast.show({ message: tellError(error, words), tone: "bad" }),
  });
  return mutate;
}
