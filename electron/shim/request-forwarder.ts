import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isRecord } from "../core/util/is-record.ts";
import type { Endpoint } from "../platform/endpoint-file.ts";
import type { AppLocator } from "./app-locator.ts";
import { AppUnavailable } from "./app-unavailable.ts";
import type { ClientRequest } from "./client-message.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import { BackOff, type HttpChannel } from "./http-channel.ts";
import { deliverResponse, formatError, INTERNAL_ERROR, type MessageFilter, UNAVAILABLE } from "./server-response.ts";
import { type Session, SessionRefused } from "./session.ts";
import type { LineWriter } from "./stdio.ts";

/** A request that has no response yet. */
export interface PendingRequest {
  readonly request: ClientRequest;
  readonly controller: AbortController;
  /** It may have reached the server. */
  sent: boolean;
  /** The client has cancelled it. */
  cancelled: boolean;
}

/** The endpoint of a response, and the session that it names. */
export interface Delivery {
  readonly endpoint: Endpoint;
  readonly sessionId: string | undefined;
}

export interface ForwardOptions {
  /** Sees the server's messages first. */
  readonly filter?: MessageFilter;
  /** While it returns true, a stream that ends is opened again, without starting the application. */
  readonly shouldReopen?: () => boolean;
}

const MAX_TRIES = 4;
const RETRY_PAUSE_MS = 50;

/**
 * Sends the client's requests to the application and their responses to the client, across restarts of the application.
 */
export class RequestForwarder {
  readonly #channel: HttpChannel;
  readonly #locator: AppLocator;
  readonly #session: Session;
  readonly #writer: LineWriter;

  constructor(channel: HttpChannel, locator: AppLocator, session: Session, writer: LineWriter) {
    this.#channel = channel;
    this.#locator = locator;
    this.#session = session;
    this.#writer = writer;
  }

  /**
   * Forwards a request. The client gets a response or an error, unless it has cancelled the request.
   * @returns null if no response of the server was delivered
   */
  async forward(pending: PendingRequest, options: ForwardOptions = {}): Promise<Delivery | null> {
    const { filter = (text) => [text], shouldReopen = () => false } = options;
    const { request, controller } = pending;
    const backOff = new BackOff();
    for (let tries = 1; !controller.signal.aborted; tries += 1) {
      let endpoint: Endpoint | null = null;
      try {
        endpoint = shouldReopen()
          ? await this.#locator.waitUntilRunning(controller.signal)
          : await this.#locator.locate();
        backOff.begin();
        const mustRepeat: MustRepeat = shouldReopen() ? isBusy : tries < MAX_TRIES ? isUnprocessed : () => false;
        const delivery = await this.#tryOnce(pending, endpoint, filter, mustRepeat);
        if (delivery !== null && !shouldReopen()) return delivery;
      } catch (error) {
        if (controller.signal.aborted || pending.cancelled) return null;
        if (endpoint !== null) this.#locator.distrust(endpoint);
        if (!shouldReopen() && (tries >= MAX_TRIES || !mayRetry(pending, error))) {
          await this.#writer.write(describeFailure(request, error));
          return null;
        }
      }
      if (shouldReopen()) {
        tries = 1;
        await backOff.pause(controller.signal);
      } else await sleep(RETRY_PAUSE_MS * (tries - 1));
    }
    return null;
  }

  /** @returns null if the server did not process the request (unknown session, outdated token) */
  async #tryOnce(
    pending: PendingRequest,
    endpoint: Endpoint,
    filter: MessageFilter,
    mustRepeat: MustRepeat,
  ): Promise<Delivery | null> {
    const { request, controller } = pending;
    pending.sent = false;
    const inSession = request.version === null && request.method !== "initialize";
    const sessionHeaders = inSession ? await this.#session.headersFor(endpoint) : {};
    pending.sent = true;
    const response = await this.#channel.send(endpoint, {
      method: "POST",
      headers: { ...sessionHeaders, ...standardHeaders(request) },
      body: request.body,
      signal: controller.signal,
    });
    if (mustRepeat(response, sessionHeaders)) {
      response.resume();
      if (response.statusCode === 401) this.#locator.distrust(endpoint);
      if (response.statusCode === 404) this.#session.lose(sessionHeaders);
      return null;
    }
    await deliverResponse(request, response, this.#writer, filter);
    const sessionId = response.headers["mcp-session-id"];
    return { endpoint, sessionId: typeof sessionId === "string" ? sessionId : undefined };
  }
}

