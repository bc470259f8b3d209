import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint } from "../platform/endpoint-file.ts";
import { isStopped } from "../platform/process-state.ts";
import { ServerUnverified } from "../platform/server-proof.ts";
import { VerifiedAgent } from "../platform/verified-agent.ts";
import { AppUnavailable, appStopped } from "./app-unavailable.ts";
import { ConnectionFailure } from "./connection-failure.ts";

export interface ChannelRequest {
  readonly method: "POST" | "GET" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal?: AbortSignal;
}

/** How often the process of an application that has not responded yet is checked. */
const STOP_CHECK_INTERVAL_MS = 1_000;

/** Connections to the application, kept open between requests. Nothing is sent to a server that is not verified. */
export class HttpChannel {
  /** By endpoint: a restarted application has another token. */
  readonly #agents = new Map<string, VerifiedAgent>();
  readonly #headers: Readonly<Record<string, string>>;
  readonly #token: string | null;

  /** @param token sent instead of the owner's token */
  constructor(headers: Readonly<Record<string, string>>, token: string | null = null) {
    this.#headers = headers;
    this.#token = token;
  }

  /**
   * Sends one request and resolves with the head of the response. Aborting `signal` destroys the request and the
   * response.
   * @throws ConnectionFailure; AppUnavailable if the application's process is stopped
   */
  send(endpoint: Endpoint, { method, headers, body, signal }: ChannelRequest): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = http.request(endpoint.url, {
        agent: this.#agentOf(endpoint),
        method,
        signal,
        headers: {
          ...this.#headers,
          authorization: `Bearer ${this.#token ?? endpoint.token}`,
          ...headers,
          ...(body === undefined ? {} : { "content-type": "application/json", "content-length": body.length }),
        },
      });
      let connected = false;
      request.on("socket", (socket) => {
        if (socket.connecting) socket.once("connect", () => (connected = true));
        else connected = true;
      });
      let wasStopped = false;
      const stopCheck = setInterval(() => {
        const stopped = isStopped(endpoint.pid);
        if (stopped && wasStopped) request.destroy(appStopped(endpoint));
        wasStopped = stopped;
      }, STOP_CHECK_INTERVAL_MS);
      request.on("response", resolve);
      request.on("error", (error) => {
        const isStop = error instanceof AppUnavailable;
        const unverified = error instanceof ServerUnverified && error.fault === "stopped";
        reject(isStop ? error : unverified ? appStopped(endpoint) : new ConnectionFailure(connected, error));
      });
      for (const event of ["response", "close"]) request.on(event, () => clearInterval(stopCheck));
      request.end(body);
    });
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }

  #agentOf(endpoint: Endpoint): VerifiedAgent {
    const key = `${endpoint.port} ${endpoint.token}`;
    const agent = this.#agents.get(key) ?? new VerifiedAgent(endpoint);
    this.#agents.set(key, agent);
    return agent;
  }
}

/** Reads the body of a response. @throws ConnectionFailure if it breaks off */
export async function readBody(response: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for await (const part of response) parts.push(part as Buffer);
  } catch (error) {
    throw new ConnectionFailure(true, error);
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/** Pauses between the streams that one listener opens, so that a server that closes each immediately is not flooded. */
export class BackOff {
  #openedAt = 0;
  #nextMs = MIN_PAUSE_MS;

  /** To be called before a stream is opened. */
  begin(): void {
    this.#openedAt = performance.now();
  }

  /** Waits, twice as long each time; starts over after a stream that lasted. Aborting ends the pause. */
  async pause(signal: AbortSignal): Promise<void> {
    if (performance.now() - this.#openedAt > MAX_PAUSE_MS) this.#nextMs = MIN_PAUSE_MS;
    const pauseMs = this.#nextMs;
    this.#nextMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
}
