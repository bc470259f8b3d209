import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  type InitializeRequest,
  type JSONRPCMessage,
  type MessageExtraInfo,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/server";
import { sendJson, startEventStream, writeEvent } from "../core/util/http-response.ts";
import { OpenItems } from "../core/util/open-items.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { RPC, requestIdOf, rpcErrorOf, sendRpcError } from "./json-rpc.ts";
import { isPlainRequest } from "./plain-request.ts";

/** The maximum number of messages in a batch. Only 2025-03-26 has batches; they are accepted in every session. */
const MAX_BATCH = 100;
/** Messages kept for a client that lost its stream, and the time it has to reconnect; SDK clients retry in seconds. */
const MAX_MISSED = 64;
const RECONNECT_TIMEOUT_MS = 60_000;
/** The request id of a handshake that {@link SessionTransport.resume} repeats. */
const RESUME_ID = `resume-${randomUUID()}`;

/** A POST in progress: its unanswered requests and the form of the response. */
interface Exchange {
  readonly response: ServerResponse;
  readonly pending: RequestId[];
  readonly isBatch: boolean;
  /** From the `Accept` header: the client accepts only an event stream, or only JSON. */
  readonly streamOnly: boolean;
  readonly jsonOnly: boolean;
  /** Results that wait for the rest of their batch. */
  readonly results: JSONRPCMessage[];
}

/**
 * The Streamable HTTP transport of one session (protocol revision 2025), written for `node:http`. Hand-written because
 * the SDK's transport goes through web streams and opens a stream for every response: ADR 0009 has the measurement.
 *
 * A POST arrives in {@link handlePost}, becomes an `Exchange` and is passed to the SDK's server by `onmessage`. The
 * server responds through {@link send}. The response is one JSON body, unless the server sends a related message first
 * (progress, a log line, a request to the client): then it becomes an event stream. Messages without a related request
 * go to the stream that the client opened with GET ({@link handleGet}).
 */
export class SessionTransport implements Transport {
  readonly sessionId: string;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

  readonly #exchanges = new OpenItems<Exchange>();
  readonly #missed = new MissedMessages();
  #stream: ServerResponse | null = null;
  #supportedVersions: readonly string[] = [];
  #version = "";
  #onResumed: ((succeeded: boolean) => void) | null = null;
  #closed = false;

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  async start(): Promise<void> {}

