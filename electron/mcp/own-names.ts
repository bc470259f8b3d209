/** The tools for memories, in the order of the list. */
export const MEMORY_TOOLS = [
  "capture_memory",
  "search_memories",
  "list_memories",
  "get_memory",
  "update_memory",
  "delete_memory",
  "restore_memory",
  "memory_status",
  "reindex_memories",
] as const;
export const MEMORY_PROMPTS = ["recall_context", "capture_session", "review_memories", "tutorial"] as const;

/** The names of all tools and prompts of Recollect, whether a client has them or not. No server can use them. */
export const OWN_TOOLS: readonly string[] = [
  ...MEMORY_TOOLS,
  "search_conversations",
  "read_conversation",
  "list_suggestions",
  "propose",
  "find_tools",
  "describe_tool",
  "call_tool",
];
export const OWN_PROMPTS: readonly string[] = [...MEMORY_PROMPTS, "distill_conversation", "review_suggestions"];

/** Matches the addresses of Recollect's resources. The scheme of an address has no case. */
export const OWN_ADDRESS = /^(?:recollect:|skill:\/\/recollect(?:\/|$))/i;
