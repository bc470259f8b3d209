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
import { messageId, RPC, sendJson, sendRpcError } from "./answers.ts";
import { createMissedEvents } from "./missed-events.ts";

/** Most messages in one batch (batches exist in 2025-03-26 alone; they are taken from every session). */
const MAX_BATCH = 100;
/** How often a silent stream says that it lives. */
const KEEP_ALIVE_MS = 15_000;
/** A reader that leaves this much unread, in bytes, is let go. */
const MAX_UNREAD = 4 * 1024 * 1024;
/** The id of a handshake that no client sent. */
const RESUMPTION = `resumption-${randomUUID()}`;
const SSE_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  connection: "keep-alive",
};

/** One POST under way: the requests in it that wait for an answer, and how the answer leaves. */
interface Exchange {
  readonly response: ServerResponse;
  readonly waiting: Set<RequestId>;
  readonly batch: boolean;
  readonly streamOnly: boolean;
  readonly jsonOnly: boolean;
  readonly answers: JSONRPCMessage[];
}

/**
 * The 2025 era's Streamable HTTP transport of one session, straight on `node:http`. A request is answered with one JSON
 * body unless something about it is sent first (progress, a log line, a question): then the answer becomes a stream.
 * The SDK's own transport goes through web streams and always streams; that costs half of a request's time.
 */
export class SessionTransport implements Transport {
  readonly sessionId: string;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

  readonly #exchanges = new Map<RequestId, Exchange>();
  #versions: readonly string[] = [];
  #version = "";
  #stream: ServerResponse | null = null;
  readonly #missed = createMissedEvents();
  #resumed: ((taken: boolean) => void) | null = null;
  #closed = false;

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  async start(): Promise<void> {}

