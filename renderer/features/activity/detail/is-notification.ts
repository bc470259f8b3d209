import type { RequestSummary } from "../../../../electron/core/request-log.ts";

/** Whether a message is a JSON-RPC notification; plain HTTP requests, named `POST /mcp`, carry no message id either. */
export function isNotification({ messageId, method }: Pick<RequestSummary, "messageId" | "method">): boolean {
  return messageId === null && method !== null && !method.includes(" /");
}
