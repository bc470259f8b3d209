import type { Text } from "../en.ts";
import { count, percent } from "./format.ts";

export const use: Text["use"] = {
  title: "记忆的使用",
  record: "记录",
  recordHint:
    "记录客户端获得了哪些记忆，保留时间与请求日志相同。读取对话后，会显示哪些记忆被回答采用。关闭后会删除这些记录。这些内容不会离开本机。",
  given: "已提供",
  usedInAnswers: "已使用",
  times: (given, used) => `${count(given)} 次，采用 ${count(used)} 次`,
  timesUnknown: (given) => `${count(given)} 次，是否采用未知`,
  lastIn: "最近一次在",
  conversation: "一次对话",
  client: (used, known) => `提供的记忆中有 ${percent(used / known)} 被采用`,
  clientTitle: (days) => `每天采用的数量：\n${days.join("\n")}`,
  day: (day, used, known) => `${day}：${count(known)} 条中的 ${count(used)} 条`,
  outcome: { used: "已采用", unused: "未采用", unknown: "是否采用未知" },
  neverUsed: (given) => `提供过 ${count(given)} 次`,
};
