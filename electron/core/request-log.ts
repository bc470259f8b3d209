import type { ClientIdentity } from "./memory.ts";

/** What the log keeps at most; the window says so. `bodyBytes` is of one body, in UTF-8. */
export const LOG_KEEPS = { rows: 50_000, days: 7, pinnedRows: 1_000, bodyBytes: 64 * 1024 } as const;

export type RequestTransport = "http" | "stdio" | "rest";
/** The two shapes of the protocol: with a handshake and sessions (to 2025-11-25), or without (from 2026-07-28). */
export type ProtocolEra = "2025" | "2026";
export type RequestOutcome = "ok" | "error" | "cancelled";

/** The header in which the owner's replay names the exchange that it sends again. */
export const REPLAY_HEADER = "recollect-replay-of";

/** What the owner's replay calls itself on the wire; it is none of the clients that the owner governs. */
export const WINDOW_CLIENT = "Recollect window";

/** Why a request was turned away before it was read. */
export const REFUSAL_REASONS = ["missing", "invalid", "unknown", "expired", "revoked", "host", "origin"] as const;
/**
 * No token; one that this Recollect did not sign; one it signed and no longer knows; one whose time is over; one the owner
 * revoked; another Host than ours; another Origin than ours.
 */
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A request that was turned away by the guard. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** Whom it said it comes from; nothing but its word stands for that. */
  readonly claimed: string | null;
  /** How many requests the row stands for: what comes in numbers is counted, not written one by one. */
  readonly requests: number;
}

/** One exchange on the wire (a message and its answer), without bodies. */
export interface RequestSummary {
  /** Counts up; the order of arrival in the log. */
  readonly id: number;
  /** When the message arrived or was sent, ISO 8601. */
  readonly at: string;
  /** `received` from a client, or `sent` by us unasked (a notification on a stream). */
  readonly direction: "received" | "sent";
  readonly client: ClientIdentity | null;
  /** Whom the token was made for, `owner` for the shim's and the window's; null where no token was good. */
  readonly subject: string | null;
  readonly sessionId: string | null;
  readonly transport: RequestTransport;
  readonly era: ProtocolEra | null;
  readonly protocolVersion: string | null;
  /** JSON-RPC method, or `POST /tools/capture_memory` for REST; null where the message could not be read. */
  readonly method: string | null;
  /** The tool, resource address or prompt it was about. */
  readonly target: string | null;
  /** The message's JSON-RPC id as JSON text; null for notifications. */
  readonly messageId: string | null;
  readonly outcome: RequestOutcome;
  /** JSON-RPC error code, an `ErrorCode` of a failed tool, or the HTTP status of a refusal. */
  readonly errorCode: string | null;
  readonly httpStatus: number | null;
  /** From the end of the request's body to the end of the answer. */
  readonly durationMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Kept by the owner's wish: neither age nor clearing the log takes it. */
  readonly pinned: boolean;
  /** Null for what was let in. */
  readonly refusal: Refusal | null;
  /** The id of the exchange that the owner sent again with this one. */
  readonly replayOf: number | null;
}

/** What is kept of an exchange beside its row. */
interface ExchangeParts {
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** As Recollect set them; null where nothing was answered. */
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** Milliseconds from the request's head to the end of its body; null where it was not measured. */
  readonly readMs: number | null;
  /** Milliseconds from the end of the request's body to the first byte of the answer; null where none came. */
  readonly firstByteMs: number | null;
}

/** An exchange with its bodies: redacted, each at most 64 KiB (`truncated` says where more was cut). */
export interface RequestDetail extends RequestSummary, ExchangeParts {
  readonly truncated: boolean;
}

/** What the tap hands to the recorder; it redacts and caps. Bodies are the text that passed. */
export interface ObservedExchange extends Omit<RequestSummary, "id" | "at" | "pinned">, ExchangeParts {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Where the tap leads. It never throws and never waits. */
export interface RequestRecorder {
  record(exchange: ObservedExchange): void;
}

/** Which exchanges a list is about; every given condition must hold. */
export interface RequestFilter {
  /** The whole name, whatever the case; so are `method` and `target`. */
  readonly client?: string;
  readonly method?: string;
  readonly target?: string;
  readonly outcome?: RequestOutcome;
  readonly transport?: RequestTransport;
  /** Part of method, target, client or either body. */
  readonly text?: string;
  readonly minimumDurationMs?: number;
  readonly pinned?: boolean;
  /** True: those that the guard turned away. */
  readonly refused?: boolean;
  /** Milliseconds since 1970: arrived at or after `since`, and before `until`. */
  readonly since?: number;
  readonly until?: number;
  /** The id of a memory that stands in the address or in either body. */
  readonly memory?: string;
}

/** A filter, and where `ids` are given, of those alone. */
export interface RequestSelection extends RequestFilter {
  readonly ids?: readonly number[];
}

/** A part of an export as JSON Lines, oldest first; `nextCursor` is missing at its end. */
export interface RequestExport {
  /** One {@link RequestDetail} and a line feed each. */
  readonly lines: string;
  readonly nextCursor?: string;
}

/** What the rates are of. */
export interface RateSpan {
  /** How far back, the minute under way included. */
  readonly minutes: number;
  /** Minutes in one rate; 1 where it is not given. */
  readonly stepMinutes?: number;
  /** Whether each client is also given alone. */
  readonly byClient?: boolean;
}

/** Requests per step, refused ones counted, oldest first and without gaps, with latency percentiles in milliseconds. */
export interface RequestRates {
  readonly minutes: readonly RequestRate[];
  /** The busiest first, where they were asked for. */
  readonly clients?: readonly ClientRates[];
}
/** One client's part of the rates; null is whoever did not say a name. */
export interface ClientRates {
  readonly client: string | null;
  readonly minutes: readonly RequestRate[];
  /** Over the whole span. */
  readonly requests: number;
  readonly errors: number;
  readonly p50: number | null;
  readonly p99: number | null;
}
export interface RequestRate {
  /** Start of the step, ISO 8601. */
  readonly at: string;
  readonly requests: number;
  readonly errors: number;
  /** Null in a step without requests. */
  readonly p50: number | null;
  readonly p99: number | null;
}

/** One client as the log remembers it; "today" is the owner's calendar day. */
export interface LoggedClient {
  readonly name: string;
  readonly version: string;
  /** Whom the token it last came with was made for. */
  readonly subject: string | null;
  readonly transport: RequestTransport;
  readonly era: ProtocolEra | null;
  readonly protocolVersion: string | null;
  /** The project it last worked in. */
  readonly project: string | null;
  readonly lastSeenAt: string;
  /** The tool it last called, else the method. */
  readonly lastMethod: string | null;
  readonly requestsToday: number;
  readonly capturesToday: number;
  readonly errorsToday: number;
}
