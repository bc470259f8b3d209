import type { IncomingMessage } from "node:http";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isRecord } from "../core/util/is-record.ts";
import { type ClientRequest, formatId, type JsonObject } from "./client-message.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { readBody } from "./http-channel.ts";
import type { LineWriter } from "./stdio.ts";

/** JSON-RPC errors that the shim itself sends. */
export const INVALID_REQUEST = -32600;
export const INTERNAL_ERROR = -32603;
/** The application cannot be reached, or whether it carried out the request is unknown. */
export const UNAVAILABLE = -32000;
const PERMISSION_DENIED = -32003;

/** Sees each server message before the client does, and returns the messages to write instead, usually `[text]`. */
export type MessageFilter = (text: string, message: JsonObject) => readonly string[];

/**
 * Writes the server's response to one request, and the messages before it on the same stream.
 * @throws ConnectionFailure if the HTTP response ends before the JSON-RPC response
 */
export async function deliverResponse(
  request: ClientRequest,
  response: IncomingMessage,
  writer: LineWriter,
  filter: MessageFilter,
): Promise<void> {
  const write = async (text: string, message: JsonObject) => {
    for (const line of filter(text, message)) await writer.write(line);
  };
  if (!isEventStream(response)) {
    const body = (await readBody(response)).toString("utf8");
    const message = parseObject(body);
    if (isResponseTo(request, response, message)) return write(body, message);
    const refusal = formatRefusal(request.id, response.statusCode ?? 0, body);
    return write(refusal, parseObject(refusal) ?? {});
  }
  let responded = false;
  try {
    await forwardEvents(response, async ({ data }) => {
      const message = data === "" ? null : parseObject(data);
      if (message === null) return;
      responded ||= isResponse(message);
      await write(data, message);
    });
  } catch (error) {
    if (!responded) throw error;
  }
  if (!responded) throw new ConnectionFailure(true, new Error("The stream ended before the response."));
}

export function isEventStream(response: IncomingMessage): boolean {
  return (response.headers["content-type"] ?? "").startsWith("text/event-stream");
}

/** Whether a message responds to a request; otherwise it is a request or a notification. */
export function isResponse(message: JsonObject): boolean {
  return !("method" in message) && ("result" in message || "error" in message);
}

/**
 * Passes each event of a stream to `take`, and reads no further until it has finished.
 * @throws ConnectionFailure if the stream breaks off
 */
export async function forwardEvents(
  response: IncomingMessage,
  take: (event: EventSourceMessage) => Promise<void>,
): Promise<void> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  response.setEncoding("utf8");
  const chunks = response[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      throw new ConnectionFailure(true, error);
    });
    if (next.done) return;
    parser.feed(next.value as string);
    for (const event of events.splice(0)) await take(event);
  }
}

/** Reads the first JSON-RPC response from either kind of HTTP response; null if there is none. */
export async function readFirstResponse(response: IncomingMessage): Promise<JsonObject | null> {
  if (!isEventStream(response)) return parseObject((await readBody(response)).toString("utf8"));
  let first: JsonObject | null = null;
  await forwardEvents(response, async ({ data }) => {
    const message = first === null && data !== "" ? parseObject(data) : null;
    if (message !== null && isResponse(message)) first = message;
  });
  return first;
}

/** A JSON-RPC error as text; `id` is JSON, or null if the id of the message is unknown. */
export function formatError(id: string | null, code: number, message: string, data?: unknown): string {
  return `{"jsonrpc":"2.0","id":${id ?? "null"},"error":${JSON.stringify({ code, message, data })}}`;
}

/**
 * The JSON-RPC error for a request that the server refused by HTTP status: the error in the body if that is a JSON-RPC
 * or REST error, otherwise an error that names the status.
 */
export function formatRefusal(id: string, status: number, body: string): string {
  const error = parseObject(body)?.error;
  if (isRecord(error) && typeof error.code === "number" && typeof error.message === "string") {
    return formatError(id, error.code, error.message, error.data);
  }
  const { message, hint } = isRecord(error) ? error : { message: null, hint: null };
  const detail = typeof message === "string" ? message : `HTTP status ${status}`;
  const advice = typeof hint === "string" ? ` ${hint}` : "";
  return formatError(id, codeOf(status), `Recollect refused the request: ${detail}${advice}`, { httpStatus: status });
}

function codeOf(status: number): number {
  if (status === 401 || status === 403) return PERMISSION_DENIED;
  if (status === 413) return INVALID_REQUEST;
  return status >= 500 ? UNAVAILABLE : INTERNAL_ERROR;
}

/** A server that cannot read the id of a request responds with null, which would leave the client waiting. */
function isResponseTo(
  request: ClientRequest,
  { statusCode }: IncomingMessage,
  message: JsonObject | null,
): message is JsonObject {
  if (message === null || !isResponse(message)) return false;
  return statusCode === 200 || formatId(message.id) === request.id;
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
