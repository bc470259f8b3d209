import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import type { ClientIdentity } from "../core/memory.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type {
  ObservedExchange,
  ProtocolRevision,
  Refusal,
  RequestOutcome,
  RequestRecorder,
  RequestTransport,
} from "../core/request-log.ts";
import { calledTool } from "../core/servers.ts";
import { isRecord } from "../core/util/is-record.ts";
import { headersAsText, type ObservedResponse, ResponseReader, type SentText } from "./response-reader.ts";

/**
 * Requests to clients that are remembered until the client responds; the responses to older ones lose their method in
 * the log.
 */
const MAX_SENT_REQUESTS = 1000;

/** The sender of a request, and the facts that the messages do not contain. */
export interface Observed {
  readonly transport: RequestTransport;
  readonly client: ClientIdentity | null;
  /** The name that the token was issued to; null without a valid token. */
  readonly subject: string | null;
  readonly sessionId: string | null;
  readonly era: ProtocolRevision | null;
  readonly protocolVersion: string | null;
  readonly refusal: Refusal | null;
  /** The id of the exchange that the owner replays with this one. */
  readonly replayOf: number | null;
  /** The sender's project, by the name that its memories have. */
  readonly project: string | null;
  /** The other MCP server that served the request, and the time it took. */
  readonly server: string | null;
  readonly serverMs: number | null;
}

/** A request that was sent to a client. */
interface SentRequest {
  readonly method: string;
  /** The other MCP server that asked. */
  readonly server: string | null;
}

/** An HTTP request that the tap observes. */
interface ObservedRequest {
  readonly request: IncomingMessage;
  readonly response: ObservedResponse;
  /** When its headers arrived, on the clock of `performance`. */
  readonly arrived: number;
  /** The body as text and parsed; both null if it was not read. */
  readonly text: string | null;
  readonly body: unknown;
  /** Returns the sender of a message. Called when a row is built: by then a new session has its id. */
  identify(message: unknown): Observed;
}

/** A request that is recorded as one row, such as a REST call or a refusal. */
interface PlainRequest extends ObservedRequest {
  readonly target: string | null;
}

/**
 * Observes requests and responses in front of the MCP handler and REST, and records each message with its result after
 * the response was sent. It never delays or fails a request.
 */
export class Tap {
  readonly clock: Clock;
  readonly #recorder: RequestRecorder;
  readonly #logger: Logger;
  /**
   * The requests that were sent to clients, by session and request id: a client's response has an id and no method.
   */
  readonly #sentRequests = new LRUCache<string, SentRequest>({ max: MAX_SENT_REQUESTS });

  constructor(dependencies: { readonly recorder: RequestRecorder; readonly clock: Clock; readonly logger: Logger }) {
    this.clock = dependencies.clock;
    this.#recorder = dependencies.recorder;
    this.#logger = dependencies.logger;
  }

  /** Observes a request to `/mcp`: JSON-RPC messages, their results, and the messages of a stream. */
  observe(observed: ObservedRequest): void {
    const { body } = observed;
    const messages = (Array.isArray(body) ? body : [body]).filter(isRecord);
    // A GET, or a body without messages, has a row of its own only if it is refused.
    if (messages.length === 0) this.#recordPlain({ ...observed, target: null }, (status) => status >= 400);
    new MessageObserver(this, observed, messages);
  }

  /** Observes a request that is recorded as one row with its HTTP method and path. */
  observePlain(plain: PlainRequest): void {
    this.#recordPlain(plain, () => true);
  }

  /** Records a row after the current turn of the event loop. A failure is logged, not thrown. */
  recordLater(build: () => ObservedExchange): void {
    setImmediate(() => {
      try {
        this.#recorder.record(build());
      } catch (error) {
        this.#logger.error("A request could not be recorded", { error });
      }
    });
  }

  noteSentRequest(sessionId: string | null, id: unknown, request: SentRequest): void {
    this.#sentRequests.set(JSON.stringify([sessionId, id]), request);
  }

  /** Returns a request that was sent to a client, once; null if it is unknown. */
  takeSentRequest(sessionId: string | null, id: unknown): SentRequest | null {
    const key = JSON.stringify([sessionId, id]);
    const request = this.#sentRequests.get(key) ?? null;
    this.#sentRequests.delete(key);
    return request;
  }

