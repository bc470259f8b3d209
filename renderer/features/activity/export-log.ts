import { useMutation } from "@tanstack/react-query";
import type { RequestSelection } from "../../../electron/core/request-filter.ts";
import { localDay } from "../../../electron/text/local-time.ts";
import type { Bridge } from "../../bridge.ts";
import { useBridge } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { saveFile } from "../../ui/save-file.ts";
import { useToast } from "../../ui/toast.tsx";

/** Saves a selection of the log as a JSON Lines file and reports the outcome. */
export function useExport(): (selection: RequestSelection) => void {
  const text = useText();
  const bridge = useBridge();
  const toast = useToast();
  const { mutate } = useMutation({
    mutationFn: (selection: RequestSelection) => readExport(bridge, selection),
    onSuccess: ({ file, messages }) => {
      if (messages > 0) saveFile(file, `requests-${localDay(new Date())}.jsonl`);
      toast.show(text.activity.export.done(messages));
    },
    onError: toast.fail,
  });
  return mutate;
}

/** Reads a selection page by page. @returns JSON Lines, oldest first, and the number of messages */
export async function readExport(
  bridge: Pick<Bridge, "invoke">,
  selection: RequestSelection,
): Promise<{ readonly file: Blob; readonly messages: number }> {
  const { ids, ...filter } = selection;
  const parts: string[] = [];
  let messages = 0;
  let cursor: string | undefined;
  do {
    const part = await bridge.invoke("requests.export", { ...filter, ids: ids && [...ids], cursor });
    parts.push(part.lines);
    messages += part.lines.split("\n").length - 1;
    cursor = part.nextCursor;
  } while (cursor !== undefined);
  return { file: new Blob(parts, { type: "application/jsonl" }), messages };
}
