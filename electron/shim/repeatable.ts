import type { ClientRequest } from "./client-message.ts";

/**
 * Tools that may be called again when the connection broke before the answer. Reading changes nothing; capturing the
 * same content answers the memory that is there; deleting, restoring and reindexing twice end where once does.
 */
const REPEATABLE_TOOLS = new Set([
  "search_memories",
  "list_memories",
  "get_memory",
  "memory_status",
  "capture_memory",
  "delete_memory",
  "restore_memory",
  "reindex_memories",
]);

/**
 * Whether a request that may have been carried out can be sent once more. Everything but a tool call reads, or sets what
 * is set already. An update may be repeated unless it names the revision it expects: after the first it would fail.
 */
export function isRepeatable(request: Pick<ClientRequest, "method" | "params">): boolean {
  if (request.method !== "tools/call") return true;
  const { name, arguments: given } = request.params;
  if (typeof name !== "string") return true;
  if (name === "update_memory") {
    return typeof given !== "object" || given === null || !("expectedRevision" in given);
  }
  return REPEATABLE_TOOLS.has(name);
}
