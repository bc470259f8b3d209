import type { Text } from "../en.ts";

export const inbox: Text["inbox"] = {
  group: "收件箱",
  proposal: "提议的记忆",
  position: (position, total) => `第 ${position} 条，共 ${total} 条`,
  waiting: "等待审核",
  rejected: "已拒绝",
  show: "显示",
  reasons: {
    access: (client) => `${client} 只能提议`,
    instruction: "读起来像是给助手的指令",
    import: "导入到收件箱",
    memoryOf: (client) => `来自 ${client} 自己的记忆`,
    file: "来自你让 Recollect 监视的文件",
  },
  owner: "你",
  meta: { label: "详细信息", from: "来源", proposed: "提议时间", rejected: "拒绝时间", replaces: "取代" },
  replacesGone: "一条已不存在的记忆",
  similar: { label: "相似的记忆" },
  reject: "拒绝",
  reopen: "放回收件箱",
  next: "下一条",
  previous: "上一条",
  editing: { title: "编辑后保留", keep: "保留更改" },
  done: { kept: "已保留。", known: "已保留。已有内容相同的记忆。", rejected: "已拒绝。", reopened: "已放回收件箱。" },
  empty: {
    waiting: "没有等待审核的记忆",
    waitingText:
      "只能提议的客户端所提交的记忆、读起来像指令的记忆，以及来自所监视文件的内容，会在这里等待。在你保留之前，任何助手都看不到它们。",
    rejected: "没有被拒绝的记忆",
    rejectedText: "被拒绝的记忆会留在这里，直到你清空回收站。任何助手都看不到它们。",
    memories: "前往“记忆”",
  },
  inTrash: (count) => `${count} 条被拒绝的提议`,
};
