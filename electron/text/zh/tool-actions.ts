import type { toolActions as english } from "../en/tool-actions.ts";

export const toolActions: typeof english = {
  capture_memory: "添加记忆",
  search_memories: "搜索记忆",
  list_memories: "列出记忆",
  get_memory: "读取记忆",
  update_memory: "更改记忆",
  delete_memory: "删除记忆",
  restore_memory: "恢复记忆",
  memory_status: "状态",
  reindex_memories: "重建索引",
};