  setSupportedProtocolVersions(versions: string[]): void {
    this.#versions = versions;
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  /** As agreed in the handshake; "" before it. */
  get protocolVersion(): string {
    return this.#version;
  }

  /** Whether anything is open: a request under way, or the stream for what is sent unasked. */
  get busy(): boolean {
    return this.#exchanges.size > 0 || this.#stream !== null;
  }

  /** Whether a stream for what is sent unasked is open. */
  get listening(): boolean {
    return this.#stream !== null;
  }

  /** Whether what is sent unasked would arrive, now or when a client that just lost its stream opens it again. */
  get hears(): boolean {
    return this.listening || this.#missed.awaited;
  }

  /**
   * Takes the handshake up again as it once was made, for a session whose server instance is new. Its answer goes nowhere.
   * @returns whether the server took it
   */
  async resume(params: InitializeRequest["params"], authInfo: AuthInfo): Promise<boolean> {
    const answered = new Promise<boolean>((resolve) => {
      this.#resumed = resolve;
    });
    this.onmessage?.({ jsonrpc: "2.0", id: RESUMPTION, method: "initialize", params }, { authInfo });
    const taken = await answered;
    this.#resumed = null;
    if (taken) this.onmessage?.({ jsonrpc: "2.0", method: "notifications/initialized" }, { authInfo });
    return taken;
  }

  /** Takes a POST whose body is parsed. */
  handlePost(request: IncomingMessage, response: ServerResponse, body: unknown, authInfo: AuthInfo): void {
    const messages = this.#readMessages(body);
    if (messages === null) {
      sendRpcError(response, 400, invalidRequest("The body is not a JSON-RPC message or a batch of them."));
      return;
    }
    if (messages.some(isInitialize) && (this.#version !== "" || messages.length > 1)) {
      sendRpcError(response, 400, invalidRequest("initialize opens a session, once and alone."), messageId(body));
      return;
    }
    if (!this.#acceptVersion(request, response, body)) return;
    response.setHeader("mcp-session-id", this.sessionId);
    const exchange = this.#openExchange(request, response, messages, Array.isArray(body));
    if (exchange === null) {
      sendRpcError(response, 400, invalidRequest("A request with this id is still under way."), messageId(body));
      return;
    }
    if (exchange.waiting.size === 0) response.writeHead(202, { "content-length": 0 }).end();
    for (const message of messages) {
      this.onmessage?.(message, { authInfo });
      this.#endCancelled(message);
    }
  }

  /** Takes a GET: the stream for what is sent unasked. The newest stream wins, since a client that lost one asks anew. */
  handleGet(request: IncomingMessage, response: ServerResponse): void {
    if (!request.headers.accept?.includes("text/event-stream")) {
      sendRpcError(response, 406, { code: RPC.storage, message: "This address streams: accept text/event-stream." });
      return;
    }
    if (!this.#acceptVersion(request, response, null)) return;
    this.#stream?.end();
    this.#stream = response;
    response.writeHead(200, { ...SSE_HEADERS, "mcp-session-id": this.sessionId });
    response.flushHeaders();
    keepAlive(response);
    const lastEvent = request.headers["last-event-id"];
    for (const { id, message } of this.#missed.since(typeof lastEvent === "string" ? lastEvent : null)) {
      writeEvent(response, message, id);
    }
    response.once("close", () => {
      if (this.#stream !== response) return;
      this.#stream = null;
      this.#missed.streamLost();
    });
  }

  /** Ends the stream for what is sent unasked; the session lives on, and its client may open another. */
  endStream(): void {
    this.#stream?.end();
    this.#stream = null;
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const answeredId = isAnswer(message) ? message.id : undefined;
    const exchange = this.#exchanges.get(answeredId ?? options?.relatedRequestId ?? "");
    if (answeredId === undefined) {
      if (options?.relatedRequestId === undefined) this.#sendUnasked(message);
      else {
        const target = this.#startStream(exchange);
        if (target !== null) writeEvent(target, message);
      }
      return;
    }
    if (answeredId === RESUMPTION) this.#resumed?.("result" in message);
    if (exchange === undefined) return;
    this.#exchanges.delete(answeredId);
    exchange.waiting.delete(answeredId);
    const stream = exchange.response.headersSent || exchange.streamOnly ? this.#startStream(exchange) : null;
    if (stream !== null) writeEvent(stream, message);
    else exchange.answers.push(message);
    if (exchange.waiting.size === 0) finish(exchange);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stream?.end();
    this.#stream = null;
    for (const exchange of new Set(this.#exchanges.values())) finish(exchange);
    this.#exchanges.clear();
    this.onclose?.();
  }

  #sendUnasked(message: JSONRPCMessage): void {
    if (!this.hears) return;
    const id = this.#missed.add(message);
    if (this.#stream !== null) writeEvent(this.#stream, message, id);
  }

  #readMessages(body: unknown): JSONRPCMessage[] | null {
    const list = Array.isArray(body) ? body : [body];
    if (list.length === 0 || list.length > MAX_BATCH) return null;
    try {
      return list.map(parseJSONRPCMessage);
    } catch {
      return null;
    }
  }

  #acceptVersion(request: IncomingMessage, response: ServerResponse, body: unknown): boolean {
    const version = request.headers["mcp-protocol-version"];
    // Some clients send none after the handshake: the session knows which was agreed.
    if (typeof version !== "string" || this.#versions.includes(version)) return true;
    const message = `Unsupported protocol version ${version.slice(0, 40)}. This session speaks ${this.#versions.join(", ")}.`;
    sendRpcError(response, 400, { code: RPC.storage, message }, messageId(body));
    return false;
  }

  #openExchange(
    request: IncomingMessage,
    response: ServerResponse,
    messages: readonly JSONRPCMessage[],
    batch: boolean,
  ): Exchange | null {
    const ids = messages.flatMap((message) => ("method" in message && "id" in message ? [message.id] : []));
    if (new Set(ids).size !== ids.length || ids.some((id) => this.#exchanges.has(id))) return null;
    const accept = request.headers.accept ?? "*/*";
    const anything = accept.includes("*/*");
    const exchange: Exchange = {
      response,
      waiting: new Set(ids),
      batch,
      streamOnly: !anything && !accept.includes("application/json"),
      jsonOnly: !anything && !accept.includes("text/event-stream"),
      answers: [],
    };
    for (const id of ids) this.#exchanges.set(id, exchange);
    if (ids.length > 0) {
      // In this era a lost connection is no cancellation: the work goes on, only its answer is dropped.
      response.once("close", () => {
        for (const id of exchange.waiting) if (this.#exchanges.get(id) === exchange) this.#exchanges.delete(id);
      });
    }
    return exchange;
  }

  #startStream(exchange: Exchange | undefined): ServerResponse | null {
    if (exchange === undefined || exchange.jsonOnly || exchange.response.destroyed) return null;
    if (!exchange.response.headersSent) {
      exchange.response.writeHead(200, SSE_HEADERS);
      keepAlive(exchange.response);
      for (const answer of exchange.answers.splice(0)) writeEvent(exchange.response, answer);
    }
    return exchange.response;
  }

  /** A cancelled request is never answered, so its part of the exchange ends here. */
  #endCancelled(message: JSONRPCMessage): void {
    if (!("method" in message) || message.method !== "notifications/cancelled") return;
    const id = message.params?.requestId;
    if (typeof id !== "string" && typeof id !== "number") return;
    const exchange = this.#exchanges.get(id);
    if (exchange === undefined) return;
    this.#exchanges.delete(id);
    exchange.waiting.delete(id);
    if (exchange.waiting.size === 0) finish(exchange);
  }
}

function finish(exchange: Exchange): void {
  const { response, answers, batch } = exchange;
  if (response.headersSent || response.destroyed) {
    response.end();
  } else if (answers.length === 0) {
    response.writeHead(200, SSE_HEADERS).end();
  } else {
    sendJson(response, 200, batch ? answers : answers[0]);
  }
}

function isAnswer(
  message: JSONRPCMessage,
): message is Extract<JSONRPCMessage, { result: unknown } | { error: unknown }> {
  return "result" in message || "error" in message;
}

function isInitialize(message: JSONRPCMessage): boolean {
  return "method" in message && message.method === "initialize";
}

/** One server-sent event (WHATWG HTML §9.2); JSON never holds a raw line break. */
function writeEvent(response: ServerResponse, message: JSONRPCMessage, id?: string): void {
  const name = id === undefined ? "" : `id: ${id}\n`;
  response.write(`event: message\n${name}data: ${JSON.stringify(message)}\n\n`);
  if (response.writableLength > MAX_UNREAD) response.destroy();
}

/** Sends a comment now and then, so that nothing between us takes the stream for dead. */
function keepAlive(response: ServerResponse): void {
  const timer = setInterval(() => response.write(": keep-alive\n\n"), KEEP_ALIVE_MS);
  timer.unref();
  response.once("close", () => clearInterval(timer));
}

function invalidRequest(message: string): { code: number; message: string } {
  return { code: RPC.invalidRequest, message };
}
