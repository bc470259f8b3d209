import type { IncomingMessage } from "node:http";
import type { JsonObject } from "./client-message.ts";
import { createEventStreamReader, type StreamEvent } from "./event-stream.ts";
import { ConnectionFailure, readBody } from "./http-channel.ts";
import { firstMemberName } from "./member-scanner.ts";

export function isEventStream(response: IncomingMessage): boolean {
  return (response.headers["content-type"] ?? "").startsWith("text/event-stream");
}

/**
 * Hands on each event of a stream in turn; while `take` waits, nothing more is read.
 * @throws ConnectionFailure where the stream breaks off
 */
export async function forwardEvents(
  response: IncomingMessage,
  take: (event: StreamEvent) => Promise<void>,
): Promise<void> {
  const read = createEventStreamReader();
  response.setEncoding("utf8");
  const chunks = response[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      throw new ConnectionFailure(true, error);
    });
    if (next.done) return;
    for (const event of read(next.value as string)) await take(event);
  }
}

/** Whether a message of the server's answers a request; otherwise it is a request or a notification of its own. */
export function isResponse(message: string): boolean {
  const name = firstMemberName(message, "method", "result", "error");
  return name === "result" || name === "error";
}

/** The first response in an answer of either kind, parsed; what else is in it is passed over. */
export async function firstResponse(response: IncomingMessage): Promise<JsonObject | null> {
  if (!isEventStream(response)) return parse((await readBody(response)).toString("utf8"));
  let found: JsonObject | null = null;
  await forwardEvents(response, async (event) => {
    if (found === null && event.data !== "" && isResponse(event.data)) found = parse(event.data);
  });
  return found;
}

function parse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}
