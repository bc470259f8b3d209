import type { IncomingMessage, ServerResponse } from "node:http";
import type { ClientIdentity } from "../core/memory.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { ObservedExchange, ProtocolEra, RequestRecorder, RequestTransport } from "../core/request-log.ts";
import { isRecord, outcomeOf, targetOf } from "./messages.ts";
import { createResponseReader } from "./response-reader.ts";

/** What is known of the other side, beyond what the messages say. */
export interface Observed {
  readonly transport: RequestTransport;
  readonly client: ClientIdentity | null;
  /** Whom the token was made for; null where none was good. */
  readonly subject: string | null;
  readonly sessionId: string | null;
  readonly era: ProtocolEra | null;
  readonly protocolVersion: string | null;
}

/** One HTTP request as the tap sees it. */
export interface ObservedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The body as text, and parsed; both null where there is none. */
  readonly text: string | null;
  readonly body: unknown;
  /** Asked when an exchange is recorded: by then a session that was opened has its id. */
  identify(message: unknown): Observed;
}

interface Waiting {
  readonly message: Record<string, unknown>;
  readonly text: string;
}

/** A plain HTTP request, such as a REST call or a refusal, named by method and path. */
export interface PlainRequest extends ObservedRequest {
  readonly target: string | null;
}

/** Listens on the wire and records each message with its answer, after the answer has left. */
export interface Tap {
  /** JSON-RPC messages in, answers and unasked notifications out. */
  observe(exchange: ObservedRequest): void;
  /** What is no JSON-RPC: one row for the request as a whole. */
  observePlain(exchange: PlainRequest): void;
}

export function createTap(dependencies: {
  readonly recorder: RequestRecorder;
  readonly clock: Clock;
  readonly logger: Logger;
}): Tap {
  const { recorder, clock, logger } = dependencies;

  /** Never in the way of a request: later than what is happening now, and never thrown out of here. */
  function recordLater(build: () => ObservedExchange): void {
    setImmediate(() => {
      try {
        recorder.record(build());
      } catch (error) {
        logger.error("A request could not be recorded", { error });
      }
    });
  }

  return {
    observe(exchange) {
      const { request, response, text, body, identify } = exchange;
      const at = clock.now();
      const started = performance.now();
      const headers = headersOf(request);
      const messages = (Array.isArray(body) ? body : [body]).filter(isRecord);
      const waiting = new Map<unknown, Waiting>();
      // A stream that is asked for, or a body without messages: worth a row only where it is refused.
      if (messages.length === 0) recordPlain({ ...exchange, target: null }, (status) => status >= 400);
      for (const message of messages) {
        const own = messages.length === 1 && text !== null ? text : JSON.stringify(message);
        if (typeof message.method === "string" && message.id !== undefined) {
          waiting.set(message.id, { message, text: own });
        } else {
          recordPassing(message, own);
        }
      }

      function recordPassing(message: Record<string, unknown>, own: string): void {
        response.once("close", () => {
          const status = response.statusCode;
          recordLater(() => ({
            ...identify(message),
            at,
            direction: "received",
            method: typeof message.method === "string" ? message.method : null,
            target: targetOf(message),
            messageId: message.id === undefined ? null : JSON.stringify(message.id),
            outcome: status < 400 ? "ok" : "error",
            errorCode: status < 400 ? null : String(status),
            httpStatus: status,
            durationMs: performance.now() - started,
            requestBytes: Buffer.byteLength(own),
            responseBytes: 0,
            requestBody: own,
            responseBody: null,
            requestHeaders: headers,
          }));
        });
      }

      function recordAnswered(
        { message, text: own }: Waiting,
        answer: Record<string, unknown> | null,
        sent: string,
      ): void {
        const durationMs = performance.now() - started;
        recordLater(() => ({
          ...identify(message),
          at,
          direction: "received",
          method: String(message.method),
          target: targetOf(message),
          messageId: JSON.stringify(message.id),
          ...outcomeOf(answer),
          httpStatus: response.statusCode,
          durationMs,
          requestBytes: Buffer.byteLength(own),
          responseBytes: Buffer.byteLength(sent),
          requestBody: own,
          responseBody: sent === "" ? null : sent,
          requestHeaders: headers,
        }));
      }

      function recordSent(message: Record<string, unknown>, sent: string): void {
        const sentAt = clock.now();
        recordLater(() => ({
          ...identify(messages[0] ?? null),
          at: sentAt,
          direction: "sent",
          method: String(message.method),
          target: targetOf(message),
          messageId: message.id === undefined ? null : JSON.stringify(message.id),
          outcome: "ok",
          errorCode: null,
          httpStatus: null,
          durationMs: 0,
          requestBytes: 0,
          responseBytes: Buffer.byteLength(sent),
          requestBody: null,
          responseBody: sent,
          requestHeaders: {},
        }));
      }

      createResponseReader(response, (message, sent) => {
        const asked = "method" in message ? undefined : (waiting.get(message.id) ?? firstOf(waiting, message));
        if (asked === undefined) {
          if (typeof message.method === "string") recordSent(message, sent);
          return;
        }
        waiting.delete(asked.message.id);
        recordAnswered(asked, message, sent);
      });
      response.once("close", () => {
        for (const asked of waiting.values()) recordAnswered(asked, null, "");
      });
    },

    observePlain: recordPlain,
  };

  /** Records an HTTP request as one row when it is over; `only` says whether it is worth one. */
  function recordPlain(exchange: PlainRequest, only: (status: number) => boolean = () => true): void {
    const { request, response, text, body, identify, target } = exchange;
    const at = clock.now();
    const started = performance.now();
    const headers = headersOf(request);
    // The first is the whole answer; only a stream has more, and that is not kept.
    let answer = "";
    createResponseReader(response, (_message, own) => {
      answer ||= own;
    });
    response.once("close", () => {
      if (!only(response.statusCode)) return;
      const durationMs = performance.now() - started;
      const refused = response.statusCode >= 400;
      recordLater(() => ({
        ...identify(body),
        at,
        direction: "received",
        method: `${request.method} ${pathOf(request)}`,
        target,
        messageId: null,
        outcome: refused ? "error" : response.writableFinished ? "ok" : "cancelled",
        errorCode: refused ? (errorCodeOf(answer) ?? String(response.statusCode)) : null,
        httpStatus: response.statusCode,
        durationMs,
        requestBytes: text === null ? 0 : Buffer.byteLength(text),
        responseBytes: Buffer.byteLength(answer),
        requestBody: text,
        responseBody: answer === "" ? null : answer,
        requestHeaders: headers,
      }));
    });
  }
}

/** An error without an id answers the request as a whole, so it belongs to the first message that still waits. */
function firstOf(waiting: ReadonlyMap<unknown, Waiting>, message: Record<string, unknown>): Waiting | undefined {
  return message.id === null || message.id === undefined ? waiting.values().next().value : undefined;
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0]?.slice(0, 200) ?? "/";
}

/** Recollect's own code out of a refusal's body, in either shape. */
function errorCodeOf(answer: string): string | null {
  try {
    const { error } = JSON.parse(answer) as { error?: { code?: unknown; data?: { code?: unknown } } };
    const code = error?.data?.code ?? error?.code;
    return code === undefined ? null : String(code);
  } catch {
    return null;
  }
}
