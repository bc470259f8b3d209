import type { ClientIdentity } from "./memory.ts";

/** The limits of the log, which the window shows. `bodyBytes`: of one body, in UTF-8. */
export const LOG_KEEPS = { rows: 50_000, days: 7, pinnedRows: 1_000, bodyBytes: 64 * 1024 } as const;

export const REQUEST_TRANSPORTS = ["http", "stdio", "rest"] as const;
export type RequestTransport = (typeof REQUEST_TRANSPORTS)[number];
/** The two revisions of MCP: `2025` with a handshake and sessions (to 2025-11-25), `2026` without (from 2026-07-28). */
export type ProtocolRevision = "2025" | "2026";
export const REQUEST_OUTCOMES = ["ok", "error", "cancelled"] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/** The header in which a replay names the exchange that it repeats. */
export const REPLAY_HEADER = "recollect-replay-of";

/** The client name of the command line, which it sends in `User-Agent`. It is not one of the assistants. */
export const COMMAND_LINE_CLIENT = "recollect-cli";

/** The client name of replays; it is not one of the clients that the owner manages. */
export const WINDOW_CLIENT = "Recollect window";

/** The products in `User-Agent` that programs send for which nobody chose a name. */
const HTTP_LIBRARIES = new Set(
  "aiohttp axios bun curl deno go-http-client httpie insomnia java-http-client libcurl node node-fetch okhttp postmanruntime python-httpx python-requests python-urllib rest reqwest ruby undici wget".split(
    " ",
  ),
);

/** Whether a client in the log may be an assistant, or a program that the owner named: not a part of Recollect, nor a tool for HTTP. */
export function isAssistant({ name, transport }: Pick<LoggedClient, "name" | "transport">): boolean {
  if (name === WINDOW_CLIENT || name === COMMAND_LINE_CLIENT) return false;
  return transport !== "rest" || !HTTP_LIBRARIES.has(name.toLowerCase());
}

/**
 * Why the guard refused a request before reading it. `missing`: no token; `invalid`: not signed by this Recollect;
 * `unknown`: signed but not on record; `expired` and `revoked`: the token; `host` and `origin`: a foreign Host or
 * Origin header.
 */
export const REFUSAL_REASONS = ["missing", "invalid", "unknown", "expired", "revoked", "host", "origin"] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** A request that the guard refused. */
export interface Refusal {
  readonly reason: RefusalReason;
  /** The client's name as the request claims it, unverified. */
  readonly claimed: string | null;
  /** The number of requests in this row: repeated refusals are counted in one row. */
  readonly requests: number;
}

/** The part of a request that another MCP server served. */
export interface ServerLeg {
  /** The server's name. */
  readonly server: string;
  /**
   * From the request to the server to its response; null without one. The rest of the request's duration is Recollect's
   * own, including the start of the server.
   */
  readonly durationMs: number | null;
}

/** The requests that another server served since the local midnight. */
export interface ServerFigures {
  readonly calls: number;
  readonly errors: number;
  /** The median of the server's part of the duration in milliseconds; null without a response. */
  readonly p50: number | null;
}

