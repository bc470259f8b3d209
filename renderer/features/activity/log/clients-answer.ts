import type { RequestSummary } from "../../../../electron/core/request-log.ts";

/** Methods that servers ask and clients answer (MCP 2025-11-25, client features). */
const ASKED_OF_CLIENTS = new Set(["roots/list", "sampling/createMessage", "elicitation/create"]);

/** Whether a message is what a client answered to a question of ours: such an answer is logged under its question's method. */
export function isClientsAnswer({ direction, method }: Pick<RequestSummary, "direction" | "method">): boolean {
  return direction === "received" && method !== null && ASKED_OF_CLIENTS.has(method);
}
