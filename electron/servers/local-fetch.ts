import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as startRequest,
} from "node:http";
import { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { urlToHttpOptions } from "node:url";
import type { FetchLike, JSONRPCMessage } from "@modelcontextprotocol/client";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { Redirected } from "./http-errors.ts";
import { parseMessage } from "./read-message.ts";
import { MessageTooLarge } from "./stdio-transport.ts";

/** How long an idle connection stays open: less than servers keep it, because a closed one would lose a request. */
const IDLE_CONNECTION_MS = 4000;
/** Statuses of responses without a body, for which `Response` accepts none. */
const BODILESS = new Set([204, 205, 304]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

interface LocalFetchOptions {
  /** The address of the server. */
  readonly address: URL;
  readonly maxMessageBytes: number;
  onTooLarge(): void;
  /** Receives the messages that follow the response on the stream of a request. */
  onMessage(message: JSONRPCMessage): void;
}

interface SentRequest {
  readonly url: URL;
  readonly options: RequestOptions;
  readonly body: string | undefined;
  readonly signal: AbortSignal | null | undefined;
}

/**
 * The HTTP client for a server on this machine, on `node:http` with connections that stay open. A tool call with the
 * global `fetch` takes twice the processor time, most of it for web streams (ADR 0033). Redirects fail.
 */
export class LocalFetch {
  readonly #options: LocalFetchOptions;
  readonly #agent = new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  readonly #target: RequestOptions;

  constructor(options: LocalFetchOptions) {
    this.#options = options;
    this.#target = { ...urlToHttpOptions(options.address), agent: this.#agent };
  }

  /** Closes all connections. Their requests fail. */
  close(): void {
    this.#agent.destroy();
  }

  /** For the SDK's transport. */
  readonly fetch: FetchLike = (address, { method = "GET", headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const fields = Object.fromEntries(new Headers(headers));
      if (typeof body === "string") fields["content-length"] = String(Buffer.byteLength(body));
      const url = new URL(address);
      const options = { ...urlToHttpOptions(url), agent: this.#agent, method, headers: fields };
      const sent = { url, options, body: typeof body === "string" ? body : undefined, signal };
      this.#send(sent, reject, (response) => {
        if (mediaTypeOf(response) === "text/event-stream") resolve(asStream(response));
        else this.#readBody(response, reject, (read) => resolve(toResponse(response, read)));
      });
    });

  /**
   * Posts a request to the server's address. Without web streams, headers and schemas, which took half of the time of a
   * call over HTTP (ADR 0053).
   * @param headers names and values in turns, without host and length
   * @returns the message that responds to the request, as JSON or as the first event of a stream, even if that stream is
   *   still open; anything else as it was received
   */
  post(
    headers: readonly string[],
    body: string,
    signal: AbortSignal | null | undefined,
  ): Promise<JSONRPCMessage | Response> {
    return new Promise((resolve, reject) => {
      const { address: url } = this.#options;
      const own = ["host", url.host, "content-length", String(Buffer.byteLength(body))];
      const options = { ...this.#target, method: "POST", headers: [...own, ...headers] };
      this.#send({ url, options, body, signal }, reject, (response) => {
        const isOk = response.statusCode === 200;
        const type = mediaTypeOf(response);
        if (type === "text/event-stream") {
          if (isOk) this.#readFirstEvent(response, resolve, reject);
          else resolve(asStream(response));
          return;
        }
        this.#readBody(response, reject, (text) => {
          const message = isOk && type === "application/json" ? parseMessage(text) : null;
          resolve(isResponse(message) ? message : toResponse(response, text));
        });
      });
    });
  }

  #send(
    { url, options, body, signal }: SentRequest,
    reject: (error: unknown) => void,
    onResponse: (response: IncomingMessage) => void,
  ): void {
    signal?.throwIfAborted();
    const request = startRequest(options);
    if (signal) {
      const abort = () => {
        request.destroy();
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      request.once("close", () => signal.removeEventListener("abort", abort));
    }
    request.on("error", reject);
    request.once("response", (response) => {
      response.once("error", reject);
      if (REDIRECTS.has(response.statusCode ?? 0)) {
        response.destroy();
        reject(new Redirected(response.headers.location ?? null, url));
      } else onResponse(response);
    });
    request.end(body);
  }

  #readBody(response: IncomingMessage, reject: (error: Error) => void, onText: (text: string) => void): void {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > this.#options.maxMessageBytes) reject(this.#endTooLarge(response));
    });
    response.once("end", () => onText(Buffer.concat(chunks).toString("utf8")));
  }

  #readFirstEvent(
    response: IncomingMessage,
    resolve: (read: JSONRPCMessage | Response) => void,
    reject: (error: Error) => void,
  ): void {
    const chunks: Buffer[] = [];
    const decoder = new StringDecoder("utf8");
    let decided: "message" | "stream" | null = null;
    let bytes = 0;
    const takeStream = (): void => {
      if (decided !== null) return;
      decided = "stream";
      response.off("data", read);
      response.pause();
      response.unshift(Buffer.concat(chunks));
      resolve(asStream(response));
    };
    const onEvent = ({ event, data }: EventSourceMessage): void => {
      bytes = 0;
      if (decided === "stream") return;
      const message = event === undefined || event === "message" ? parseMessage(data) : null;
      if (decided === "message") {
        if (message !== null) this.#options.onMessage(message);
      } else if (isResponse(message)) {
        decided = "message";
        resolve(message);
      } else takeStream();
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
  }

  #endTooLarge(response: IncomingMessage): Error {
    this.#options.onTooLarge();
    response.destroy();
    return new MessageTooLarge();
  }
}

/** Reads the names as they were received: `headers` parses all of them. */
function mediaTypeOf({ rawHeaders }: IncomingMessage): string {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== "content-type") continue;
    return rawHeaders[at + 1]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  }
  return "";
}

/** Whether a message responds to a request. */
function isResponse(message: JSONRPCMessage | null): message is JSONRPCMessage {
  return message !== null && !("method" in message);
}

function headersOf(headers: IncomingHttpHeaders): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of Array.isArray(value) ? value : [value ?? ""]) copied.append(name, item);
  }
  return copied;
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
