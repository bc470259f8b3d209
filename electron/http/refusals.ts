import type { IncomingMessage, ServerResponse } from "node:http";
import { type ErrorBody, type ErrorCode, toErrorBody } from "../core/errors.ts";
import { RPC, rpcErrorOf, sendJson, sendRpcError } from "../mcp/answers.ts";

/** How long the rest of a body that is too large is thrown away before the connection is cut, in milliseconds. */
const DISCARD_MS = 1000;

/** The HTTP status of a failure. */
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

/** What a refusal looks like where it is read: a JSON-RPC error for MCP clients, `{error}` for everyone else. */
export type RefusalShape = "rpc" | "rest";

/** Refuses a request, once; an answer that has begun is cut off instead. */
export function refuse(request: IncomingMessage, response: ServerResponse, shape: RefusalShape, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = toErrorBody(error);
  const status = statusOf(body.code);
  const headers = headersOf(body.code);
  if (body.code === "too_large") discardRest(request, response);
  if (shape === "rest") sendJson(response, status, { error: body }, headers);
  else sendRpcError(response, status, rpcRefusal(body), null, headers);
}

function rpcRefusal(body: ErrorBody): { code: number; message: string; data: ErrorBody } {
  const unreadable = body.code === "invalid_argument" && body.field === "body";
  return { ...rpcErrorOf(body), ...(unreadable ? { code: RPC.parseError } : {}) };
}

/** Lets a client that is still sending read the refusal: what comes is thrown away for a moment, then it is cut off. */
function discardRest(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.once("finish", () => setTimeout(() => request.socket.destroy(), DISCARD_MS).unref());
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
