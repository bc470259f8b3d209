import type { RequestDetail } from "../../../../electron/core/request-log.ts";

/** Headers that curl sets itself, or that belong to one connection. */
const NOT_REPEATED = new Set([
  "host",
  "connection",
  "content-length",
  "accept-encoding",
  "transfer-encoding",
  "keep-alive",
  "user-agent",
  "accept-language",
]);

/** What stands where the token was; the shell fills it in. */
export const TOKEN_PLACEHOLDER = "$RECOLLECT_TOKEN";

/**
 * A command for a POSIX shell that sends the message again. The token is never in it: `Authorization` reads the
 * environment variable `RECOLLECT_TOKEN`. Null for what cannot be sent from outside (our own notifications).
 *
 * @param endpoint the MCP address, `http://127.0.0.1:7325/mcp`; REST requests go beside it
 */
export function curlCommand(detail: RequestDetail, endpoint: string): string | null {
  if (detail.direction === "sent") {
    return null;
  }
  const rest = /^(GET|POST) (\/\S*)$/.exec(detail.method ?? "");
  const method = rest?.[1] ?? "POST";
  const url = rest?.[2] === undefined ? endpoint : new URL(rest[2], endpoint).href;
  const headers = Object.entries(detail.requestHeaders)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !NOT_REPEATED.has(name) && !name.startsWith("sec-") && name !== "authorization");
  const has = (name: string) => headers.some(([other]) => other === name);
  const parts = [
    `curl -X ${method} ${quoted(url)}`,
    `-H "Authorization: Bearer ${TOKEN_PLACEHOLDER}"`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(method === "POST" && !has("content-type") ? [`-H 'content-type: application/json'`] : []),
    ...(rest === null && !has("accept") ? [`-H 'accept: application/json, text/event-stream'`] : []),
    ...(method === "POST" && detail.requestBody !== null ? [`--data-raw ${quoted(detail.requestBody)}`] : []),
  ];
  return parts.join(" \\\n  ");
}

/** One word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
