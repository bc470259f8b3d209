import type { dataCommands as english } from "../en/command-line-data.ts";
import { memoryCount as memories, stateCounts } from "./format.ts";

export const dataCommands: typeof english = {
  inbox: {
    kept: (id) => `已保留：${id}`,
    rejected: (id) => `已拒绝：${id}`,
    empty: "没有等待审阅的记忆。",
    waiting: (value) => `${value} 条等待审阅：recollect inbox show ID、keep ID、edit ID 或 reject ID。`,
    would: (sentence) => `预演：${sentence}`,
    reasons: {
      access: "它的客户端只能提议记忆。",
      instruction: "它读起来像是对助手下达的指令。",
      import: "它由你导入，或来自你让 Recollect 监视的文件。",
    },
  },

  trash: {
    nameClient: "请指定客户端：--client NAME",
    nameDay: "请指定日期：--since 2026-01-31",
  },

  backup: {
    none: "还没有备份。创建备份：recollect backup now",
    unreadable: "无法读取",
    contents: stateCounts,
    undamaged: "没有发现损坏",
    damaged: (finding) => `已损坏：${finding}`,
    replaced: "备份已替换损坏的数据库。",
    salvaged: (recovered, lost) => `从损坏的数据库恢复了备份所没有的 ${recovered} 条记忆；${lost} 条无法读取。`,
    restored: (added, changed, removed) => `添加 ${added} 条，更改 ${changed} 条，移除 ${removed} 条`,
    wouldRestore: (added, changed, removed) => `将会添加 ${added} 条，更改 ${changed} 条，移除 ${removed} 条`,
    undo: (name) => `撤消：recollect backup restore ${name}`,
    ask: (added, changed, removed) => `恢复此备份？添加 ${added} 条，更改 ${changed} 条，移除 ${removed} 条。`,
    askSome: (value) => `从备份恢复${memories(value)}？`,
    more: "  还有更多；--json 会列出",
  },

  update: {
    obstacles: {
      source: "此版本不知道发布位置。",
      headless: "没有窗口时，Recollect 不会自行更新。",
      development: "这是开发版本。请更新其源代码。",
      package: "Recollect 由软件包管理器安装。请在那里更新。",
      location: "Recollect 无法写入自己的文件夹。请移动它，或下载新版本。",
      unsigned: "此版本没有用于验证发布的密钥。",
    },
    downloads: (page) => `下载：${page}`,
    off: "更新已关闭。每天检查一次：recollect update on",
    version: (version) => `版本 ${version}`,
    notChecked: "尚未检查",
    checked: (time) => `检查于 ${time}`,
    available: (version, how) => `${version} 可用。${how ?? "下载：recollect update download"}`,
    downloading: (version) => `正在下载${version}。`,
    ready: (version) => `${version} 已下载。用它重新启动：recollect update install`,
    waiting: (version) => `没有客户端等待响应时，会安装${version}。`,
    installing: (version) => `正在安装${version}。`,
    checking: "正在检查更新。",
    current: (checked) => `这是最新版本（${checked}）。`,
    idle: (checked) => `没有已知的新版本（${checked}）。`,
  },

  newKey: {
    ask: "这会创建新密钥。之后，每个使用自己令牌的客户端都必须重新连接，即使以后又找到旧密钥。\n启动 Recollect 的 stdio 命令的客户端可以继续工作。\n运行：recollect new-key --yes",
    question: "创建新密钥？",
    would: "将会创建新密钥。之后，每个使用自己令牌的客户端都必须重新连接。",
    replaced: "已创建新密钥。请重新连接你的客户端。",
  },
};