/** One exchange (a message and its response) without bodies. */
export interface RequestSummary {
  /** Ascending in the order of arrival in the log. */
  readonly id: number;
  /** When the message arrived or was sent, ISO 8601. */
  readonly at: string;
  /** `received` from a client, or `sent` by the server (a notification on a stream). */
  readonly direction: "received" | "sent";
  readonly client: ClientIdentity | null;
  /** The holder of the token, `owner` for the shim and the window; null without a valid token. */
  readonly subject: string | null;
  readonly sessionId: string | null;
  readonly transport: RequestTransport;
  readonly era: ProtocolRevision | null;
  readonly protocolVersion: string | null;
  /** JSON-RPC method, or `POST /tools/capture_memory` for REST; null if the message could not be parsed. */
  readonly method: string | null;
  /** The tool, resource URI or prompt. */
  readonly target: string | null;
  /** The message's JSON-RPC id as JSON text; null for notifications. */
  readonly messageId: string | null;
  readonly outcome: RequestOutcome;
  /** JSON-RPC error code, an `ErrorCode` of a failed tool, or the HTTP status of a refusal. */
  readonly errorCode: string | null;
  readonly httpStatus: number | null;
  /** From the end of the request's body to the end of the response. */
  readonly durationMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** Estimated tokens that the model wrote, and that it reads in the answer (requests/model-tokens.ts). */
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Pinned by the owner: neither retention nor clearing the log removes it. */
  readonly pinned: boolean;
  /** Null for an accepted request. */
  readonly refusal: Refusal | null;
  /** The id of the exchange that this one repeats. */
  readonly replayOf: number | null;
  /** The name of the other MCP server that served the request; null for Recollect's own. */
  readonly server: string | null;
  /** The part of the duration that the server took; null without a response of it. */
  readonly serverMs: number | null;
  /** The sender's project, by the name that its memories have. */
  readonly project: string | null;
}

/** The parts of an exchange that are stored apart from its row. */
interface ExchangeParts {
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** As Recollect set them; null without a response. */
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  /** Milliseconds from the head of the request to the end of its body; null where not measured. */
  readonly readMs: number | null;
  /** Milliseconds from the end of the request's body to the first byte of the response; null without one. */
  readonly firstByteMs: number | null;
}

/** An exchange with its bodies: redacted, each at most 64 KiB (`truncated` if one was longer). */
export interface RequestDetail extends RequestSummary, ExchangeParts {
  readonly truncated: boolean;
}

/** A message as the window reads it. */
export interface ShownRequest extends RequestDetail {
  /** Whether the log has all that a replay needs. */
  readonly canReplay: boolean;
}

/** An exchange as observed, with complete bodies; the recorder redacts and truncates them. */
export interface ObservedExchange
  extends Omit<RequestSummary, "id" | "at" | "pinned" | "tokensIn" | "tokensOut">,
    ExchangeParts {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Records exchanges. It never throws and never blocks. */
export interface RequestRecorder {
  record(exchange: ObservedExchange): void;
}

/** One part of an export as JSON Lines, oldest first; `nextCursor` is missing in the last part. */
export interface RequestExport {
  /** One {@link RequestDetail} per line. */
  readonly lines: string;
  readonly nextCursor?: string;
}

/** The period and grouping of rates. */
export interface RateSpan {
  /** The length of the period, including the current minute. */
  readonly minutes: number;
  /** Minutes per step; default 1. */
  readonly stepMinutes?: number;
  /** Whether to return the rates of each client too. */
  readonly byClient?: boolean;
  /** Only the calls of this server, with its part of the time. */
  readonly server?: string;
}

/**
 * Requests per step including refused ones, oldest first and without gaps, with latency percentiles in milliseconds.
 */
export interface RequestRates {
  readonly minutes: readonly RequestRate[];
  /** Busiest first; only with `byClient`. */
  readonly clients?: readonly ClientRates[];
}
/** The rates of one client. Null for requests without a client name. */
export interface ClientRates {
  readonly client: string | null;
  readonly minutes: readonly RequestRate[];
  /** Over the full period. */
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

/** A client's activity in the log; "today" is the calendar day in the machine's time zone. */
export interface LoggedClient {
  readonly name: string;
  readonly version: string;
  /** The holder of the token that it last used. */
  readonly subject: string | null;
  readonly transport: RequestTransport;
  readonly era: ProtocolRevision | null;
  readonly protocolVersion: string | null;
  /** The project of its last request. */
  readonly project: string | null;
  readonly lastSeenAt: string;
  /** The tool that it last called, or the method. */
  readonly lastMethod: string | null;
  readonly requestsToday: number;
  readonly capturesToday: number;
  readonly errorsToday: number;
  /** Estimated tokens by day, the newest first; days without any are left out. */
  readonly tokenDays: readonly TokenDay[];
}

/** The tokens of one client and day in the machine's time zone. */
export interface TokenDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}
