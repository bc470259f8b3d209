import type { IncomingMessage } from "node:http";
import type { Clock } from "../core/ports.ts";
import type { ObservedExchange, Refusal, RequestRecorder, RequestTransport } from "../core/request-log.ts";
import { headersAsText } from "./response-reader.ts";
import { pathOf } from "./tap.ts";

/** All counts start again after this time. */
const WINDOW_MS = 60_000;
/** Rows of one kind within the window, enough to see that it repeats; further refusals share one row. */
const MAX_ROWS_PER_KIND = 3;
/**
 * Kinds within the window: more than the clients of one machine. Refusals of further kinds share one row per reason.
 */
const MAX_KINDS = 20;

interface RefusedRequest {
  readonly request: IncomingMessage;
  readonly transport: RequestTransport;
  readonly refusal: Refusal;
  readonly errorCode: string;
  readonly httpStatus: number;
}

interface Kind {
  readonly first: RefusedRequest;
  /** Whether all counted refusals have the details of the first; false for the row that several kinds share. */
  readonly isUniform: boolean;
  count: number;
  since: number;
}

/**
 * Counts refused requests, so that a flood of them neither fills the log nor is missing from it. The first few of each
 * kind (reason, claimed name, address and program) get a row each; the others of that kind within a minute share one
 * row with their number. The number of kinds is limited too, because a client chooses all of these values.
 */
export class RefusalRecord {
  readonly #recorder: RequestRecorder;
  readonly #clock: Clock;
  readonly #kinds = new Map<string, Kind>();
  #windowStart = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(recorder: RequestRecorder, clock: Clock) {
    this.#recorder = recorder;
    this.#clock = clock;
  }

  /** Counts a refusal. @returns whether the caller writes a row for it */
  note(refused: RefusedRequest): boolean {
    const now = this.#clock.now();
    if (now - this.#windowStart >= WINDOW_MS) {
      this.#flush();
      this.#windowStart = now;
    }
    this.#timer ??= setTimeout(() => this.#flush(), WINDOW_MS).unref();
    const kind = this.#kindOf(refused, now);
    kind.count += 1;
    const hasOwnRow = kind.isUniform && kind.count <= MAX_ROWS_PER_KIND;
    if (!kind.isUniform || hasOwnRow) kind.since = now;
    return hasOwnRow;
  }

  /** Writes a row for each counted refusal. */
  close(): void {
    this.#flush();
  }

  #kindOf(refused: RefusedRequest, now: number): Kind {
    const { request, transport, refusal } = refused;
    const { reason, claimed } = refusal;
    const details = JSON.stringify([reason, claimed, transport, request.method, pathOf(request), agentOf(request)]);
    const isUniform = this.#kinds.has(details) || this.#kinds.size < MAX_KINDS;
    const key = isUniform ? details : reason;
    const kind = this.#kinds.get(key) ?? { first: refused, isUniform, count: 0, since: now };
    this.#kinds.set(key, kind);
    return kind;
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const kind of this.#kinds.values()) {
      const requests = kind.count - (kind.isUniform ? MAX_ROWS_PER_KIND : 0);
      if (requests > 0) this.#recorder.record(rowOf(kind, requests));
    }
    this.#kinds.clear();
  }
}

function rowOf({ first, isUniform, since }: Kind, requests: number): ObservedExchange {
  const { request, transport, refusal, errorCode, httpStatus } = first;
  return {
    transport,
    client: null,
    subject: null,
    sessionId: null,
    era: null,
    protocolVersion: null,
    refusal: { reason: refusal.reason, claimed: isUniform ? refusal.claimed : null, requests },
    replayOf: null,
    server: null,
    serverMs: null,
    project: null,
    at: since,
    direction: "received",
    method: isUniform ? `${request.method} ${pathOf(request)}` : null,
    target: null,
    messageId: null,
    outcome: "error",
    errorCode,
    httpStatus,
    durationMs: 0,
    requestBytes: 0,
    responseBytes: 0,
    requestBody: null,
    responseBody: null,
    requestHeaders: isUniform ? headersAsText(request.headers) : {},
    responseHeaders: null,
    readMs: null,
    firstByteMs: null,
  };
}

function agentOf(request: IncomingMessage): string {
  return String(request.headers["user-agent"] ?? "").slice(0, 200);
}
