import type { ServerResponse } from "node:http";

/** A comment line every 15 seconds keeps proxies from closing a silent stream (WHATWG HTML, section 9.2.7). */
const KEEP_ALIVE_INTERVAL_MS = 15_000;
/** A stream whose reader leaves this many bytes unread is closed; the reader reconnects when it can. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;

/** Sends a complete JSON response. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  // Node sends a string together with the headers, and a buffer apart from them.
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  response.writeHead(status, { "content-type": "application/json", "content-length": length, ...headers });
  response.end(text);
}

/** Starts a stream of server-sent events (WHATWG HTML, section 9.2) and keeps it alive until the response is closed. */
export function startEventStream(response: ServerResponse, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    connection: "keep-alive",
    ...headers,
  });
  const timer = setInterval(() => response.write(": keep-alive\n\n"), KEEP_ALIVE_INTERVAL_MS);
  timer.unref();
  response.once("close", () => clearInterval(timer));
}

/** Writes one event with `data` as JSON, which never contains a line break. */
export function writeEvent(
  response: ServerResponse,
  data: unknown,
  { event, id }: { readonly event?: string; readonly id?: string } = {},
): void {
  const fields = (event === undefined ? "" : `event: ${event}\n`) + (id === undefined ? "" : `id: ${id}\n`);
  response.write(`${fields}data: ${JSON.stringify(data)}\n\n`);
  if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
}
