import type { Entry } from "./client.ts";

/** The only schemes that the application opens for a client's link. */
export const DEEP_LINK_SCHEMES = ["cursor:", "vscode:", "lmstudio:", "goose:"] as const;

/** The entry in base64 as a query's value, as Cursor and LM Studio take it. */
export function encodeEntry(entry: Entry): string {
  return encodeURIComponent(Buffer.from(JSON.stringify(entry)).toString("base64"));
}
