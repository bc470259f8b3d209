import type { JSONRPCRequest } from "@modelcontextprotocol/server";
import { isRecord } from "../core/util/is-record.ts";

const REQUEST_MEMBERS = new Set(["jsonrpc", "id", "method", "params"]);

/**
 * Whether a message is certainly a request of JSON-RPC 2.0, with no metadata but a progress token. Most requests are,
 * and the SDK's schemas of all messages take longer. A request that it does not recognise has to be read by them.
 */
export function isPlainRequest(message: unknown): message is JSONRPCRequest {
  if (!isRecord(message) || message.jsonrpc !== "2.0" || typeof message.method !== "string") return false;
  if (!isIdentifier(message.id) || !Object.keys(message).every((name) => REQUEST_MEMBERS.has(name))) return false;
  const { params } = message;
  if (params === undefined) return true;
  if (!isRecord(params)) return false;
  const { _meta } = params;
  if (_meta === undefined) return true;
  return isRecord(_meta) && Object.keys(_meta).every((name) => name === "progressToken" && isIdentifier(_meta[name]));
}

/** Whether a value can be the id of a request, or a progress token. */
function isIdentifier(value: unknown): boolean {
  return typeof value === "string" || Number.isSafeInteger(value);
}
