import type { IncomingMessage, ServerResponse } from "node:http";
import { sendJson } from "../core/util/http-response.ts";
import { RPC, rpcErrorOf, sendRpcError } from "../mcp/json-rpc.ts";
import { toErrorBody } from "../text/errors.ts";
import type { ErrorCode } from "../text/message.ts";

/**
 * How long the rest of a body that is too large is discarded: enough for a client on this machine to read the response.
 */
const DISCARD_TIMEOUT_MS = 1000;

/** Returns the HTTP status for an error code. */
export function statusOf(code: ErrorCode): number {
  switch (code) {
    case "invalid_argument":
      return 400;
    case "unauthenticated":
      return 401;
    case "permission_denied":
      return 403;
    case "not_found":
      return 404;
    case "conflict":
      return 409;
    case "too_large":
      return 413;
    case "rate_limited":
      return 429;
    case "cancelled":
      return 499;
    case "unavailable":
      return 503;
    case "storage":
    case "internal":
      return 500;
  }
}

/**
 * Sends an error as the response: as a JSON-RPC error on `/mcp`, else as `{error}`. A response in progress is aborted.
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  shape: "rpc" | "rest",
  error: unknown,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = toErrorBody(error);
  const status = statusOf(body.code);
  const headers = headersOf(body.code);
  if (body.code === "too_large") discardRest(request, response);
  if (shape === "rest") {
    sendJson(response, status, { error: body }, headers);
    return;
  }
  const rpcError = rpcErrorOf(body);
  if (body.code === "invalid_argument" && body.field === "body") {
    rpcError.code = body.details?.reason === "body_not_json" ? RPC.parseError : RPC.invalidRequest;
  }
  sendRpcError(response, status, rpcError, null, headers);
}

/** Discards what a client still sends, so that it can read the response, and then closes the connection. */
function discardRest(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.once("finish", () => setTimeout(() => request.socket.destroy(), DISCARD_TIMEOUT_MS).unref());
}

function headersOf(code: ErrorCode): Record<string, string> {
  switch (code) {
    case "unauthenticated":
      return { "www-authenticate": 'Bearer realm="recollect", error="invalid_token"' };
    case "rate_limited":
      return { "retry-after": "60" };
    case "too_large":
      return { connection: "close" };
    default:
      return {};
  }
}
