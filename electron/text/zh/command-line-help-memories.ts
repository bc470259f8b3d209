import type { memoryHelp as english } from "../en/command-line-help-memories.ts";

export const memoryHelp: typeof english = {
  today: {
    summary: "显示今天由哪些助手添加了什么，以及等待你处理的事项",
    details: "包括所有项目。一天从你所在时区的午夜开始。",
  },
  open: {
    summary: "打开窗口，或打印它的链接",
    details: "没有窗口时，Recollect 的界面在浏览器中。打印的链接在十分钟内可用一次。",
    options: { print: "只打印链接。" },
  },
  add: {
    summary: "添加一条记忆",
    details: `没有文本时打开你的编辑器；使用 - 或标准输入不是终端时，从标准输入读取文本。
记忆属于此文件夹的项目；如果没有项目，则属于“user”。如果已有内容相同的记忆，则返回那条记忆。`,
    options: {
      namespace: "知识的类别：decisions、learnings、context（默认）……",
      project: "“user”，或项目，例如 owner/repo。",
      tag: "标签；可重复。",
      source: "来源：文件、URL 或提交。",
      "valid-from": "从此日期（本地时间）或时间起有效。",
      "valid-until": "从此日期或时间起不再有效。",
      supersedes: "被这条记忆取代的记忆。",
      "dry-run": "只显示会添加到哪里。",
    },
  },
  list: {
    summary: "列出记忆，最新的在前",
    options: {
      sort: "created（默认）、created-ascending、updated 或 recalled。",
      trash: "改为列出回收站。",
      limit: "最大数量；默认 50。",
    },
  },
  search: {
    summary: "按文本和含义搜索记忆",
    details: `查询可以包含 "精确短语" 和筛选条件：
ns:decisions tag:auth -tag:old domain:user since:30d
以连字符开头的词放在 -- 之后，例如：recollect search -- -tag:old`,
    options: {
      mode: "hybrid（默认）、text 或 vector（仅按含义）。",
      limit: "结果数量，1 到 100；默认 10。",
      "min-score": "结果的最低分数，0 到 1；0 表示全部。默认：可能相关的结果。",
      cursor: "从上一次 --json 结果的 nextCursor 继续。",
    },
  },
  show: {
    summary: "显示一条记忆",
    details: "在管道中，以带有 front matter 的 Markdown 打印记忆。如果记忆不存在，退出代码为 4。",
    options: { history: "显示它的修订。" },
  },
  edit: {
    summary: "在编辑器中更改记忆",
    details: `打开记忆的字段和文本。使用 - 时，标准输入是新的文本，或带有 front matter 的文档。
如果记忆在此期间被更改，则不会保存，你的文本会保留在一个文件中。`,
    options: { "dry-run": "只列出将会更改的字段。" },
  },
  move: {
    summary: "将记忆移到另一个项目或命名空间",
    options: { project: "新的项目，或“user”。", namespace: "新的命名空间。" },
  },
  tag: { summary: "为记忆添加或移除标签", options: { remove: "移除此标签；可重复。" } },
  pin: { summary: "固定记忆，让助手首先看到它们", options: { off: "取消固定。" } },
  delete: {
    summary: "将记忆移到回收站",
    details: `使用 --client 和 --since 时，是某个客户端自某时起记录的所有记忆：CLIENT 是客户端令牌的名称，
即 recollect clients 列出的名称。包括所有项目，也包括已被取代的记忆。

recollect restore 从回收站恢复记忆。--permanently 会永久删除，并先询问。`,
    options: {
      permanently: "不经回收站，永久删除。",
      client: "客户端令牌的名称。",
      since: "在此时间或之后记录：2026-01-31，或 7d、12h、3mo 之前。",
      "dry-run": "只显示将会删除的内容。",
    },
  },
  restore: { summary: "从回收站恢复记忆" },
  undo: {
    summary: "撤消命令行的最后一次更改",
    details: `可撤消 add、edit、move、tag、pin、delete、restore、inbox keep 和 reject，以及项目和命名空间的移动。
此后被更改过的记忆不会改变。最近 50 次更改可以依次撤消。`,
    options: { list: "列出可以撤消的更改。" },
  },
  inbox: {
    summary: "审阅等待你决定的记忆",
    details: `只能提议的客户端的记忆、读起来像是对助手下达指令的记忆，以及使用 --inbox 导入的记忆，
会在收件箱中等待。在你保留之前，任何客户端都看不到它们。如果 ID 不在收件箱中，退出代码为 4。`,
    actions: {
      list: "列出等待审阅的记忆",
      show: "显示一条等待审阅的记忆",
      keep: "保存为记忆",
      edit: "在编辑器中更改等待审阅的记忆并保存",
      reject: "拒绝",
    },
  },
  projects: {
    summary: "列出、合并、重命名和删除项目",
    details: `一个项目只有一个名称，无论怎样书写：地址、不同的大小写或文件夹。早期版本可能为同一项目保存了
多个名称：list 会列出它们，merge 把其中一个的记忆移到另一个。每条移动的记忆都有新的修订。
仍使用旧名称的客户端会到达新的项目，直到 forget-name。
remove 把一个项目的记忆移到回收站。`,
    actions: {
      list: "列出项目，以及属于同一项目的名称",
      merge: "把一个项目的记忆移到另一个项目",
      rename: "重命名项目",
      remove: "把项目的记忆移到回收站",
      "forget-name": "忘记项目的旧名称",
      undo: "撤消更改，直到 Recollect 停止",
    },
  },
  namespaces: {
    summary: "列出、添加、合并、重命名和删除命名空间",
    details: "merge 和 rename 会移动记忆，每条都有新的修订。remove 只删除没有记忆的命名空间。",
    actions: {
      list: "列出命名空间",
      add: "添加命名空间",
      merge: "把一个命名空间的记忆移到另一个",
      rename: "重命名命名空间",
      remove: "删除空的命名空间",
      undo: "撤消更改，直到 Recollect 停止",
    },
  },
  clients: {
    summary: "列出客户端，并更改它们的权限",
    actions: {
      list: "列出客户端，以及它们今天做了什么",
      show: "显示一个客户端",
      connect: "将 Recollect 添加到客户端的配置文件",
      disconnect: "从客户端的配置文件中移除 Recollect",
      access: "允许客户端读取、提议，或读写",
      pause: "拒绝客户端的请求",
      resume: "重新接受它的请求",
      revoke: "终止客户端的访问",
    },
    options: {
      project: "使用此文件夹中项目的文件，而不是你自己的文件。",
      print: "只打印配置，不写入。",
    },
  },
  log: {
    summary: "列出客户端的消息，最新的在后",
    options: {
      follow: "有新消息时打印。",
      client: "仅限此客户端。",
      since: "在此时间或之后到达：2026-01-31，或 7d、12h 之前。",
      outcome: "ok、error 或 cancelled。",
      limit: "最大数量；默认 50，使用 --follow 时 10。",
    },
  },
  settings: {
    summary: "显示和更改设置",
    actions: { list: "列出设置及其可用的值", get: "打印一个设置", set: "更改一个设置" },
  },
};
