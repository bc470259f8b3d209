import type { Text } from "../en.ts";
import { count, memoryCount } from "./format.ts";

export const today: Text["today"] = {
  title: "今天",
  happened: "发生的事",
  empty: {
    title: "还没有发生任何事",
    text: "助手记住、搜索和读取的内容会显示在这里。请连接一个助手，或写下第一条记忆。",
  },
  decisions: {
    title: "等待你处理",
    none: "没有需要处理的事项。",
    proposals: (value) => `${memoryCount(value)}待审阅`,
    suggestions: (value) => `${count(value)} 条建议`,
    suggestionsText: "对话中可能值得记住的片段。",
    conflicts: (value) => `设备之间有 ${count(value)} 个冲突`,
    conflictsText: "同一条记忆的两个版本同时被修改。",
    tools: (value, server) => `${server} 有 ${count(value)} 个工具待批准`,
    toolsText: "批准之前任何客户端都不能使用。",
    duplicates: (value) => `${count(value)} 组近似重复`,
    duplicatesText: "内容几乎相同的记忆。",
    backup: "上次备份失败",
    review: "审阅",
    keepFirst: (title) => `保留“${title}”`,
    backUp: "立即备份",
    backedUp: "备份已完成。",
  },
};

export const projects: Text["projects"] = {
  all: "全部项目",
  moved: (value, project) => `${memoryCount(value)}已移动到 ${project}。`,
  empty: { title: "还没有项目", text: "项目随它的第一条记忆出现。助手以所在的仓库或文件夹命名项目。" },
  unknown: { title: "这个项目没有记忆", text: "它没有当前的记忆。以前的记忆可能在回收站中。" },
  bulk: {
    export: "导出为 JSON",
    merge: "合并…",
    mergeTitle: (value) => `合并 ${count(value)} 个项目`,
    mergeText: (moving) => `将移动 ${memoryCount(moving)}。在 Recollect 停止之前可以撤销。`,
    into: "合并到",
    merged: (value, to) => `已将 ${count(value)} 个项目合并到 ${to}。`,
  },
  showAll: (value) => `显示全部 ${count(value)} 条记忆`,
  decisions: "决定与规则",
  noDecisions: "还没有决定或规则。",
  changed: "变化",
  nothingChanged: "最近七天没有发生任何事。",
  conversations: "对话",
  noConversations: "没有读取过这个项目的对话。",
  clients: "助手",
  servers: "最近七天使用的服务器",
  captured: (value) => memoryCount(value),
  size: "规模变化",
  sizeSummary: (from, to, value) => `${from} 至 ${to}：${memoryCount(value)}`,
  lastChange: "最近变化",
};
