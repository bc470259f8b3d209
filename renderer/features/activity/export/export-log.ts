import type { RequestSelection } from "../../../../electron/core/request-log.ts";
import type { Bridge } from "../../../bridge.ts";

/** Reads a selection of the log part by part: a Blob of JSON Lines, oldest first, and how many messages it holds. */
export async function readExport(
  bridge: Pick<Bridge, "invoke">,
  selection: RequestSelection,
): Promise<{ readonly file: Blob; readonly messages: number }> {
  const { ids, ...filter } = selection;
  const parts: string[] = [];
  let messages = 0;
  let cursor: string | undefined;
  do {
    const part = await bridge.invoke("requests.export", {
      ...filter,
      ...(ids === undefined ? {} : { ids: [...ids] }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    parts.push(part.lines);
    messages += part.lines.split("\n").length - 1;
    cursor = part.nextCursor;
  } while (cursor !== undefined);
  return { file: new Blob(parts, { type: "application/jsonl" }), messages };
}
