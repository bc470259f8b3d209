import type { ClientRequest } from "./client-message.ts";

/** What `Mcp-Name` repeats of a request's parameters (2026-07-28, Streamable HTTP, standard request headers). */
const NAME_SOURCES: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** The headers that a request of 2026-07-28 or later must repeat from its body; none for older ones. */
export function standardHeaders(request: Pick<ClientRequest, "method" | "params" | "version">): Record<string, string> {
  if (request.version === null) return {};
  const source = Object.hasOwn(NAME_SOURCES, request.method) ? NAME_SOURCES[request.method] : undefined;
  const name = source === undefined ? undefined : request.params[source];
  return {
    "mcp-protocol-version": encodeHeaderValue(request.version),
    "mcp-method": encodeHeaderValue(request.method),
    ...(typeof name === "string" ? { "mcp-name": encodeHeaderValue(name) } : {}),
  };
}

/**
 * A text as a header's value: as it is where it is visible ASCII, else `=?base64?…?=` around the base 64 of its UTF-8, as
 * 2026-07-28 writes header values.
 */
export function encodeHeaderValue(value: string): string {
  const plain = /^[\t\x20-\x7e]+$/.test(value) && value === value.trim() && !/^=\?base64\?.*\?=$/.test(value);
  return plain ? value : `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;
}
