import type { ServerResponse } from "node:http";
import type { ErrorBody, ErrorCode } from "../core/errors.ts";

/** JSON-RPC error codes this server sends: the specification's own, and the implementation range beside them. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  storage: -32000,
  notFound: -32001,
  notInitialized: -32002,
  permissionDenied: -32003,
} as const;

/** The JSON-RPC code of a failure that is answered as a protocol error, in the era without a code of its own for it. */
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
      return RPC.storage;
    case "cancelled":
    case "internal":
      return RPC.internal;
  }
}

/** Sends JSON in one piece. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { "content-type": "application/json", "content-length": text.length, ...headers });
  response.end(text);
}

/** Answers with a JSON-RPC error; `id` null where the message's own could not be read. */
export function sendRpcError(
  response: ServerResponse,
  status: number,
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
  id: string | number | null = null,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, status, { jsonrpc: "2.0", error, id }, headers);
}

/** A refusal in JSON-RPC's shape, with Recollect's own code and hint as its data. */
export function rpcErrorOf(body: ErrorBody): { code: number; message: string; data: ErrorBody } {
  return { code: rpcCodeOf(body.code), message: body.message, data: body };
}

/** The id to answer a message with: its own where it is a single request, else null. */
export function messageId(body: unknown): string | number | null {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const { id, method } = body as Record<string, unknown>;
  if (typeof method !== "string") return null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
