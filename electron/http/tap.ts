import type { IncomingMessage, ServerResponse } from "node:http";
import type { ClientIdentity } from "../core/memory.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { ObservedExchange, ProtocolEra, Refusal, RequestRecorder, RequestTransport } from "../core/request-log.ts";
import { createAskedMethods } from "./asked-methods.ts";
import { isRecord, outcomeOf, surelySucceeded, targetOf } from "./messages.ts";
import { createResponseReader, headerText } from "./response-reader.ts";

/** What is known of the other side, beyond what the messages say. */
export interface Observed {
  readonly transport: RequestTransport;
  readonly client: ClientIdentity | null;
  /** Whom the token was made for; null where none was good. */
  readonly subject: string | null;
  readonly sessionId: string | null;
  readonly era: ProtocolEra | null;
  readonly protocolVersion: string | null;
  readonly refusal: Refusal | null;
  /** The exchange that the owner sends again. */
  readonly replayOf: number | null;
}

/** One HTTP request as the tap sees it. */
export interface ObservedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** When its head was there, on the clock of `performance`. */
  readonly arrived: number;
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
  const asked = createAskedMethods();

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
      const { request, response, text, body, identify, arrived } = exchange;
      const at = clock.now();
      const started = performance.now();
      const requestHeaders = headerText(request.headers);
      const messages = (Array.isArray(body) ? body : [body]).filter(isRecord);
      const waiting = new Map<unknown, Waiting>();
      // A stream that is asked for, or a body without messages: worth a row only where it is refused.
      if (messages.length === 0) recordPlain({ ...exchange, target: null }, (status) => status >= 400);
      for (const message of messages) {
        const own = messages.length === 1 && text !== null ? text : JSON.stringify(message);
        if (typeof message.method === "string" && message.id !== undefined) {
          waiting.set(message.id, { message, text: own });
        } else {
          response.once("close", () => recordPassing(message, own));
        }
      }
      const facts = createResponseReader(response, (sent) => {
        const [only] = waiting.values();
        if (only !== undefined && messages.length === 1 && surelySucceeded(sent.text)) {
          waiting.clear();
          recordAnswered(only, { outcome: "ok", errorCode: null }, sent.text);
          return;
        }
        for (const { message, text: own } of sent.read()) readAnswer(message, own);
      });
      response.once("close", () => {
        for (const open of waiting.values()) recordAnswered(open, outcomeOf(null), null);
      });

      function readAnswer(message: Record<string, unknown>, own: string): void {
        const answered = "method" in message ? undefined : (waiting.get(message.id) ?? firstOf(waiting, message));
        if (answered !== undefined) {
          waiting.delete(answered.message.id);
          recordAnswered(answered, outcomeOf(message), own);
        } else if (typeof message.method === "string") recordSent(message, own);
      }

      const received = () => {
        const firstByteAt = facts.firstByteAt();
        return {
          at,
          direction: "received",
          httpStatus: response.headersSent ? response.statusCode : null,
          requestHeaders,
          responseHeaders: response.headersSent ? facts.headers() : null,
          readMs: started - arrived,
          firstByteMs: firstByteAt === null ? null : firstByteAt - started,
        } as const;
      };

      /** A notification, or the answer to what we asked the client: nothing comes back for it. */
      function recordPassing(message: Record<string, unknown>, own: string): void {
        const durationMs = performance.now() - started;
        recordLater(() => {
          const observed = identify(message);
          const failed = response.statusCode >= 400;
          return {
            ...observed,
            ...received(),
            method: typeof message.method === "string" ? message.method : asked.take(observed.sessionId, message.id),
            target: targetOf(message),
            messageId: message.id === undefined ? null : JSON.stringify(message.id),
            ...(failed ? { outcome: "error", errorCode: String(response.statusCode) } : outcomeOf(message)),
            durationMs,
            requestBytes: Buffer.byteLength(own),
            responseBytes: 0,
            requestBody: own,
            responseBody: null,
          };
        });
      }

      function recordAnswered(
        { message, text: own }: Waiting,
        outcome: Pick<ObservedExchange, "outcome" | "errorCode">,
        sent: string | null,
      ): void {
        const durationMs = performance.now() - started;
        recordLater(() => ({
          ...identify(message),
          ...received(),
          method: String(message.method),
          target: targetOf(message),
          messageId: JSON.stringify(message.id),
          ...outcome,
          durationMs,
          requestBytes: Buffer.byteLength(own),
          responseBytes: Buffer.byteLength(sent ?? ""),
          requestBody: own,
          responseBody: sent,
        }));
      }

      function recordSent(message: Record<string, unknown>, sent: string): void {
        const sentAt = clock.now();
        const method = String(message.method);
        // At once, for the client may answer before the row is written.
        if (message.id !== undefined) asked.note(identify(messages[0] ?? null).sessionId, message.id, method);
        recordLater(() => ({
          ...identify(messages[0] ?? null),
          replayOf: null,
          at: sentAt,
          direction: "sent",
          method,
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
          responseHeaders: null,
          readMs: null,
          firstByteMs: null,
        }));
      }
    },

    observePlain: recordPlain,
  };

  /** Records an HTTP request as one row when it is over; `only` says whether it is worth one. */
  function recordPlain(exchange: PlainRequest, only: (status: number) => boolean = () => true): void {
    const { request, response, text, body, identify, target, arrived } = exchange;
    const at = clock.now();
    const started = performance.now();
    const requestHeaders = headerText(request.headers);
    // The first is the whole answer; only a stream has more, and that is not kept.
    let answer = "";
    const facts = createResponseReader(response, (sent) => {
      answer ||= sent.text;
    });
    const onClose = () => {
      if (!only(response.statusCode)) return;
      const firstByteAt = facts.firstByteAt();
      const durationMs = performance.now() - started;
      const failed = response.statusCode >= 400;
      const gone = !response.writableFinished;
      recordLater(() => ({
        ...identify(body),
        at,
        direction: "received",
        method: `${request.method} ${pathOf(request)}`,
        target,
        messageId: null,
        outcome: gone ? "cancelled" : failed ? "error" : "ok",
        errorCode: failed && !gone ? (errorCodeOf(answer) ?? String(response.statusCode)) : null,
        httpStatus: gone ? null : response.statusCode,
        durationMs,
        requestBytes: text === null ? 0 : Buffer.byteLength(text),
        responseBytes: Buffer.byteLength(answer),
        requestBody: text,
        responseBody: answer === "" ? null : answer,
        requestHeaders,
        responseHeaders: response.headersSent ? facts.headers() : null,
        readMs: text === null ? null : started - arrived,
        firstByteMs: firstByteAt === null ? null : firstByteAt - started,
      }));
    };
    // Whoever left while sending has closed it by now.
    if (response.closed) onClose();
    else response.once("close", onClose);
  }
}

/** An error without an id answers the request as a whole, so it belongs to the first message that still waits. */
function firstOf(waiting: ReadonlyMap<unknown, Waiting>, message: Record<string, unknown>): Waiting | undefined {
  return message.id === null || message.id === undefined ? waiting.values().next().value : undefined;
}

/** The path a request is for, without its query, at most 200 characters. */
export function pathOf(request: IncomingMessage): string {
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
