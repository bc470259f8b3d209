import type { Text } from "../en.ts";

const count = (value: number) => value.toLocaleString("zh-CN");

export const overview: Text["overview"] = {
  title: "时间线",
  domain: "域",
  namespace: "命名空间",
  allDomains: "所有域",
  allNamespaces: "所有命名空间",
  captured: (value) => `最近一年记录了 ${count(value)} 条记忆`,
  onDay: (value, day) => `${day}：${value === 0 ? "没有记忆" : `${count(value)} 条记忆`}`,
  hint: "指向某一天，或用方向键移到那一天；点击或按回车键查看当天的记忆。",
  busiest: (day, value) => `最多的一天：${day}，${count(value)} 条`,
  calendar: "每日记录",
  busyDays: "有记录的日子",
  asTable: "以表格显示",
  day: "日期",
  memories: "记忆",
  weekdays: ["一", "二", "三", "四", "五", "六", "日"],
  less: "少",
  more: "多",
  namespaces: "全年命名空间",
  tags: "全年标签",
  never: "从未被调用",
  neverText: "最近一年记录，但从未提供给任何客户端。",
  byMonth: (months) => `按月：${months}`,
  putInOrder: "去整理",
  empty: {
    title: "最近一年没有记录",
    text: "助手开始记录记忆后，每一天都会显示在这里。",
    filtered: "此范围内最近一年没有记录。请选择其他域或命名空间。",
    clear: "显示全部",
  },
};
