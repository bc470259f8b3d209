import type { ObservedExchange, RefusalReason, RequestDetail, RequestSummary } from "../core/request-log.ts";
import type { QueuedExchange } from "./exchange-queue.ts";
import type { ModelTokens } from "./model-tokens.ts";
import type { Redaction } from "./redaction.ts";

/** A row of `request`; `at` in milliseconds since 1970. */
export interface RequestRow extends Omit<RequestSummary, "id" | "at" | "client" | "pinned" | "refusal"> {
  readonly at: number;
  readonly clientName: string | null;
  readonly clientVersion: string | null;
  readonly truncated: 0 | 1;
  readonly refusal: RefusalReason | null;
  readonly claimed: string | null;
  /** The number of requests that the row counts. */
  readonly requests: number;
}

/** A row of `request_body`; headers as JSON. */
export interface BodyRow {
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly requestHeaders: string;
  readonly responseHeaders: string | null;
  readonly readMs: number | null;
  readonly firstByteMs: number | null;
}

/** The columns of a {@link StoredSummary}. */
export const SUMMARY_COLUMNS = `
  id, at, direction, client_name AS clientName, client_version AS clientVersion, subject, session_id AS sessionId,
  transport, era, protocol_version AS protocolVersion, method, target, message_id AS messageId, outcome,
  error_code AS errorCode, http_status AS httpStatus, duration_ms AS durationMs, request_bytes AS requestBytes,
  response_bytes AS responseBytes, tokens_in AS tokensIn, tokens_out AS tokensOut, truncated, pinned, refusal, claimed,
  requests, replay_of AS replayOf, server, server_ms AS serverMs, project`;

export type StoredSummary = RequestRow & { readonly id: number; readonly pinned: 0 | 1 };

/** Clients choose names and addresses: they are shortened to a length that a list can show. */
const MAX_NAME_UNITS = 256;
const MAX_TARGET_UNITS = 2048;

/**
 * Removes secrets from everything but the bodies, and shortens it: a client chooses its name, its version and every
 * part of its messages.
 */
export function redactExchange(exchange: ObservedExchange, redaction: Redaction): ObservedExchange {
  const { client, requestHeaders, responseHeaders, refusal } = exchange;
  const name = <Value extends string | null>(value: Value) => cutName(redaction.short(value, MAX_NAME_UNITS));
  return {
    ...exchange,
    client: client === null ? null : { name: name(client.name), version: name(client.version) },
    subject: name(exchange.subject),
    sessionId: name(exchange.sessionId),
    protocolVersion: name(exchange.protocolVersion),
    method: name(exchange.method),
    target: exchange.target === null ? null : redaction.short(exchange.target, MAX_TARGET_UNITS),
    messageId: name(exchange.messageId),
    server: name(exchange.server),
    project: name(exchange.project),
    errorCode: name(exchange.errorCode),
    refusal: refusal === null ? null : { ...refusal, claimed: name(refusal.claimed) },
    requestHeaders: redaction.headers(requestHeaders),
    responseHeaders: responseHeaders === null ? null : redaction.headers(responseHeaders),
  };
}

/** The row of a redacted exchange, with bodies without secrets of at most `bodyBytes`. */
export function toRow(
  queued: QueuedExchange,
  tokens: ModelTokens,
  bodyBytes: number,
  redaction: Redaction,
): RequestRow & BodyRow {
  const { exchange, bodiesDropped } = queued;
  const { client, requestHeaders, responseHeaders, refusal, at, ...rest } = exchange;
  const request = toStoredBody(exchange.requestBody, bodyBytes, redaction);
  const response = toStoredBody(exchange.responseBody, bodyBytes, redaction);
  return {
    ...rest,
    ...tokens,
    at: Math.round(at),
    clientName: client?.name ?? null,
    clientVersion: client?.version ?? null,
    truncated: bodiesDropped || request.truncated || response.truncated ? 1 : 0,
    requestBody: request.text,
    responseBody: response.text,
    requestHeaders: JSON.stringify(requestHeaders),
    responseHeaders: responseHeaders === null ? null : JSON.stringify(responseHeaders),
    refusal: refusal?.reason ?? null,
    claimed: refusal?.claimed ?? null,
    requests: refusal?.requests ?? 1,
  };
}

/** The summary of a new row. */
export function summaryOf(row: RequestRow & BodyRow, id: number): RequestSummary {
  const { requestBody, responseBody, requestHeaders, responseHeaders, readMs, firstByteMs, ...summary } = row;
  return toSummary({ ...summary, id, pinned: 0 });
}

export function toSummary(row: StoredSummary): RequestSummary {
  const { clientName, clientVersion, truncated: _, at, pinned, refusal, claimed, requests, ...rest } = row;
  return {
    ...rest,
    at: new Date(at).toISOString(),
    client: clientName === null ? null : { name: clientName, version: clientVersion ?? "" },
    pinned: pinned === 1,
    refusal: refusal === null ? null : { reason: refusal, claimed, requests },
  };
}

export function toDetail(row: StoredSummary & BodyRow): RequestDetail {
  const { requestBody, responseBody, requestHeaders, responseHeaders, readMs, firstByteMs, ...summary } = row;
  return {
    ...toSummary(summary),
    requestBody,
    responseBody,
    requestHeaders: JSON.parse(requestHeaders),
    responseHeaders: responseHeaders === null ? null : JSON.parse(responseHeaders),
    readMs,
    firstByteMs,
    truncated: row.truncated === 1,
  };
}

/** Shortens a name to the length that is stored. */
export function cutName<Value extends string | null>(value: Value): Value | string {
  return value === null ? value : value.slice(0, MAX_NAME_UNITS);
}

function toStoredBody(
  body: ObservedExchange["requestBody"],
  bytes: number,
  redaction: Redaction,
): { text: string | null; truncated: boolean } {
  if (body === null) return { text: null, truncated: false };
  const text = cutText(redaction.text(body, bytes), bytes);
  return { text, truncated: body.length > bytes || Buffer.byteLength(body) > bytes };
}

/** The longest start of a text that has at most `bytes` in UTF-8 and does not split a character. */
function cutText(text: string, bytes: number): string {
  // A UTF-16 unit has at most three bytes in UTF-8.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
  const encoded = Buffer.from(text, "utf8");
  let end = bytes;
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return encoded.toString("utf8", 0, end);
}
