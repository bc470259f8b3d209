import { isRecord } from "../core/util/is-record.ts";
import type { AppLocator } from "./app-locator.ts";
import {
  type ClientBatch,
  type ClientMessage,
  type ClientNotification,
  type ClientRequest,
  formatId,
  type JsonObject,
  parseClientMessage,
} from "./client-message.ts";
import { ConnectionFailure } from "./connection-failure.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { type HttpChannel, readBody } from "./http-channel.ts";
import type { PendingRequest, RequestForwarder } from "./request-forwarder.ts";
import {
  formatError,
  forwardEvents,
  INVALID_REQUEST,
  isEventStream,
  isResponse,
  UNAVAILABLE,
} from "./server-response.ts";
import { type Session, Subscription } from "./session.ts";
import { type LineWriter, MAX_MESSAGE_BYTES } from "./stdio.ts";

export interface RelayParts {
  readonly channel: HttpChannel;
  readonly locator: AppLocator;
  readonly session: Session;
  readonly forwarder: RequestForwarder;
  readonly writer: LineWriter;
  readonly diagnostics: Diagnostics;
  /** Called when a request has arrived or ended. */
  readonly onChange: () => void;
}

/** How long the stream of a cancelled request stays open: the server does not respond to it. */
const CANCELLED_STREAM_TIMEOUT_MS = 1_000;
const MAX_TRIES = 3;
/** Requests that set something in the session. */
const SESSION_METHODS = new Set(["resources/subscribe", "resources/unsubscribe", "logging/setLevel"]);
/** The client is not read while more than these are pending; 16 MiB are four messages of the maximum size. */
const MAX_PENDING_BYTES = 16 * 1024 * 1024;
const MAX_PENDING_REQUESTS = 512;

/** Forwards each message of the client as its kind requires. Requests run concurrently, handshake steps one by one. */
export class Relay {
  readonly #parts: RelayParts;
  readonly #pending = new Set<PendingRequest>();
  readonly #pendingById = new Map<string, PendingRequest>();
  #pendingBytes = 0;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  /** Whether too much is pending for more to be read from the client. */
  get isFull(): boolean {
    return this.#pendingBytes > MAX_PENDING_BYTES || this.#pending.size > MAX_PENDING_REQUESTS;
  }

  /** Whether a response is expected; a subscription ends only when one side ends it. */
  get isBusy(): boolean {
    return [...this.#pending].some(({ request }) => request.method !== "subscriptions/listen");
  }

  /** Handles one line of the client. */
  receive(line: Buffer): void {
    const message = parseClientMessage(line);
    if (message.kind === "invalid") {
      void this.#parts.writer.write(formatError(message.id, message.code, message.message));
      return;
    }
    this.#forward(message).catch((error) =>
      this.#parts.diagnostics.log(`A message was not forwarded: ${String(error)}`),
    );
  }

  /** Handles a line above the limit; `id` as JSON if its message has one. */
  rejectTooLong(id: string | null): void {
    const message = `The message is larger than the limit of ${MAX_MESSAGE_BYTES / 1024 / 1024} MiB.`;
    void this.#parts.writer.write(formatError(id, INVALID_REQUEST, message));
  }

  /** Aborts all pending requests. */
  abortAll(): void {
    for (const { controller } of this.#pending) controller.abort();
  }

  #forward(message: ClientMessage): Promise<unknown> {
    switch (message.kind) {
      case "request":
        return this.#forwardRequest(message);
      case "notification":
        return this.#forwardNotification(message);
      case "response":
        return this.#post(message.body, null, 1);
      case "batch":
        return this.#forwardBatch(message).catch((error) => this.#failBatch(message, error));
    }
  }

  async #forwardRequest(request: ClientRequest): Promise<void> {
    const { session, forwarder } = this.#parts;
    const pending = this.#add(request);
    try {
      if (request.method === "initialize" && request.version === null) {
        await session.handshake(() => this.#initialize(pending));
      } else if (request.version === null) {
        await session.ready();
        await forwarder.forward(pending, {
          filter: (text, message) => {
            if (isResponse(message) && "result" in message && SESSION_METHODS.has(request.method)) {
              session.remember(request);
            }
            return [text];
          },
        });
      } else if (request.method === "subscriptions/listen") {
        const subscription = new Subscription(request);
        await forwarder.forward(pending, { filter: subscription.filter, shouldReopen: () => subscription.isOpen });
      } else {
        await forwarder.forward(pending);
      }
    } finally {
      this.#remove(pending);
    }
  }

