import type { ObservedExchange, RefusalReason, RequestDetail, RequestSummary } from "../core/request-log.ts";
import { cutText } from "./cut-text.ts";
import type { QueuedExchange } from "./exchange-queue.ts";
import type { RedactHeaders } from "./redact-headers.ts";
import { redactText } from "./redact-text.ts";

/** A row as it is stored; `at` in milliseconds since 1970. */
export interface RequestRow extends Omit<RequestSummary, "id" | "at" | "client" | "pinned" | "refusal"> {
  readonly at: number;
  readonly clientName: string | null;
  readonly clientVersion: string | null;
  readonly truncated: 0 | 1;
  readonly refusal: RefusalReason | null;
  readonly claimed: string | null;
  /** How many requests the row stands for. */
  readonly requests: number;
}

/** What is kept beside the row; headers as JSON. */
export interface BodyRow {
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly requestHeaders: string;
  readonly responseHeaders: string | null;
  readonly readMs: number | null;
  readonly firstByteMs: number | null;
}

/** The columns of a summary, in the names of {@link StoredSummary}. */
export const SUMMARY_COLUMNS = `
  id, at, direction, client_name AS clientName, client_version AS clientVersion, subject, session_id AS sessionId, transport, era,
  protocol_version AS protocolVersion, method, target, message_id AS messageId, outcome, error_code AS errorCode,
  http_status AS httpStatus, duration_ms AS durationMs, request_bytes AS requestBytes, response_bytes AS responseBytes,
  truncated, pinned, refusal, claimed, requests, replay_of AS replayOf`;

export type StoredSummary = RequestRow & { readonly id: number; readonly pinned: 0 | 1 };

/** Names and addresses come from clients: they are cut, so that a row of the list stays a row. */
const MAX_NAME_UNITS = 256;
const MAX_TARGET_UNITS = 2048;

/** What is written of an exchange: secrets taken out, bodies cut to `bodyBytes`. */
export function toRow(queued: QueuedExchange, bodyBytes: number, redactHeaders: RedactHeaders): RequestRow & BodyRow {
  const { exchange, bodiesDropped } = queued;
  const { client, requestHeaders, responseHeaders, refusal, at, ...rest } = exchange;
  const request = toStoredBody(exchange.requestBody, bodyBytes);
  const response = toStoredBody(exchange.responseBody, bodyBytes);
  return {
    ...rest,
    at: Math.round(at),
    clientName: cutName(client?.name ?? null),
    clientVersion: cutName(client?.version ?? null),
    subject: cutName(exchange.subject),
    sessionId: cutName(exchange.sessionId),
    protocolVersion: cutName(exchange.protocolVersion),
    method: cutName(exchange.method),
    target: exchange.target === null ? null : redactText(exchange.target, MAX_TARGET_UNITS),
    messageId: cutName(exchange.messageId),
    errorCode: cutName(exchange.errorCode),
    truncated: bodiesDropped || request.truncated || response.truncated ? 1 : 0,
    requestBody: request.text,
    responseBody: response.text,
    requestHeaders: JSON.stringify(redactHeaders(requestHeaders)),
    responseHeaders: responseHeaders === null ? null : JSON.stringify(redactHeaders(responseHeaders)),
    refusal: refusal?.reason ?? null,
    claimed: refusal == null || refusal.claimed === null ? null : redactText(refusal.claimed, MAX_NAME_UNITS),
    requests: refusal?.requests ?? 1,
  };
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

function toStoredBody(
  body: ObservedExchange["requestBody"],
  bytes: number,
): { text: string | null; truncated: boolean } {
  if (body === null) return { text: null, truncated: false };
  const text = cutText(redactText(body, bytes), bytes);
  return { text, truncated: body.length > bytes || Buffer.byteLength(body) > bytes };
}

/** A name as it is kept. */
export function cutName<Value extends string | null>(value: Value): Value | string {
  return value === null ? value : value.slice(0, MAX_NAME_UNITS);
}
