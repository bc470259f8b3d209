import type { ServerResponse } from "node:http";
import { sendJson } from "../core/util/http-response.ts";
import { isRecord } from "../core/util/is-record.ts";
import type { ErrorBody } from "../text/errors.ts";
import type { ErrorCode } from "../text/message.ts";

/**
 * The JSON-RPC error codes of this server. -32700 to -32600 are JSON-RPC's own; the others are from the range that
 * JSON-RPC 2.0 reserves for servers. MCP names no codes for 405, 406, 415 and an unsupported version: these are
 * `serverError`, as in the MCP SDK.
 */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  serverError: -32000,
  notFound: -32001,
  notInitialized: -32002,
  permissionDenied: -32003,
} as const;

/** Returns the JSON-RPC code for an error code, unless the protocol revision specifies another. */
export function rpcCodeOf(code: ErrorCode): number {
  switch (code) {
    case "invalid_argument":
    case "too_large":
    case "conflict":
      return RPC.invalidParams;
    case "not_found":
      return RPC.notFound;
    case "permission_denied":
    case "unauthenticated":
      return RPC.permissionDenied;
    case "storage":
    case "unavailable":
    case "rate_limited":
      return RPC.serverError;
    case "cancelled":
    case "internal":
      return RPC.internal;
  }
}

/** Sends a JSON-RPC error. `id` is null for a message without a readable id. */
export function sendRpcError(
  response: ServerResponse,
  status: number,
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
  id: string | number | null = null,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, status, { jsonrpc: "2.0", error, id }, headers);
}

/** Returns an error as a JSON-RPC error, with its own code and hint in `data`. */
export function rpcErrorOf(body: ErrorBody): { code: number; message: string; data: ErrorBody } {
  return { code: rpcCodeOf(body.code), message: body.message, data: body };
}

/** Returns the id of a single request; null for anything else. */
export function requestIdOf(body: unknown): string | number | null {
  if (!isRecord(body) || typeof body.method !== "string") return null;
  return typeof body.id === "string" || typeof body.id === "number" ? body.id : null;
}

/** Returns whether a parsed body is a single message with this method. */
export function isMethod(body: unknown, method: string): boolean {
  return isRecord(body) && body.method === method;
}

/**
 * Returns a message whose parameters and `_meta` have no members that are null. Many clients send null for an absent
 * cursor, `arguments` or `_meta`, and the SDK would refuse the request.
 */
export function withoutNullParams(body: unknown): unknown {
  if (!isRecord(body) || !("params" in body)) return body;
  const { params, ...message } = body;
  if (params === null) return message;
  if (!isRecord(params)) return body;
  const present = membersOf(params);
  const meta = isRecord(present._meta) ? { _meta: membersOf(present._meta) } : {};
  return { ...message, params: { ...present, ...meta } };
}

function membersOf(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