  async #initialize(pending: PendingRequest): Promise<void> {
    const { session, forwarder } = this.#parts;
    const results: JsonObject[] = [];
    const delivery = await forwarder.forward(pending, {
      filter: (text, message) => {
        if (isResponse(message) && isRecord(message.result)) results.push(message.result);
        return [text];
      },
    });
    const [result] = results;
    if (delivery !== null && result !== undefined) {
      session.begin(pending.request, delivery.endpoint, delivery.sessionId, result);
    }
  }

  async #forwardNotification(notification: ClientNotification): Promise<void> {
    const { session } = this.#parts;
    if (notification.method === "notifications/cancelled") return this.#cancel(notification);
    if (notification.version !== null) return this.#post(notification.body, notification.version);
    if (notification.method !== "notifications/initialized") {
      await session.ready();
      return this.#post(notification.body, null);
    }
    await session.handshake(async () => {
      try {
        await this.#post(notification.body, null);
      } finally {
        // If it did not arrive, the session is created again and includes it.
        session.confirm(notification);
      }
    });
  }

  async #cancel(notification: ClientNotification): Promise<void> {
    const pending = this.#pendingById.get(formatId(notification.params.requestId) ?? "");
    if (pending === undefined) return;
    pending.cancelled = true;
    // Over HTTP, 2026-07-28 cancels a request by closing it. A request that was not sent is only dropped.
    if (pending.request.version !== null || !pending.sent) return pending.controller.abort();
    await this.#post(notification.body, null, 1);
    setTimeout(() => pending.controller.abort(), CANCELLED_STREAM_TIMEOUT_MS).unref();
  }

  /** Sends a message that has no response. */
  async #post(body: Buffer, version: string | null, tries = MAX_TRIES): Promise<void> {
    const { channel, locator, session, diagnostics } = this.#parts;
    for (let left = tries; left > 0; left -= 1) {
      const endpoint = await locator.locate();
      try {
        const headers = version === null ? await session.headersFor(endpoint) : { "mcp-protocol-version": version };
        const response = await channel.send(endpoint, { method: "POST", headers, body });
        const status = response.statusCode ?? 0;
        await readBody(response);
        if (status < 300) return;
        if (status === 401) locator.distrust(endpoint);
        else if (status === 404 && version === null) session.lose(headers);
        else {
          diagnostics.log(`Recollect refused a notification with HTTP status ${status}.`);
          return;
        }
      } catch (error) {
        locator.distrust(endpoint);
        if (error instanceof ConnectionFailure && error.reached) return;
      }
    }
  }

  async #forwardBatch(batch: ClientBatch): Promise<void> {
    const { channel, locator, session, writer } = this.#parts;
    await session.ready();
    const endpoint = await locator.locate();
    const headers = await session.headersFor(endpoint);
    const response = await channel.send(endpoint, { method: "POST", headers, body: batch.body });
    if (isEventStream(response)) {
      await forwardEvents(response, async ({ data }) => {
        if (data !== "") await writer.write(data);
      });
      return;
    }
    const body = await readBody(response);
    if (response.statusCode === 200) await writer.write(body);
    else if (response.statusCode !== 202) throw new Error(`HTTP status ${response.statusCode}: ${body}`);
  }

  async #failBatch(batch: ClientBatch, error: unknown): Promise<void> {
    const message = `The batch failed (${error instanceof Error ? error.message : error}).`;
    for (const id of batch.ids) await this.#parts.writer.write(formatError(id, UNAVAILABLE, message));
  }

  #add(request: ClientRequest): PendingRequest {
    const pending = { request, controller: new AbortController(), sent: false, cancelled: false };
    this.#pending.add(pending);
    this.#pendingById.set(request.id, pending);
    this.#pendingBytes += request.body.length;
    this.#parts.onChange();
    return pending;
  }

  #remove(pending: PendingRequest): void {
    const { id, body } = pending.request;
    this.#pending.delete(pending);
    if (this.#pendingById.get(id) === pending) this.#pendingById.delete(id);
    this.#pendingBytes -= body.length;
    this.#parts.onChange();
  }
}