/** Decides from the head of a response whether the request is resent. */
type MustRepeat = (response: IncomingMessage, sessionHeaders: Readonly<Record<string, string>>) => boolean;

/** The server does not know the session or the token, so it did nothing. */
const isUnprocessed: MustRepeat = ({ statusCode }, sessionHeaders) =>
  statusCode === 401 || (statusCode === 404 && sessionHeaders["mcp-session-id"] !== undefined);

/** A stream may be opened again later, for example when serving is resumed. */
const isBusy: MustRepeat = ({ statusCode = 0 }) => statusCode === 401 || statusCode >= 500;

/** An unsent request can always be repeated; a possibly executed one only if that is harmless. */
function mayRetry({ request, sent }: PendingRequest, error: unknown): boolean {
  return error instanceof ConnectionFailure && (!sent || !error.reached || isRepeatable(request));
}

function describeFailure(request: ClientRequest, error: unknown): string {
  if (error instanceof AppUnavailable) {
    return formatError(request.id, UNAVAILABLE, [error.message, error.hint].filter(Boolean).join(" "));
  }
  if (error instanceof SessionRefused) return formatError(request.id, UNAVAILABLE, error.message);
  if (!(error instanceof ConnectionFailure)) {
    return formatError(request.id, INTERNAL_ERROR, `The shim failed: ${String(error)}`);
  }
  const outcome = isRepeatable(request)
    ? "It was retried without success."
    : "Whether the request was carried out is unknown: read the memory before you repeat the change.";
  const message = `The connection to Recollect broke before the response (${error.message}). ${outcome}`;
  return formatError(request.id, UNAVAILABLE, message);
}

/**
 * Tools whose second call with the same arguments changes nothing more: reading; capturing, because the same content
 * returns the existing memory; deleting, restoring and reindexing.
 */
const REPEATABLE_TOOLS = new Set([
  "search_memories",
  "list_memories",
  "get_memory",
  "memory_status",
  "capture_memory",
  "delete_memory",
  "restore_memory",
  "reindex_memories",
]);

/**
 * Whether a request that may have been carried out can be resent. Every method other than a tool call reads, or
 * sets the same value. An update can be repeated unless it names the revision it expects, which the first has
 * changed.
 */
export function isRepeatable(request: Pick<ClientRequest, "method" | "params">): boolean {
  if (request.method !== "tools/call") return true;
  const { name, arguments: args } = request.params;
  if (typeof name !== "string") return true;
  if (name === "update_memory") return !(isRecord(args) && "expectedRevision" in args);
  return REPEATABLE_TOOLS.has(name);
}

/** The parameter that `Mcp-Name` repeats (2026-07-28, Streamable HTTP, standard request headers). */
const NAME_PARAMETERS: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

/** The headers in which a request repeats parts of its body from 2026-07-28 on; none before. */
export function standardHeaders(request: Pick<ClientRequest, "method" | "params" | "version">): Record<string, string> {
  if (request.version === null) return {};
  const parameter = Object.hasOwn(NAME_PARAMETERS, request.method) ? NAME_PARAMETERS[request.method] : undefined;
  const name = parameter === undefined ? undefined : request.params[parameter];
  return {
    "mcp-protocol-version": encodeHeaderValue(request.version),
    "mcp-method": encodeHeaderValue(request.method),
    ...(typeof name === "string" ? { "mcp-name": encodeHeaderValue(name) } : {}),
  };
}

/**
 * Encodes a header value as 2026-07-28 specifies: visible ASCII as it is, any other text as `=?base64?…?=` around the
 * Base64 of its UTF-8.
 */
export function encodeHeaderValue(value: string): string {
  const plain = /^[\t\x20-\x7e]+$/.test(value) && value === value.trim() && !/^=\?base64\?.*\?=$/.test(value);
  return plain ? value : `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;
}
