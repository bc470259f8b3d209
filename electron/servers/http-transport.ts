import type { AuthProvider, FetchLike, JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";
import type { RemoteServer } from "../core/servers.ts";
import { isLoopback } from "./definition.ts";
import { RateLimited, Redirected } from "./http-errors.ts";
import { LocalFetch } from "./local-fetch.ts";
import { LocalRequests } from "./local-requests.ts";
import { errorResponse, isTooDeep, parseJson, parseMessage, readMessage } from "./read-message.ts";
import { MessageTooLarge } from "./stdio-transport.ts";

/**
 * Opens the transport of a server over HTTP.
 * @param headers with the secrets
 * @param authProvider the tokens of the owner's sign-in, or null if a header contains the credentials
 * @param maxMessageBytes the maximum size of a message; a response with a larger one fails
 */
export async function openHttpTransport(
  { kind, url }: RemoteServer,
  headers: Readonly<Record<string, string>>,
  authProvider: AuthProvider | null,
  maxMessageBytes: number,
  onTooLarge: () => void,
): Promise<Transport> {
  const sdk = await import("@modelcontextprotocol/client");
  const address = new URL(url);
  const local =
    kind === "http" && address.protocol === "http:" && isLoopback(address)
      ? new LocalFetch({ address, maxMessageBytes, onTooLarge, onMessage: (message) => transport.onmessage?.(message) })
      : null;
  const requests = local === null ? null : new LocalRequests(local, headers, authProvider, sdk);
  const send: FetchLike = local?.fetch ?? fetch;
  let hasStream = false;
  const limited: FetchLike = async (to, init) => {
    // The SDK reconnects a lost stream, but not the session that was on it: a new connection has to be made.
    const isStream = kind === "sse" && init?.method !== "POST" && String(to) === address.href;
    if (isStream && hasStream) throw await endOf(transport);
    const received = requests?.takeReceived(init?.body) ?? (await send(to, { ...init, redirect: "manual" }));
    const { ok, status, headers: fields } = received;
    hasStream ||= isStream && ok;
    if ([301, 302, 303, 307, 308].includes(status)) throw new Redirected(fields.get("location"), to);
    const retryAfter = fields.get("retry-after");
    const isMessage = typeof init?.body === "string" && init.body.includes('"jsonrpc"');
    if (isMessage && (status === 429 || (status === 503 && retryAfter !== null)))
      throw new RateLimited(status, retryAfter);
    const response = limitMessages(received, maxMessageBytes, onTooLarge);
    return await readableResponse(response, init?.body);
  };
  // A redirect to another machine would send it the secret headers.
  const requestInit = { headers: { ...headers }, redirect: "manual" as const };
  const options = { requestInit, fetch: limited, ...(authProvider === null ? {} : { authProvider }) };
  const streamable = kind === "http" ? new sdk.StreamableHTTPClientTransport(address, options) : null;
  const transport: Transport = streamable ?? new sdk.SSEClientTransport(address, options);
  if (streamable !== null) requests?.attach(streamable);
  transport.onclose = () => local?.close();
  return transport;
}

async function endOf(transport: Transport): Promise<Error> {
  await transport.close();
  return new Error("The stream ended.");
}

/** Limits the size of a JSON body, and of each event of a stream. */
function limitMessages(response: Response, maximum: number, onTooLarge: () => void): Response {
  if (response.body === null) return response;
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const eventEnd = isStream ? endOfLastEvent(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)) : -1;
        bytes = eventEnd === -1 ? bytes + chunk.length : chunk.length - eventEnd;
        if (bytes > maximum) {
          onTooLarge();
          controller.error(new MessageTooLarge());
        } else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}

/** An empty line ends an event. @returns -1 without one */
function endOfLastEvent(chunk: Buffer): number {
  return Math.max(chunk.lastIndexOf("\n\n"), chunk.lastIndexOf("\r\n\r\n"));
}

/**
 * Returns a response whose messages the SDK accepts, see {@link readMessage}. A request whose response has no message gets
 * an error immediately.
 * @param body the body of the request
 */
async function readableResponse(response: Response, body: unknown): Promise<Response> {
  if (response.status !== 200) return response;
  const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type === "text/event-stream" && response.body !== null) {
    const { status, statusText, headers } = response;
    const events = response.body.pipeThrough(readableEvents(requestId(body)));
    return new Response(events as ReadableStream<Uint8Array<ArrayBuffer>>, { status, statusText, headers });
  }
  if (type !== "application/json") return response;
  const messages = parseMessages(await response.text());
  const id = messages.length === 0 ? requestId(body) : null;
  if (id !== null) messages.push(errorResponse(id, "The response is not a message of the protocol."));
  const { status, statusText, headers } = response;
  const read = { ok: true, status, statusText, headers, body: null, text: async () => "", json: async () => messages };
  return read as unknown as Response;
}

/** The id of a request that is sent; null for other messages. */
function requestId(body: unknown): string | number | null {
  if (typeof body !== "string") return null;
  const { id = null, method } = JSON.parse(body) as { id?: string | number | null; method?: string };
  return method === undefined ? null : id;
}

/** Rewrites the messages of an event stream. @param id the request that the stream must respond to, or null */
function readableEvents(id: string | number | null): ReadableWritablePair<Uint8Array, Uint8Array> {
  let isAnswered = false;
  // The SDK reconnects to a stream whose events have ids.
  let isResumable = false;
  let retry = "";
  const write = (message: JSONRPCMessage, event = "") => `${event}data: ${JSON.stringify(message)}\n\n`;
  const fail = (reason: string) => {
    isAnswered = true;
    return id === null ? "" : write(errorResponse(id, reason));
  };
  const decoder = new TextDecoderStream();
  const rewriter = new TransformStream<EventSourceMessage, string>({
    transform({ id: eventId, event, data }, controller) {
      isResumable ||= eventId !== undefined;
      const head = `${retry}${eventId === undefined ? "" : `id: ${eventId}\n`}`;
      retry = "";
      const message = event === undefined || event === "message" ? parseMessage(data) : null;
      if (message !== null && !("method" in message)) isAnswered = true;
      if (message !== null) controller.enqueue(write(message, head));
      else if (event === "error" && id !== null && !isAnswered) controller.enqueue(head + fail(data.slice(0, 200)));
      else controller.enqueue(`${head}${event === undefined ? "" : `event: ${event}\n`}${dataLines(data)}\n`);
    },
    flush(controller) {
      if (!isAnswered && !isResumable) controller.enqueue(fail("The response ended without a result."));
    },
  });
  const onRetry = (ms: number) => {
    retry = `retry: ${ms}\n`;
  };
  const readable = decoder.readable
    .pipeThrough(new EventSourceParserStream({ onRetry }))
    .pipeThrough(rewriter)
    .pipeThrough(new TextEncoderStream());
  return { readable, writable: decoder.writable as WritableStream<Uint8Array> };
}

function dataLines(data: string): string {
  return data
    .split("\n")
    .map((line) => `data: ${line}\n`)
    .join("");
}

/** The messages of a body: one, or the list of a batch. */
function parseMessages(text: string): JSONRPCMessage[] {
  if (!/^\s*\[/.test(text)) return [parseMessage(text) ?? []].flat();
  const batch = isTooDeep(text) ? null : parseJson(text);
  return Array.isArray(batch) ? batch.flatMap((one) => readMessage(one) ?? []) : [];
}
