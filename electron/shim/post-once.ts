import net from "node:net";
import type { Endpoint } from "../platform/endpoint-file.ts";
import { isOwnSocket } from "../platform/local-socket.ts";
import { isStopped } from "../platform/process-state.ts";
import { ConnectionFailure } from "./connection-failure.ts";

/** How long the application may take to prove itself. */
const CONNECT_TIMEOUT_MS = 20_000;
/** How often the process of an application that has not responded yet is checked. */
const STOP_CHECK_INTERVAL_MS = 1_000;

/** The response to {@link postOnce}: its status, and its body as text. */
export interface OnceResponse {
  readonly status: number;
  readonly text: string;
}

/** One JSON request. */
interface OnceRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Ends the request. */
  readonly signal?: AbortSignal;
}

/**
 * Sends one JSON request to the application: on its socket, or on its port after it has proved itself. Written for one
 * request on one connection, because loading Node's `http` and an agent takes as long as the response.
 * @throws ConnectionFailure, including for a response that breaks off
 */
export async function postOnce(endpoint: Endpoint, request: OnceRequest): Promise<OnceResponse> {
  const socket = (await connectToSocket(endpoint)) ?? (await connectToPort(endpoint));
  return await post(socket, endpoint, request);
}

/** Sends it on the application's socket only. Null if there is none, or nothing listens. @throws as {@link postOnce} */
export async function postToSocket(endpoint: Endpoint, request: OnceRequest): Promise<OnceResponse | null> {
  const socket = await connectToSocket(endpoint);
  return socket === null ? null : await post(socket, endpoint, request);
}

function post(
  socket: net.Socket,
  endpoint: Endpoint,
  { path, headers, body, signal }: OnceRequest,
): Promise<OnceResponse> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let wasStopped = false;
    const stopCheck = setInterval(() => {
      const stopped = isStopped(endpoint.pid);
      if (stopped && wasStopped) fail(stoppedFailure(true, endpoint));
      wasStopped = stopped;
    }, STOP_CHECK_INTERVAL_MS);
    const onAbort = () => fail(signal?.reason);
    const end = () => {
      clearInterval(stopCheck);
      signal?.removeEventListener("abort", onAbort);
      socket.off("close", onClose).destroy();
    };
    const fail = (error: unknown) => {
      end();
      reject(error instanceof ConnectionFailure ? error : new ConnectionFailure(true, error));
    };
    const onEnd = () => {
      end();
      try {
        resolve(readResponse(Buffer.concat(parts)));
      } catch (error) {
        reject(error);
      }
    };
    const onClose = () => fail(new Error("The connection was closed."));
    socket
      .on("data", (part) => parts.push(part))
      .on("end", onEnd)
      .on("error", fail)
      .on("close", onClose);
    if (signal?.aborted === true) return onAbort();
    signal?.addEventListener("abort", onAbort);
    const lines = Object.entries({
      host: `127.0.0.1:${endpoint.port}`,
      authorization: `Bearer ${endpoint.token}`,
      connection: "close",
      "content-type": "application/json",
      "content-length": String(body.length),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    // In one write, so that the server reads it as one.
    socket.write(Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`), body]));
  });
}

/** Opens the application's socket, which only its owner can have made. Null if there is none, or nothing listens. */
function connectToSocket({ socket: file, owner }: Endpoint): Promise<net.Socket | null> {
  if (file === undefined || !isOwnSocket(file, owner)) return Promise.resolve(null);
  return new Promise((resolve) => {
    const socket = net.connect(file);
    const fail = () => resolve(null);
    socket.once("error", fail).once("connect", () => {
      socket.off("error", fail);
      resolve(socket);
    });
  });
}

/** @throws ConnectionFailure */
async function connectToPort(endpoint: Endpoint): Promise<net.Socket> {
  // Loaded on demand, because it needs cryptography.
  const { connectVerified, ServerUnverified } = await import("../platform/server-proof.ts");
  return await connectVerified(endpoint, CONNECT_TIMEOUT_MS).catch((error: unknown) => {
    const isStop = error instanceof ServerUnverified && error.fault === "stopped";
    throw isStop ? stoppedFailure(false, endpoint) : new ConnectionFailure(false, error);
  });
}

function stoppedFailure(reached: boolean, { pid }: Endpoint): ConnectionFailure {
  return new ConnectionFailure(reached, new Error(`The process ${pid} is stopped.`), pid);
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
