import type { Endpoint } from "../platform/endpoint-file.ts";
import { isStopped } from "../platform/process-state.ts";
import { connectVerified, ServerUnverified } from "../platform/server-proof.ts";
import { AppUnavailable, appStopped, ConnectionFailure } from "./app-unavailable.ts";

/** How long the application may take to prove itself. */
const CONNECT_TIMEOUT_MS = 20_000;
/** How often the process of an application that has not responded yet is checked. */
const STOP_CHECK_INTERVAL_MS = 1_000;

/** The response to {@link postOnce}: its status, and its body as text. */
export interface OnceResponse {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends one JSON request to the application, after it has proved itself. Written for one request on one connection,
 * because loading Node's `http` and an agent takes as long as the response.
 * @throws ConnectionFailure, including for a response that breaks off; AppUnavailable if the application is stopped
 */
export async function postOnce(
  endpoint: Endpoint,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<OnceResponse> {
  const socket = await connectVerified(endpoint, CONNECT_TIMEOUT_MS).catch((error: unknown) => {
    const isStop = error instanceof ServerUnverified && error.fault === "stopped";
    throw isStop ? appStopped(endpoint) : new ConnectionFailure(false, error);
  });
  let wasStopped = false;
  const stopCheck = setInterval(() => {
    const stopped = isStopped(endpoint.pid);
    if (stopped && wasStopped) socket.destroy(appStopped(endpoint));
    wasStopped = stopped;
  }, STOP_CHECK_INTERVAL_MS);
  try {
    const lines = Object.entries({
      host: `127.0.0.1:${endpoint.port}`,
      authorization: `Bearer ${endpoint.token}`,
      connection: "close",
      "content-type": "application/json",
      "content-length": String(body.length),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
    socket.write(body);
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    return readResponse(Buffer.concat(parts));
  } catch (error) {
    throw error instanceof AppUnavailable || error instanceof ConnectionFailure
      ? error
      : new ConnectionFailure(true, error);
  } finally {
    clearInterval(stopCheck);
    socket.destroy();
  }
}

/** @throws ConnectionFailure for an incomplete response */
function readResponse(bytes: Buffer): OnceResponse {
  const end = bytes.indexOf("\r\n\r\n");
  const head = bytes.toString("latin1", 0, Math.max(0, end));
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  const length = Number(/^content-length: *(\d+) *$/im.exec(head)?.[1]);
  const content = bytes.subarray(end + 4);
  if (end === -1 || Number.isNaN(status) || content.length !== length) {
    throw new ConnectionFailure(true, new Error("The response is incomplete."));
  }
  return { status, text: content.toString("utf8") };
}
