import type { generalHelp as general, sharedOptions as shared } from "../en/command-line-general.ts";

export const sharedOptions: typeof shared = {
  namespace: "仅限此命名空间；可重复：其中任意一个。",
  domain: "仅限此域：“user”，或项目（owner/repo）。",
  tag: "带有此标签；可重复：全部具备。",
  since: "在此时间或之后记录：2026-01-31，或 7d、12h、3mo 之前。",
  before: "在此时间之前记录。",
  "as-of": "在此时间有效的记忆；默认：现在。",
  source: "来源文件、URL 或提交的一部分。",
  client: "记录它的客户端名称的一部分。",
  all: "所有域，而不仅是此项目和“user”。",
  write: "在文件中添加或更新；备份保存在数据文件夹中。",
  remove: "从文件中移除；其余部分不变。",
  "dry-run": "与 --write 或 --remove 一起使用：只显示更改。",
  json: "以 JSON 打印结果。",
  "no-start": "如果 Recollect 没有运行，不启动它。",
  help: "显示此帮助。",
};

export const generalHelp: typeof general = {
  titles: { "Usage:": "用法：", "Arguments:": "参数：", "Options:": "选项：", "Commands:": "命令：" },
  fullStop: "。",
  noApplication: "此副本不包含应用程序。请从安装位置启动 Recollect。",
  description: "在命令行中使用你的 AI 助手的记忆。",
  footer: `所有命令都接受 --json 和 --help。读取或记录的命令使用当前文件夹的项目，与该文件夹中的
助手一样；--domain 和 --all 可以改变它。如果 Recollect 没有运行，会启动它。

退出代码：
  0  成功
  1  失败
  2  用法错误
  3  Recollect 没有运行
  4  命令指定的记忆或其他对象不存在

环境变量：
  RECOLLECT_DATA_DIR  数据文件夹
  RECOLLECT_PROJECT   代替文件夹项目的项目；空值表示没有
  RECOLLECT_FOLDER    代替当前文件夹的文件夹
  NO_COLOR            不使用颜色

“recollect help <命令>”说明一个命令。`,
};
