import type { Text } from "../en.ts";
import { count, memoryCount } from "./format.ts";

export const clientMemories: Text["clientMemories"] = {
  title: "助手自己的记忆",
  hint: "有些助手有自己的记忆，其他助手看不到。Recollect 可以监视它们：新增或更改的内容会在收件箱中等待，直到你保留。绝不更改客户端的任何文件。",
  look: "查看有哪些",
  lookHint: "统计此计算机上的记忆。在你开启之前，不会存储或提议任何内容。",
  clients: "客户端的记忆",
  watch: (name) => `监视 ${name} 的记忆`,
  entries: memoryCount,
  places: (value) => `位于 ${count(value)} 个文件夹`,
  place: (entries, folder, project) =>
    `${folder} 中有 ${memoryCount(entries)}${project === null ? "" : `（${project}）`}`,
  none: "未找到",
  where: "所在位置",
  files: "指令文件的章节",
  filesHint: "CLAUDE.md 和 AGENTS.md 等文件的章节也可以提议为记忆。Recollect 自己插入的指令不会读取。",
  watchFile: (path) => `监视 ${path}`,
  sections: (chosen, all) =>
    chosen === null ? `全部 ${count(all)} 个章节` : `${count(all)} 个章节中的 ${count(chosen)} 个`,
  count: (value) => `${count(value)} 个章节`,
  choose: (path) => `${path} 的章节`,
  chooseSections: "选择章节",
  preamble: "第一个标题之前的文本",
  add: "监视其他文件",
  addLabel: "Markdown 文件的路径",
  addPlaceholder: "/home/ada/shop/AGENTS.md",
  addAction: "监视",
  states: { waiting: "等待审核", kept: "已保留", rejected: "已拒绝", gone: "已不在文件中" },
  counts: (value, state) => `${count(value)} 条${state}`,
  review: "在收件箱中审核",
  scanned: (when) => `上次读取：${when}。`,
  problems: (value) => `${count(value)} 项无法读取`,
};
