import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as startRequest } from "node:http";
import { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { FetchLike, JSONRPCMessage } from "@modelcontextprotocol/client";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { isRecord } from "../core/util/is-record.ts";
import { Redirected } from "./http-errors.ts";
import { parseJson, parseMessage } from "./read-message.ts";
import { MessageTooLarge } from "./stdio-transport.ts";

/** How long an idle connection stays open: less than servers keep it, because a closed one would lose a request. */
const IDLE_CONNECTION_MS = 4000;
/** Statuses of responses without a body, for which `Response` accepts none. */
const BODILESS = new Set([204, 205, 304]);

interface LocalFetchOptions {
  readonly maxMessageBytes: number;
  onTooLarge(): void;
  /** Receives the messages that follow the response on the stream of a request. */
  onMessage(message: JSONRPCMessage): void;
}

/**
 * A `fetch` for a server on this machine, on `node:http` with connections that stay open. A tool call with the global
 * `fetch` takes twice the processor time, most of it for web streams (ADR 0033). A stream whose first event is the
 * response is returned as JSON immediately; any other is returned as a stream. Redirects fail.
 */
export class LocalFetch {
  readonly #options: LocalFetchOptions;
  readonly #agent = new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });

  constructor(options: LocalFetchOptions) {
    this.#options = options;
  }

  /** Closes idle connections. */
  close(): void {
    this.#agent.destroy();
  }

  readonly fetch: FetchLike = (address, { method = "GET", headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const fields = Object.fromEntries(headers instanceof Headers ? headers : new Headers(headers));
      if (typeof body === "string") fields["content-length"] = String(Buffer.byteLength(body));
      const request = startRequest(address instanceof URL ? address : new URL(address), {
        agent: this.#agent,
        method,
        headers: fields,
      });
      const abort = () => {
        request.destroy();
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      request.once("close", () => signal?.removeEventListener("abort", abort));
      request.on("error", reject);
      request.once("response", (response) => {
        const type = mediaTypeOf(response.headers);
        if (isRedirect(response)) {
          response.destroy();
          reject(new Redirected(response.headers.location ?? null, address));
        } else if (type !== "text/event-stream") this.#readBody(response, type, resolve, reject);
        else if (method === "POST") this.#readFirstEvent(response, resolve, reject);
        else resolve(asStream(response));
      });
      request.end(typeof body === "string" ? body : undefined);
    });

  #readBody(
    response: IncomingMessage,
    type: string,
    resolve: (response: Response) => void,
    reject: (error: Error) => void,
  ): void {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > this.#options.maxMessageBytes) reject(this.#endTooLarge(response));
    });
    response.once("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const isJson = type === "application/json" && response.statusCode === 200;
      resolve(isJson ? asJson(text, response.headers) : toResponse(response, text));
    });
    response.once("error", reject);
  }

  #readFirstEvent(
    response: IncomingMessage,
    resolve: (response: Response) => void,
    reject: (error: Error) => void,
  ): void {
    const chunks: Buffer[] = [];
    const decoder = new StringDecoder("utf8");
    let decided: "json" | "stream" | null = null;
    let bytes = 0;
    const takeStream = (): void => {
      if (decided !== null) return;
      decided = "stream";
      response.off("data", read);
      response.pause();
      response.unshift(Buffer.concat(chunks));
      resolve(asStream(response));
    };
    const onEvent = (event: EventSourceMessage): void => {
      bytes = 0;
      if (decided === "json") this.#deliver(event);
      else if (!isResponse(event)) takeStream();
      else if (decided === null) {
        decided = "json";
        resolve(asJson(event.data, response.headers));
      }
    };
    // The SDK uses the server's retry time for reconnections.
    const parser = createParser({ onEvent, onRetry: takeStream });
    const read = (chunk: Buffer): void => {
      if (decided === null) chunks.push(chunk);
      bytes += chunk.length;
      parser.feed(decoder.write(chunk));
      if (bytes > this.#options.maxMessageBytes) reject(this.#endTooLarge(response));
    };
    response.on("data", read);
    response.once("end", () => {
      if (decided === null) resolve(toResponse(response, Buffer.concat(chunks).toString("utf8")));
    });
    response.once("error", reject);
  }

  #deliver({ event, data }: EventSourceMessage): void {
    const message = event === undefined || event === "message" ? parseMessage(data) : null;
    if (message !== null) this.#options.onMessage(message);
  }

  #endTooLarge(response: IncomingMessage): Error {
    this.#options.onTooLarge();
    response.destroy();
    return new MessageTooLarge();
  }
}

function mediaTypeOf(headers: IncomingHttpHeaders): string {
  return headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function isRedirect({ statusCode = 0 }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode);
}

/** Whether an event is the response to the request: it has an id, and a result or an error. */
function isResponse({ event, data }: EventSourceMessage): boolean {
  if (event !== undefined && event !== "message") return false;
  const message = parseJson(data);
  return isRecord(message) && "id" in message && ("result" in message || "error" in message) && !("method" in message);
}

function headersOf(headers: IncomingHttpHeaders): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) copied.append(name, item);
  }
  return copied;
}

/** The members of a JSON response that the SDK reads: a `Response` would make a stream of the text. */
function asJson(text: string, fields: IncomingHttpHeaders): Response {
  const get = (name: string): string | null => {
    if (name === "content-type") return "application/json";
    const value = fields[name.toLowerCase()];
    return (Array.isArray(value) ? value.join(", ") : value) ?? null;
  };
  const headers = { get, has: (name: string) => get(name) !== null };
  const read = { ok: true, status: 200, statusText: "OK", headers, body: null };
  return { ...read, text: async () => text, json: async () => JSON.parse(text) } as unknown as Response;
}

function toResponse({ statusCode: status = 0, statusMessage, headers }: IncomingMessage, text: string): Response {
  const init = { status, statusText: statusMessage, headers: headersOf(headers) };
  return new Response(BODILESS.has(status) ? null : text, init);
}

function asStream(response: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage, headers } = response;
  const body = Readable.toWeb(response) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return new Response(body, { status, statusText: statusMessage, headers: headersOf(headers) });
}