  setSupportedProtocolVersions(versions: string[]): void {
    this.#supportedVersions = versions;
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  /** The negotiated version; "" before the handshake. */
  get protocolVersion(): string {
    return this.#version;
  }

  /** Whether a request is in progress or the client has an open stream. */
  get isBusy(): boolean {
    return this.#exchanges.size > 0 || this.#stream !== null;
  }

  /** Whether a request is in progress. */
  get isWorking(): boolean {
    return this.#exchanges.size > 0;
  }

  /** Whether the client has an open stream for notifications. */
  get isListening(): boolean {
    return this.#stream !== null;
  }

  /** Whether a notification can reach the client: now, or when it reconnects a stream that it just lost. */
  get canNotify(): boolean {
    return this.isListening || this.#missed.isClientExpected;
  }

  /** Handles a POST with a parsed body. */
  handlePost(request: IncomingMessage, response: ServerResponse, body: unknown, authInfo: AuthInfo): void {
    const messages = readMessages(body);
    if (messages === null) {
      sendInvalidRequest(response, "The body is not a JSON-RPC message or a batch of them.", null);
      return;
    }
    if (messages.some(isInitialize) && (this.#version !== "" || messages.length > 1)) {
      sendInvalidRequest(response, "initialize is only valid once and not in a batch.", body);
      return;
    }
    if (!this.#checkVersion(request, response, body)) return;
    response.setHeader("mcp-session-id", this.sessionId);
    const exchange = this.#openExchange(request, response, messages, Array.isArray(body));
    if (exchange === null) {
      sendInvalidRequest(response, "A request with this id is already in progress.", body);
      return;
    }
    if (exchange.pending.length === 0) response.writeHead(202, { "content-length": 0 }).end();
    for (const message of messages) {
      this.onmessage?.(message, { authInfo });
      this.#removeCancelled(message);
    }
  }

  /**
   * Handles a GET: opens the stream for notifications. It replaces an open one, because a client that lost its
   * connection opens a new stream before the server notices.
   */
  handleGet(request: IncomingMessage, response: ServerResponse): void {
    if (!request.headers.accept?.includes("text/event-stream")) {
      const message = "GET opens an event stream: accept text/event-stream.";
      sendRpcError(response, 406, { code: RPC.serverError, message });
      return;
    }
    if (!this.#checkVersion(request, response, null)) return;
    this.#stream?.end();
    this.#stream = response;
    startEventStream(response, { "mcp-session-id": this.sessionId });
    response.flushHeaders();
    const lastEventId = request.headers["last-event-id"];
    for (const { id, message } of this.#missed.after(typeof lastEventId === "string" ? lastEventId : null)) {
      writeEvent(response, message, { event: "message", id });
    }
    response.once("close", () => {
      if (this.#stream !== response) return;
      this.#stream = null;
      this.#missed.expectClient();
    });
  }

  /** Closes the stream for notifications. The session continues, and its client may open another stream. */
  endStream(): void {
    this.#stream?.end();
    this.#stream = null;
  }

  /** Sends a message of the server: a result, a message related to a request, or a notification. */
  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (isResponse(message) && message.id !== undefined) {
      this.#sendResponse(message, message.id);
    } else if (options?.relatedRequestId === undefined) {
      this.#sendNotification(message);
    } else {
      const stream = openStreamOf(this.#exchangeOf(options.relatedRequestId));
      if (stream !== null) writeEvent(stream, message, { event: "message" });
    }
  }

  /**
   * Repeats the handshake of a stored session against a new server instance. The client does not see it.
   * @returns whether the server accepted it
   */
  async resume(params: InitializeRequest["params"], authInfo: AuthInfo): Promise<boolean> {
    const resumed = new Promise<boolean>((resolve) => {
      this.#onResumed = resolve;
    });
    this.onmessage?.({ jsonrpc: "2.0", id: RESUME_ID, method: "initialize", params }, { authInfo });
    const succeeded = await resumed;
    this.#onResumed = null;
    if (succeeded) this.onmessage?.({ jsonrpc: "2.0", method: "notifications/initialized" }, { authInfo });
    return succeeded;
  }

  /** Ends the streams. Requests in progress get an error. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.endStream();
    // A stream that ends without a response leaves the client waiting until its own time-out.
    const error = rpcErrorOf(toErrorBody(new RecollectError("request_interrupted", {})));
    for (const id of this.#exchanges.list().flatMap(({ pending }) => pending)) {
      this.#sendResponse({ jsonrpc: "2.0", id, error }, id);
    }
    this.onclose?.();
  }

  #checkVersion(request: IncomingMessage, response: ServerResponse, body: unknown): boolean {
    const version = request.headers["mcp-protocol-version"];
    // Some clients send none after the handshake; the session has the negotiated version.
    if (typeof version !== "string" || this.#supportedVersions.includes(version)) return true;
    const supported = this.#supportedVersions.join(", ");
    const message = `Unsupported protocol version ${version.slice(0, 40)}. This session supports ${supported}.`;
    sendRpcError(response, 400, { code: RPC.serverError, message }, requestIdOf(body));
    return false;
  }

  /** @returns null if a request id is in use already */
  #openExchange(
    request: IncomingMessage,
    response: ServerResponse,
    messages: readonly JSONRPCMessage[],
    isBatch: boolean,
  ): Exchange | null {
    const ids = messages.flatMap((message) => ("method" in message && "id" in message ? [message.id] : []));
    if (new Set(ids).size !== ids.length || ids.some((id) => this.#exchangeOf(id) !== undefined)) return null;
    const accept = request.headers.accept ?? "*/*";
    const acceptsAll = accept.includes("*/*");
    const exchange: Exchange = {
      response,
      pending: ids,
      isBatch,
      streamOnly: !acceptsAll && !accept.includes("application/json"),
      jsonOnly: !acceptsAll && !accept.includes("text/event-stream"),
      results: [],
    };
    if (ids.length > 0) {
      this.#exchanges.add(exchange);
      // In this revision a lost connection does not cancel a request: it completes, and its result is dropped.
      response.once("close", () => this.#exchanges.delete(exchange));
    }
    return exchange;
  }

  #sendResponse(message: JSONRPCMessage, id: RequestId): void {
    if (id === RESUME_ID) this.#onResumed?.("result" in message);
    const exchange = this.#exchangeOf(id);
    if (exchange === undefined) return;
    this.#settle(exchange, id);
    const stream = exchange.response.headersSent || exchange.streamOnly ? openStreamOf(exchange) : null;
    if (stream !== null) writeEvent(stream, message, { event: "message" });
    else exchange.results.push(message);
    if (exchange.pending.length === 0) finish(exchange);
  }

  #exchangeOf(id: RequestId): Exchange | undefined {
    return this.#exchanges.find(({ pending }) => pending.includes(id));
  }

  /** Removes a request from its exchange. */
  #settle(exchange: Exchange, id: RequestId): void {
    exchange.pending.splice(exchange.pending.indexOf(id), 1);
    if (exchange.pending.length === 0) this.#exchanges.delete(exchange);
  }

  #sendNotification(message: JSONRPCMessage): void {
    if (!this.canNotify) return;
    const id = this.#missed.add(message);
    if (this.#stream !== null) writeEvent(this.#stream, message, { event: "message", id });
  }

  /** Removes a request that `message` cancels: it gets no response. */
  #removeCancelled(message: JSONRPCMessage): void {
    if (!("method" in message) || message.method !== "notifications/cancelled") return;
    const id = message.params?.requestId;
    if (typeof id !== "string" && typeof id !== "number") return;
    const exchange = this.#exchangeOf(id);
    if (exchange === undefined) return;
    this.#settle(exchange, id);
    if (exchange.pending.length === 0) finish(exchange);
  }
}

/**
 * The latest notifications of a session, so that a client that lost its stream receives the ones it missed when it
 * reconnects with `Last-Event-ID`.
 */
class MissedMessages {
  // Event ids of an earlier run of the application must not match.
  readonly #run = randomUUID().slice(0, 8);
  readonly #events: { readonly number: number; readonly message: JSONRPCMessage }[] = [];
  #last = 0;
  #lostAt: number | null = null;

  /** @returns the message's event id */
  add(message: JSONRPCMessage): string {
    this.#last += 1;
    this.#events.push({ number: this.#last, message });
    if (this.#events.length > MAX_MISSED) this.#events.shift();
    return this.#idOf(this.#last);
  }

  /** Returns the messages after an event, oldest first; none for an id of another run. */
  after(lastEventId: string | null): readonly { readonly id: string; readonly message: JSONRPCMessage }[] {
    this.#lostAt = null;
    if (lastEventId === null || !lastEventId.startsWith(`${this.#run}-`)) return [];
    const seen = Number(lastEventId.slice(this.#run.length + 1));
    return this.#events
      .filter(({ number }) => number > seen)
      .map(({ number, message }) => ({ id: this.#idOf(number), message }));
  }

  /** Starts the time in which the client may reconnect. */
  expectClient(): void {
    this.#lostAt = performance.now();
  }

  get isClientExpected(): boolean {
    return this.#lostAt !== null && performance.now() - this.#lostAt < RECONNECT_TIMEOUT_MS;
  }

  #idOf(number: number): string {
    return `${this.#run}-${number}`;
  }
}

/** @returns null for a body that is not a message or a batch of at most {@link MAX_BATCH} messages */
function readMessages(body: unknown): JSONRPCMessage[] | null {
  const list = Array.isArray(body) ? body : [body];
  if (list.length === 0 || list.length > MAX_BATCH) return null;
  try {
    return list.map((message) => (isPlainRequest(message) ? message : parseJSONRPCMessage(message)));
  } catch {
    return null;
  }
}

/** Turns the response of an exchange into an event stream; null if the client accepts none or is gone. */
function openStreamOf(exchange: Exchange | undefined): ServerResponse | null {
  if (exchange === undefined || exchange.jsonOnly || exchange.response.destroyed) return null;
  if (!exchange.response.headersSent) {
    startEventStream(exchange.response);
    for (const result of exchange.results.splice(0)) writeEvent(exchange.response, result, { event: "message" });
  }
  return exchange.response;
}

/** Ends the response of an exchange; one whose requests were all cancelled is an empty stream. */
function finish({ response, results, isBatch }: Exchange): void {
  if (response.headersSent || response.destroyed) {
    response.end();
  } else if (results.length === 0) {
    startEventStream(response);
    response.end();
  } else {
    sendJson(response, 200, isBatch ? results : results[0]);
  }
}

function isResponse(
  message: JSONRPCMessage,
): message is Extract<JSONRPCMessage, { result: unknown } | { error: unknown }> {
  return "result" in message || "error" in message;
}

function isInitialize(message: JSONRPCMessage): boolean {
  return "method" in message && message.method === "initialize";
}

function sendInvalidRequest(response: ServerResponse, message: string, body: unknown): void {
  sendRpcError(response, 400, { code: RPC.invalidRequest, message }, requestIdOf(body));
}
