/** What a client does by each of our tools. */
export const toolActions = {
  capture_memory: "add a memory",
  search_memories: "search memories",
  list_memories: "list memories",
  get_memory: "read a memory",
  update_memory: "change a memory",
  delete_memory: "delete a memory",
  restore_memory: "restore a memory",
  memory_status: "status",
  reindex_memories: "rebuild the indexes",
};
