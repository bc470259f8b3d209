import type { AuthProvider, Transport } from "@modelcontextprotocol/client";
import type { RemoteServer } from "../core/servers.ts";
import { MessageTooLarge } from "./stdio-transport.ts";

/**
 * Opens the transport of a server over HTTP.
 * @param headers with the secrets
 * @param authProvider the tokens of the owner's sign-in; null: a header has what the server asks for
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
  // A redirect to another machine would take the secret headers with it.
  const limited = async (address: string | URL, init?: RequestInit) =>
    limitMessages(await fetch(address, { ...init, redirect: "error" }), maxMessageBytes, onTooLarge);
  const signIn = authProvider === null ? {} : { authProvider };
  const options = { requestInit: { headers: { ...headers } }, fetch: limited, ...signIn };
  return kind === "sse"
    ? new SSEClientTransport(new URL(url), options)
    : new StreamableHTTPClientTransport(new URL(url), options);
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
