import type { RequestSummary } from "../../../../electron/core/request-log.ts";

/** Methods that a server calls on its client (MCP 2025-11-25, client features). */
const CLIENT_METHODS = new Set(["roots/list", "sampling/createMessage", "elicitation/create"]);

/** Whether a message is a client's response to a request from Recollect; it is logged under the request's method. */
export function isClientResponse({ direction, method }: Pick<RequestSummary, "direction" | "method">): boolean {
  return direction === "received" && method !== null && CLIENT_METHODS.has(method);
}

/** Whether a message is a JSON-RPC notification. HTTP requests, named `GET /health`, have no message id either. */
export function isNotification({ messageId, method }: Pick<RequestSummary, "messageId" | "method">): boolean {
  return messageId === null && method !== null && !method.includes(" /");
}
