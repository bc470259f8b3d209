import type { generalHelp as general, sharedOptions as shared } from "../en/command-line-general.ts";

export const sharedOptions: typeof shared = {
  namespace: "仅限此命名空间；可重复：其中任意一个。",
  project: "仅限此项目（owner/repo），或“user”。",
  domain: "--project 的旧名称。",
  tag: "带有此标签；可重复：全部具备。",
  since: "在此时间或之后记录：2026-01-31、today，或 7d、12h、3mo 之前。",
  before: "在此时间之前记录。",
  "as-of": "在此时间有效的记忆；默认：现在。",
  source: "来源文件、URL 或提交的一部分。",
  client: "记录它的客户端名称的一部分。",
  all: "所有项目，而不仅是此文件夹的项目和“user”。",
  limit: "最大数量。",
  write: "在文件中添加或更新；备份保存在数据文件夹中。",
  remove: "从文件中移除；其余部分不变。",
  yes: "不询问。",
  "dry-run": "只显示将会发生的更改。",
  format: "按模板打印每个结果：'{shortId}\\t{title}'。",
  jsonl: "每行打印一个 JSON 对象。",
  json: "以 JSON 打印结果。",
  color: "何时使用颜色；默认：auto。",
  "no-pager": "不用分页程序显示长文本。",
  "no-start": "如果 Recollect 没有运行，不启动它。",
  help: "显示此帮助。",
};

export const generalHelp: typeof general = {
  titles: { usage: "用法：", actions: "操作：", options: "选项：", examples: "示例：" },
  groups: {
    start: "开始：",
    memories: "记忆：",
    organise: "审阅与整理：",
    assistants: "助手：",
    data: "数据：",
    program: "程序：",
  },
  fullStop: "。",
  commonOptions: (options) => `所有命令还接受 ${options}。`,
  description: "在命令行中使用你的 AI 助手的记忆。",
  footer: `读取或添加的命令使用当前文件夹的项目，与该文件夹中的助手一样；--project 和 --all 可以改变它。
如果 Recollect 没有运行，会启动它。ID 可以缩短为最后 4 个或更多字符。

退出代码：
  0  成功
  1  失败，或由你停止
  2  用法错误；没有执行任何操作
  3  Recollect 没有运行
  4  命令指定的记忆或其他对象不存在

环境变量：
  RECOLLECT_DATA_DIR  数据文件夹
  RECOLLECT_PROJECT   代替文件夹项目的项目；空值表示没有
  RECOLLECT_FOLDER    代替当前文件夹的文件夹
  RECOLLECT_EDITOR    编辑器，优先于 VISUAL 和 EDITOR
  RECOLLECT_PAGER     分页程序，优先于 PAGER；空值表示不使用
  NO_COLOR            不使用颜色

“recollect help <命令>”说明一个命令。`,
};