  #recordPlain(plain: PlainRequest, isRecorded: (status: number) => boolean): void {
    const { request, response, text, body, identify, target, arrived } = plain;
    const at = this.clock.now();
    const started = performance.now();
    const requestHeaders = headersAsText(request.headers);
    // A JSON body is reported once. Of a stream only the first event is recorded.
    let responseBody = "";
    const reader = new ResponseReader(response, (sent) => {
      responseBody ||= sent.text;
    });
    const onClose = () => {
      if (!isRecorded(response.statusCode)) return;
      const { firstByteAt } = reader;
      const durationMs = performance.now() - started;
      const failed = response.statusCode >= 400;
      const disconnected = !response.writableFinished;
      this.recordLater(() => ({
        ...identify(body),
        at,
        direction: "received",
        method: `${request.method} ${pathOf(request)}`,
        target,
        messageId: null,
        outcome: disconnected ? "cancelled" : failed ? "error" : "ok",
        errorCode: failed && !disconnected ? (errorCodeOf(responseBody) ?? String(response.statusCode)) : null,
        httpStatus: disconnected ? null : response.statusCode,
        durationMs,
        requestBytes: text === null ? 0 : Buffer.byteLength(text),
        responseBytes: Buffer.byteLength(responseBody),
        requestBody: text,
        responseBody: responseBody === "" ? null : responseBody,
        requestHeaders,
        responseHeaders: response.headersSent ? reader.headers() : null,
        readMs: text === null ? null : started - arrived,
        firstByteMs: firstByteAt === null ? null : firstByteAt - started,
      }));
    };
    // A client that disconnected while it sent the body has closed the response already.
    if (response.closed) onClose();
    else response.once("close", onClose);
  }
}

type Message = Readonly<Record<string, unknown>>;

/** A request message that has no result yet, with its own text. */
interface PendingRequest {
  readonly message: Message;
  readonly text: string;
}

/** Observes the JSON-RPC messages of one HTTP request and its response, until the response is closed. */
class MessageObserver {
  readonly #tap: Tap;
  readonly #observed: ObservedRequest;
  readonly #messages: readonly Message[];
  readonly #pending = new Map<unknown, PendingRequest>();
  readonly #reader: ResponseReader;
  readonly #at: number;
  readonly #started = performance.now();
  readonly #requestHeaders: Readonly<Record<string, string>>;

  constructor(tap: Tap, observed: ObservedRequest, messages: readonly Message[]) {
    const { request, response, text } = observed;
    this.#tap = tap;
    this.#observed = observed;
    this.#messages = messages;
    this.#at = tap.clock.now();
    this.#requestHeaders = headersAsText(request.headers);
    for (const message of messages) {
      const own = messages.length === 1 && text !== null ? text : JSON.stringify(message);
      if (typeof message.method === "string" && message.id !== undefined) {
        this.#pending.set(message.id, { message, text: own });
      } else {
        response.once("close", () => this.#recordOneWay(message, own));
      }
    }
    this.#reader = new ResponseReader(response, (sent) => this.#readSent(sent));
    response.once("close", () => {
      for (const open of this.#pending.values()) this.#recordResult(open, outcomeOf(null), null);
    });
  }

  #readSent(sent: SentText): void {
    const [only] = this.#pending.values();
    if (only !== undefined && this.#messages.length === 1 && isSuccess(sent.text)) {
      this.#pending.clear();
      this.#recordResult(only, { outcome: "ok", errorCode: null }, sent.text);
      return;
    }
    for (const { message, text } of sent.read()) {
      const request = "method" in message ? undefined : this.#requestOf(message);
      if (request !== undefined) {
        this.#pending.delete(request.message.id);
        this.#recordResult(request, outcomeOf(message), text);
      } else if (typeof message.method === "string") {
        this.#recordSent(message, message.method, text);
      }
    }
  }

  /** Returns the request that a response belongs to. An error without an id belongs to the first pending request. */
  #requestOf({ id }: Message): PendingRequest | undefined {
    const request = this.#pending.get(id);
    if (request !== undefined || (id !== null && id !== undefined)) return request;
    return this.#pending.values().next().value;
  }

