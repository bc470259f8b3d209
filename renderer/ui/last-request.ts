import type { Text } from "../../electron/text/en.ts";
import { knownText } from "../../electron/text/message.ts";
import type { ClientActivity } from "../../electron/window-api/contract.ts";
import { formatAgo } from "./time.tsx";

/** A tool; other messages of the protocol say nothing to a person. */
const TOOL_NAME = /^[a-z_]+$/;

/**
 * What a client did last and when, such as "last: search memories 12 s ago". The name of another server's tool is shown as
 * it is. @param now milliseconds since 1970
 */
export function describeLastRequest(
  { lastMethod, lastSeenAt }: Pick<ClientActivity, "lastMethod" | "lastSeenAt">,
  now: number,
  text: Text,
): string {
  const ago = formatAgo(lastSeenAt, now, text);
  if (lastMethod === null || !TOOL_NAME.test(lastMethod)) return text.clients.lastSeen(ago);
  return text.clients.last(knownText(text.common.tools, lastMethod), ago);
}
