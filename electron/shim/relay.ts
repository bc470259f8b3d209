import type { AppLocator } from "./app-locator.ts";
import {
  type ClientMessage,
  type ClientNotification,
  type ClientRequest,
  idText,
  readClientMessage,
} from "./client-message.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { errorAnswer, INVALID_REQUEST, UNAVAILABLE } from "./error-answers.ts";
import { readResult } from "./exchange.ts";
import { ConnectionFailure, type HttpChannel, readBody } from "./http-channel.ts";
import type { InFlight } from "./in-flight.ts";
import { MAX_MESSAGE_BYTES } from "./line-splitter.ts";
import type { LineWriter } from "./line-writer.ts";
import { createListenFollower } from "./listen-stream.ts";
import { firstMemberName } from "./member-scanner.ts";
import type { RequestCarrier } from "./request-carrier.ts";
import { forwardEvents, isEventStream } from "./response-reader.ts";
import type { Session } from "./session.ts";

/** What the client's lines lead to. */
export interface Relay {
  /** One line of the client's. */
  receive(line: Buffer): void;
  /** A line past the limit; `id` as JSON where its message had one. */
  refuseTooLong(id: string | null): void;
}

export interface RelayParts {
  readonly channel: HttpChannel;
  readonly locator: AppLocator;
  readonly session: Session;
  readonly carrier: RequestCarrier;
  readonly inFlight: InFlight;
  readonly writer: LineWriter;
  readonly diagnostics: Diagnostics;
}

/** A server answers no request that was cancelled; how long its stream is kept all the same. */
const CANCELLED_STREAM_MS = 1_000;
const REMEMBERED = new Set(["resources/subscribe", "resources/unsubscribe", "logging/setLevel"]);
const MAX_TRIES = 3;

/** Sorts the client's messages by what has to be done with them. Requests run side by side; handshakes run alone. */
export function createRelay(parts: RelayParts): Relay {
  const { channel, locator, session, carrier, inFlight, writer, diagnostics } = parts;

  const carryRequest = async (request: ClientRequest) => {
    const flight = inFlight.add(request);
    try {
      if (request.method === "initialize" && request.version === null) {
        await session.handshake(() => carryInitialize(flight));
      } else if (request.version === null) {
        await session.ready();
        await carrier.carry(flight, (message, isResponse) => {
          const done = isResponse && REMEMBERED.has(request.method);
          if (done && firstMemberName(message, "result", "error") === "result") session.remember(request);
          return [message];
        });
      } else if (request.method === "subscriptions/listen") {
        const follower = createListenFollower(request);
        await carrier.carry(flight, follower.filter, () => follower.open);
      } else {
        await carrier.carry(flight);
      }
    } finally {
      inFlight.remove(flight);
    }
  };

  const carryInitialize = async (flight: ReturnType<InFlight["add"]>) => {
    let answer = "";
    const carried = await carrier.carry(flight, (message, isResponse) => {
      if (isResponse) answer = message;
      return [message];
    });
    const result = carried === null ? null : readResult(answer);
    if (carried !== null && result !== null) session.begin(flight.request, carried.endpoint, carried.sessionId, result);
  };

  /** Sends what has no answer of its own. */
  const post = async (body: Buffer, version: string | null, tries = MAX_TRIES) => {
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
          diagnostics.tell(`Recollect refused a notification with HTTP status ${status}.`);
          return;
        }
      } catch (error) {
        locator.distrust(endpoint);
        if (error instanceof ConnectionFailure && error.reached) return;
      }
    }
  };

  const carryNotification = async (notification: ClientNotification) => {
    if (notification.method === "notifications/cancelled") return cancel(notification);
    if (notification.version !== null) return post(notification.body, notification.version);
    if (notification.method !== "notifications/initialized") {
      await session.ready();
      return post(notification.body, null);
    }
    await session.handshake(async () => {
      try {
        await post(notification.body, null);
      } finally {
        // Where it did not arrive, the session is made anew, with it.
        session.confirm(notification);
      }
    });
  };

  const cancel = async (notification: ClientNotification) => {
    const flight = inFlight.find(idText(notification.params.requestId));
    if (flight === null) return;
    flight.cancelled = true;
    // Over HTTP the 2026 era cancels by closing the request; and what was not sent needs no cancelling.
    if (flight.request.version !== null || !flight.sent) return flight.controller.abort();
    await post(cancellationOf(flight.request, notification), null, 1);
    setTimeout(() => flight.controller.abort(), CANCELLED_STREAM_MS).unref();
  };

  const carryBatch = async (batch: Extract<ClientMessage, { kind: "batch" }>) => {
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
  };

  const answerBatch = async (batch: Extract<ClientMessage, { kind: "batch" }>, error: unknown) => {
    const message = `The batch was not answered (${error instanceof Error ? error.message : error}).`;
    for (const id of batch.ids) await writer.write(errorAnswer(id, UNAVAILABLE, message));
  };

  const carry = (message: ClientMessage): Promise<unknown> => {
    switch (message.kind) {
      case "request":
        return carryRequest(message);
      case "notification":
        return carryNotification(message);
      case "response":
        return post(message.body, null, 1);
      case "batch":
        return carryBatch(message).catch((error) => answerBatch(message, error));
    }
  };

  return {
    receive(line) {
      const message = readClientMessage(line);
      if (message.kind === "unreadable") {
        void writer.write(errorAnswer(message.id, message.code, message.message));
        return;
      }
      carry(message).catch((error) => diagnostics.tell(`A message was not carried: ${String(error)}`));
    },
    refuseTooLong(id) {
      const limit = `${MAX_MESSAGE_BYTES / 1024 / 1024} MiB`;
      void writer.write(
        errorAnswer(id, INVALID_REQUEST, `The message is larger than ${limit}, the most that is taken at once.`),
      );
    },
  };
}

/** The cancellation as the server knows the request. */
function cancellationOf(request: ClientRequest, notification: ClientNotification): Buffer {
  if (request.standIn === null) return notification.body;
  const params = { ...notification.params, requestId: JSON.parse(request.standIn) };
  return Buffer.from(JSON.stringify({ jsonrpc: "2.0", method: notification.method, params }));
}