  /** Records a request with its result; without a result it was cancelled. */
  #recordResult(
    { message, text }: PendingRequest,
    outcome: Pick<ObservedExchange, "outcome" | "errorCode">,
    result: string | null,
  ): void {
    const durationMs = performance.now() - this.#started;
    this.#tap.recordLater(() => ({
      ...this.#observed.identify(message),
      ...this.#receivedFields(),
      method: String(message.method),
      target: targetOf(message),
      messageId: JSON.stringify(message.id),
      ...outcome,
      durationMs,
      requestBytes: Buffer.byteLength(text),
      responseBytes: Buffer.byteLength(result ?? ""),
      requestBody: text,
      responseBody: result,
    }));
  }

  /** Records a message that gets no result: a notification, or a client's response to a request of ours. */
  #recordOneWay(message: Message, text: string): void {
    const durationMs = performance.now() - this.#started;
    this.#tap.recordLater(() => {
      const observed = this.#observed.identify(message);
      const { statusCode } = this.#observed.response;
      const isResponse = typeof message.method !== "string";
      const request = isResponse ? this.#tap.takeSentRequest(observed.sessionId, message.id) : null;
      return {
        ...observed,
        ...this.#receivedFields(),
        method: isResponse ? (request?.method ?? null) : String(message.method),
        // The server that asked.
        server: request?.server ?? observed.server,
        target: targetOf(message),
        messageId: message.id === undefined ? null : JSON.stringify(message.id),
        ...(statusCode >= 400 ? { outcome: "error", errorCode: String(statusCode) } : outcomeOf(message)),
        durationMs,
        requestBytes: Buffer.byteLength(text),
        responseBytes: 0,
        requestBody: text,
        responseBody: null,
      };
    });
  }

  /** Records a message that was sent on a stream: a notification or a request to the client. */
  #recordSent(message: Message, method: string, text: string): void {
    const at = this.#tap.clock.now();
    const [first = null] = this.#messages;
    // At once, because the client may respond before the row is written.
    if (message.id !== undefined) {
      const { sessionId, server } = this.#observed.identify(first);
      this.#tap.noteSentRequest(sessionId, message.id, { method, server });
    }
    this.#tap.recordLater(() => ({
      ...this.#observed.identify(first),
      replayOf: null,
      serverMs: null,
      at,
      direction: "sent",
      method,
      target: targetOf(message),
      messageId: message.id === undefined ? null : JSON.stringify(message.id),
      outcome: "ok",
      errorCode: null,
      httpStatus: null,
      durationMs: 0,
      requestBytes: 0,
      responseBytes: Buffer.byteLength(text),
      requestBody: null,
      responseBody: text,
      requestHeaders: {},
      responseHeaders: null,
      readMs: null,
      firstByteMs: null,
    }));
  }

  #receivedFields() {
    const { response, arrived } = this.#observed;
    const { firstByteAt } = this.#reader;
    return {
      at: this.#at,
      direction: "received",
      httpStatus: response.headersSent ? response.statusCode : null,
      requestHeaders: this.#requestHeaders,
      responseHeaders: response.headersSent ? this.#reader.headers() : null,
      readMs: this.#started - arrived,
      firstByteMs: firstByteAt === null ? null : firstByteAt - this.#started,
    } as const;
  }
}

/** Returns the tool, prompt or resource in a message's parameters; null if it names none. */
function targetOf(message: Message): string | null {
  if (!isRecord(message.params)) return null;
  const { name, uri, ref } = message.params;
  if (typeof name === "string") return calledTool(name, message.params.arguments);
  if (typeof uri === "string") return uri;
  if (isRecord(ref)) {
    if (typeof ref.name === "string") return ref.name;
    if (typeof ref.uri === "string") return ref.uri;
  }
  return null;
}

/** Keys of an error and of a request. Quotes are escaped inside JSON strings, so this only matches keys. */
const ERROR_OR_METHOD = /"(?:error|isError|method)"/;

/** Returns whether a text is certainly a successful result, without parsing it. */
function isSuccess(text: string): boolean {
  return text.startsWith("{") && text.endsWith("}") && !ERROR_OR_METHOD.test(text);
}

/** Returns the outcome of a response: the code of an error or of a failed tool. No response means cancelled. */
function outcomeOf(response: Message | null): { readonly outcome: RequestOutcome; readonly errorCode: string | null } {
  if (response === null) return { outcome: "cancelled", errorCode: null };
  if (isRecord(response.error)) return { outcome: "error", errorCode: String(response.error.code) };
  const { result } = response;
  if (!isRecord(result) || result.isError !== true) return { outcome: "ok", errorCode: null };
  const code = isRecord(result.structuredContent) ? result.structuredContent.code : undefined;
  if (code === "cancelled") return { outcome: "cancelled", errorCode: null };
  return { outcome: "error", errorCode: typeof code === "string" ? code : "tool_error" };
}

/** Returns the path of a request without its query, at most 200 characters. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0]?.slice(0, 200) ?? "/";
}

/** Returns the error code in the body of a refusal, in JSON-RPC or REST form. */
function errorCodeOf(body: string): string | null {
  try {
    const { error } = JSON.parse(body) as { error?: { code?: unknown; data?: { code?: unknown } } };
    const code = error?.data?.code ?? error?.code;
    return code === undefined ? null : String(code);
  } catch {
    return null;
  }
}
