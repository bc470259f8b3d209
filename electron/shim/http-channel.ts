import http from "node:http";
import type { Endpoint } from "../platform/endpoint-file.ts";

/** No answer came. `reached` is false only where the request cannot have got to the server. */
export class ConnectionFailure extends Error {
  readonly reached: boolean;

  constructor(reached: boolean, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ConnectionFailure";
    this.reached = reached;
  }
}

export interface HttpChannel {
  /**
   * Sends one request; resolves with the head of the answer. Aborting `signal` destroys the request and its answer.
   * @throws ConnectionFailure
   */
  send(endpoint: Endpoint, request: ChannelRequest): Promise<http.IncomingMessage>;
  close(): void;
}

export interface ChannelRequest {
  readonly method: "POST" | "GET" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal?: AbortSignal;
}

/**
 * Connections to the application, kept open between requests.
 * @param token sent in place of the owner's
 */
export function createHttpChannel(
  commonHeaders: Readonly<Record<string, string>>,
  token: string | null = null,
): HttpChannel {
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 16 });
  return {
    send(endpoint, { method, headers, body, signal }) {
      return new Promise((resolve, reject) => {
        const request = http.request(endpoint.url, {
          agent,
          method,
          ...(signal === undefined ? {} : { signal }),
          headers: {
            ...commonHeaders,
            authorization: `Bearer ${token ?? endpoint.token}`,
            ...headers,
            ...(body === undefined ? {} : { "content-type": "application/json", "content-length": body.length }),
          },
        });
        let connected = false;
        request.on("socket", (socket) => {
          if (socket.connecting) socket.once("connect", () => (connected = true));
          else connected = true;
        });
        request.on("response", resolve);
        request.on("error", (error) => reject(new ConnectionFailure(connected, error)));
        request.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

/** The whole body of an answer. @throws ConnectionFailure where it breaks off */
export async function readBody(response: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for await (const part of response) parts.push(part as Buffer);
  } catch (error) {
    throw new ConnectionFailure(true, error);
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/** Whether anything answers `/health` beside the endpoint within `timeoutMs`. */
export function isHealthy(endpoint: Endpoint, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(new URL("/health", endpoint.url), { timeout: timeoutMs, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}
