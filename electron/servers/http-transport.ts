import type { AuthProvider, FetchLike, Transport } from "@modelcontextprotocol/client";
import type { RemoteServer } from "../core/servers.ts";
import { isLoopback } from "./definition.ts";
import { LocalFetch } from "./local-fetch.ts";
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
  const { SSEClientTransport, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const address = new URL(url);
  const local =
    kind === "http" && address.protocol === "http:" && isLoopback(address)
      ? new LocalFetch({ maxMessageBytes, onTooLarge, onMessage: (message) => transport.onmessage?.(message) })
      : null;
  const send: FetchLike = local?.fetch ?? fetch;
  const limited: FetchLike = async (to, init) =>
    limitMessages(await send(to, { ...init, redirect: "error" }), maxMessageBytes, onTooLarge);
  // A redirect to another machine would send it the secret headers.
  const requestInit = { headers: { ...headers }, redirect: "error" as const };
  const options = { requestInit, fetch: limited, ...(authProvider === null ? {} : { authProvider }) };
  const transport: Transport =
    kind === "sse" ? new SSEClientTransport(address, options) : new StreamableHTTPClientTransport(address, options);
  transport.onclose = () => local?.close();
  return transport;
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
