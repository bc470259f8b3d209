import type { Text } from "../en.ts";
import { memoryCount } from "./format.ts";

export const timeline: Text["timeline"] = {
  allDomains: "所有域",
  captured: (value) => `最近一年记录了 ${memoryCount(value)}`,
  onDay: (value, day) => `${day}：${value === 0 ? "没有记忆" : memoryCount(value)}`,
  hint: "将指针移到某一天，或使用方向键。点击或按回车键查看当天的记忆。",
  calendar: "每日记录",
  busyDays: "有记录的日子",
  asTable: "以表格显示",
  weekdays: ["一", "二", "三", "四", "五", "六", "日"],
  less: "少",
  more: "多",
  namespaces: "各月命名空间",
  tags: "各月标签",
  never: "从未被调用",
  neverText: "最近一年记录，但从未被客户端调用。",
  byMonth: (months) => `按月：${months}`,
  review: "去整理",
  empty: {
    title: "最近一年没有记录",
    text: "助手记录的内容会按日显示在这里。",
    filtered: "此域或命名空间最近一年没有记录。",
  },
};
