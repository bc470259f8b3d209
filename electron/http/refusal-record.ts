import type { IncomingMessage } from "node:http";
import type { Clock } from "../core/ports.ts";
import type { ObservedExchange, Refusal, RequestRecorder, RequestTransport } from "../core/request-log.ts";
import { headerText } from "./response-reader.ts";
import { pathOf } from "./tap.ts";

/** The time after which all is counted anew, in milliseconds. */
const WINDOW_MS = 60_000;
/** Refusals of one kind that get a row each within the window; the rest share one. */
const ROWS_OF_A_KIND = 3;
/** Kinds told apart within the window; what comes after shares a row for each reason. */
const MOST_KINDS = 20;

/** A request that is turned away: why, and by which door it came. */
export interface RefusedRequest {
  readonly request: IncomingMessage;
  readonly transport: RequestTransport;
  readonly refusal: Refusal;
  readonly errorCode: string;
  readonly httpStatus: number;
}

/** Counts what is turned away, so that a flood of it leaves the log readable and is still told in full. */
export interface RefusalRecord {
  /** Counts one; true where it is worth a row of its own, which the caller then writes. */
  note(refused: RefusedRequest): boolean;
  /** Writes what was counted and ends. */
  close(): void;
}

interface Kind {
  readonly first: RefusedRequest;
  readonly alike: boolean;
  seen: number;
  since: number;
}

/**
 * The first few of each kind (reason, claimed name, address and program) are written one by one; what follows within a
 * minute becomes one row with its number. Callers cannot be told apart by anything they did not choose themselves, so
 * kinds are bounded too.
 */
export function createRefusalRecord(dependencies: {
  readonly recorder: RequestRecorder;
  readonly clock: Clock;
}): RefusalRecord {
  const { recorder, clock } = dependencies;
  const kinds = new Map<string, Kind>();
  let windowStart = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    for (const kind of kinds.values()) {
      const requests = kind.seen - (kind.alike ? ROWS_OF_A_KIND : 0);
      if (requests > 0) recorder.record(rowOf(kind, requests));
    }
    kinds.clear();
  }

  function kindOf(refused: RefusedRequest): Kind {
    const { reason, claimed } = refused.refusal;
    const { request, transport } = refused;
    const own = JSON.stringify([reason, claimed, transport, request.method, pathOf(request), agentOf(request)]);
    const alike = kinds.has(own) || kinds.size < MOST_KINDS;
    const key = alike ? own : reason;
    const kind = kinds.get(key) ?? { first: refused, alike, seen: 0, since: clock.now() };
    kinds.set(key, kind);
    return kind;
  }

  return {
    note(refused) {
      const now = clock.now();
      if (now - windowStart >= WINDOW_MS) {
        flush();
        windowStart = now;
      }
      timer ??= setTimeout(flush, WINDOW_MS).unref();
      const kind = kindOf(refused);
      kind.seen += 1;
      if (!kind.alike || kind.seen <= ROWS_OF_A_KIND) kind.since = now;
      return kind.alike && kind.seen <= ROWS_OF_A_KIND;
    },
    close: flush,
  };
}

function rowOf({ first, alike, since }: Kind, requests: number): ObservedExchange {
  const { request, transport, refusal, errorCode, httpStatus } = first;
  return {
    transport,
    client: null,
    subject: null,
    sessionId: null,
    era: null,
    protocolVersion: null,
    refusal: { reason: refusal.reason, claimed: alike ? refusal.claimed : null, requests },
    replayOf: null,
    at: since,
    direction: "received",
    method: alike ? `${request.method} ${pathOf(request)}` : null,
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
    requestHeaders: alike ? headerText(request.headers) : {},
    responseHeaders: null,
    readMs: null,
    firstByteMs: null,
  };
}

function agentOf(request: IncomingMessage): string {
  return String(request.headers["user-agent"] ?? "").slice(0, 200);
}
