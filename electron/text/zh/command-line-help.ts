import type { commandHelp as english } from "../en/command-line-help.ts";
import { generalHelp, sharedOptions } from "./command-line-general.ts";
import { memoryHelp } from "./command-line-help-memories.ts";
import { spaceHelp } from "./command-line-spaces.ts";

const commands: (typeof english)["commands"] = {
  ...memoryHelp,
  setup: {
    summary: "逐步连接这台计算机上的助手",
    details: `查找已安装的客户端，显示对每个客户端的更改，并在更改前询问。支持插件的客户端会通过
它自己的命令获得 Recollect 的插件，其中包含钩子和技能。其他客户端（使用 --files 时为
所有客户端）会在其配置文件中得到一个条目。随后等待客户端的第一条记忆，并提供导入其他
程序的记忆和读取以前会话的对话。未经你同意，不会导入或读取任何内容。

撤消：recollect plugins remove CLIENT，或 recollect disconnect CLIENT。
没有终端时，--yes 表示同意更改，--import 和 --conversations 表示接受相应的提议。`,
    options: {
      client: "仅限此客户端；可重复。",
      files: "写入配置文件，而不是安装插件。",
      yes: "不询问，直接连接。",
      import: "不询问，直接导入其他程序的记忆。",
      conversations: "不询问，直接读取以前会话的对话。",
      completion: "不询问，直接安装 shell 的补全。",
      wait: "等待第一条记忆的时间（秒）；0 表示不等待。",
      "dry-run": "只显示更改。",
    },
  },
  status: {
    summary: "显示 Recollect 是否正在运行，以及其中的内容",
    details: "不会启动 Recollect。如果它没有运行，退出代码为 3。",
  },
  export: {
    summary: "将记忆导出到文件或标准输出",
    details: `除非指定 --project，否则导出所有项目，包括已被取代和已过期的记忆。JSON Lines 每行一条
记忆及其历史；import 可以读取。使用 --json 时，摘要会写入标准错误。`,
    options: {
      "dry-run": "只统计记忆数量。",
      format: "jsonl（默认）或 markdown。",
      trash: "包括回收站。",
      output: "写入 FILE，导出完成时替换它；默认：标准输出。",
    },
  },
  import: {
    summary: "从导出文件或其他程序导入记忆",
    details: `不带参数时，列出这台计算机上其他程序的记忆。使用程序名称可导入其记忆。

支持的格式：
  Recollect 的导出文件，包含 ID、日期、固定状态、标签、后继和历史
  claude-mem（claude-mem.db 或其导出文件）和 mcp-memory-service
    （sqlite_vec.db 或 JSON 导出文件），包含日期、标签和类别；其项目
    会保留；程序可以正在运行
  @modelcontextprotocol/server-memory（memory.jsonl）
  basic-memory（memory.db 或其笔记文件夹），以及其他带 front matter 的
    Markdown 文件
  mem0 和 OpenMemory（所有记忆的 JSON，或备份的压缩包）
  ChatGPT 或 Claude 账户导出压缩包中保存的记忆
  带有 "content" 的 JSON Lines

已存在的记忆会保留，因此可以重复导入。如果有条目被拒绝，或以不同版本存在，退出代码为 1。`,
    options: {
      domain: "--project 的旧名称。",
      project: "全部导入此项目并使用新 ID，或将对方的项目导入自己的项目（shop=acme/shop）；可重复。",
      "as-new": "使用新 ID 和当前日期导入。",
      inbox: "导入收件箱，以便在客户端看到之前审阅。",
      "dry-run": "只报告将会导入什么。",
    },
  },
  backup: {
    summary: "列出、创建、检查和恢复记忆的备份",
    details: `NAME 是列表中的名称，或 latest。

restore 会替换所有记忆，或用 --id 指定的记忆。备份中没有的记忆会被移除；如果是指定的
记忆，则移到回收站。会先将当前状态保存为备份；恢复那个备份即可撤消恢复。
客户端保持连接。`,
    options: { "dry-run": "只显示恢复会更改什么。", yes: "不询问。", id: "只恢复这条记忆；可重复。" },
    actions: {
      list: "列出备份",
      now: "创建备份",
      verify: "检查一个或所有备份是否损坏",
      restore: "恢复备份",
    },
  },
  update: {
    summary: "显示、检查和安装 Recollect 的更新",
    details: `on 允许 Recollect 每天检查一次新版本；在此之前，不会向网络发出任何请求。
install 会在没有客户端等待响应时，用已下载的更新重新启动桌面应用程序。`,
    actions: {
      status: "显示更新状态",
      on: "每天检查一次更新",
      off: "不检查更新",
      check: "立即检查更新",
      download: "下载新版本",
      install: "用已下载的版本重新启动",
    },
  },
  connect: {
    summary: "将 Recollect 添加到客户端的配置文件",
    details: `不带客户端时，列出支持的客户端以及其中已安装的客户端。该条目启动 Recollect 的 stdio
服务器，不需要令牌。文件的其余部分不变，并在数据文件夹中保留备份。要通过 HTTP 连接
客户端，请使用窗口中的“客户端”。`,
    options: {
      project: "使用此文件夹中项目的文件，而不是你自己的文件。",
      "dry-run": "只显示更改。",
      print: "只打印配置，不写入。",
    },
  },
  disconnect: {
    summary: "从客户端的配置文件中移除 Recollect",
    details: "文件的其余部分不变。要撤销通过 HTTP 连接的客户端的令牌，请使用窗口中的“客户端”。",
    options: { project: "使用此文件夹中项目的文件，而不是你自己的文件。", "dry-run": "只显示更改。" },
  },
  instructions: {
    summary: "打印或安装给助手的说明",
    details: `这些说明告诉助手何时回忆、何时记录。文件是此文件夹中的 CLAUDE.md、AGENTS.md、
.cursor/rules/recollect.mdc 和 GEMINI.md。不带 --write 或 --remove 时，打印文本。`,
    options: { user: "使用你自己的、适用于所有项目的文件。", file: "使用其他文件。" },
  },
  hooks: {
    summary: "打印或安装 Claude Code 的钩子",
    details: `钩子位于 Claude Code 的设置 ~/.claude/settings.json 中。SessionStart 将项目的记忆加入
对话，UserPromptSubmit 加入与提示相关的记忆，PreCompact 要求摘要列出值得记录的事实，
Stop 在文件更改后提醒记录一次。如果 Recollect 没有运行，它们什么也不做。
不带 --write 或 --remove 时，打印这些条目。`,
  },
  plugins: {
    summary: "在客户端中安装带有钩子和技能的插件",
    details: `插件启动 Recollect 的 stdio 服务器，包含技能，并通过客户端的钩子在会话开始时和每次提示时
回忆记忆。它在数据文件夹中生成，由客户端自己的命令安装。如果找不到该程序，请自行运行打印出的
命令。插件会取代客户端配置文件中的条目，移除插件会恢复该条目。`,
    options: { "dry-run": "只显示将会写入和运行的内容。" },
    actions: {
      list: "列出插件及其状态",
      install: "安装或更新插件",
      remove: "移除插件并恢复客户端的文件",
    },
  },
  servers: {
    summary: "通过 Recollect 向客户端提供其他 MCP 服务器",
    details: `在你授权之前，客户端不能使用服务器。添加会启动服务器并批准其工具，但有可疑之处的工具除外。
工具更改后会停用，直到再次获得批准。服务器工具超过 40 个时，客户端使用搜索而不是列表。`,
    actionDetails: {
      add: `  servers add NAME [选项] -- COMMAND ARGS…      使用 stdio 的程序
  servers add NAME --url URL [选项]             通过 HTTP 的服务器（--sse：旧版）
  servers add [NAME] --server-json FILE         来自注册表的 server.json
  servers add [NAME] --text FILE                来自 README 中的文本
  servers add --from CLIENT [NAME…]             从客户端的文件中移入服务器

--text 的文本可以包含任一客户端的 JSON、TOML 或 YAML、链接或命令行。在你同意之前，其中的内容都不会
运行。其中的占位符是输入；--input NAME= 会略去一个输入。

--secret NAME 的值是此命令的变量 NAME，或标准输入中的一行 NAME=VALUE。它与 Recollect 的机密一起保存。
为登录而在重定向地址 http://127.0.0.1/oauth/callback 注册的客户端用 --oauth-client-id 传入；
其密钥是变量 OAUTH_CLIENT_SECRET。

移动会把客户端文件中的服务器条目替换为 Recollect 的条目，并将这些服务器授权给该客户端。
备份保存在数据文件夹中。`,
      grant: `请传入 --all、--read-only（声明不更改任何内容的工具）、--tool TOOL（可重复）和 --none 之一。`,
      approve: "不带 TOOL 时，批准所有没有可疑之处的工具。",
    },
    options: {
      url: "HTTP 服务器的地址。",
      sse: "服务器使用较旧的服务器发送事件传输。",
      follow: "使用重定向的地址，前提是来源相同。",
      cwd: "在此文件夹中启动程序，而不是在主文件夹中。",
      env: "设置程序的变量。",
      inherit: "传递 Recollect 的一个变量，例如 HTTPS_PROXY。",
      header: "发送一个请求头。",
      secret: "值为机密的变量或请求头。",
      "oauth-client-id": "你为登录注册的客户端。",
      "oauth-client-secret": "该客户端有密钥。",
      "oauth-port": "其重定向地址的端口；默认：任意空闲端口。",
      "server-json": "添加此 server.json 中的服务器；- 从标准输入读取。",
      text: "添加此文本所描述的服务器；- 从标准输入读取。",
      package: "其中此类型的软件包，例如 npm 或 oci，或 remote。",
      input: "server.json 或文本要求的值。",
      yes: "不询问，直接同意。",
      from: "从此客户端的配置文件移动服务器。",
      project: "使用此文件夹中项目的文件。",
      "dry-run": "只显示更改。",
      on: "启用一个工具。",
      off: "对所有客户端停用一个工具。",
      all: "授权所有工具、提示和资源。",
      "read-only": "授权声明不更改任何内容的工具。",
      tool: "只授权此工具；可重复。",
      none: "撤回授权。",
    },
    actions: {
      list: "列出服务器及其状态",
      add: "添加服务器，或从客户端的文件移入服务器",
      remove: "移除服务器",
      return: "将服务器移回客户端的文件",
      tools: "列出服务器的工具，并启用或停用它们",
      approve: "批准新的和已更改的工具：指定的工具，或所有没有问题的工具",
      grant: "允许客户端使用服务器",
      listing: "为客户端列出所有服务器工具，或让它搜索",
      hints: "在服务器的工具旁向客户端显示相关记忆",
      "sign-in": "在浏览器中登录服务器",
      "sign-out": "忘记登录信息",
      logs: "打印服务器的错误输出",
      restart: "重新启动服务器",
      stop: "停止服务器",
    },
  },
  spaces: spaceHelp,
  conversations: {
    summary: "搜索以前与助手的会话",
    details: `在启用客户端之前，不会读取任何内容。客户端的文件不会被更改。存储之前会遮盖机密，并移除
<private> 部分。遗忘的对话会立即移除，只有 scan --forgotten 会再次读取它们。`,
    options: {
      project: "仅限此项目；用于 exclude 时：排除它。",
      client: "仅限此客户端的对话。",
      since: "在此时间或之后：2026-01-31，或 7d、12h、3mo 之前。",
      before: "在此时间之前。",
      limit: "结果数量。",
      cursor: "从上一次 --json 列表的 nextCursor 继续。",
      around: "此编号前后的消息。",
      folder: "排除此文件夹。",
      undo: "重新读取它们。",
      wait: "等待扫描完成。",
      forgotten: "也读取已遗忘的对话。",
      yes: "不询问。",
      "dry-run": "只显示将会遗忘的内容。",
      all: "全部。",
    },
    actions: {
      status: "显示已存储的内容、进度和问题",
      survey: "列出客户端在磁盘上的内容；不打开任何文件",
      on: "读取这些客户端的对话",
      off: "停止读取",
      add: "读取 ChatGPT 或 Claude 的导出压缩包",
      scan: "立即读取新消息",
      pause: "暂停读取、嵌入或两者",
      resume: "继续读取、嵌入或两者",
      search: "搜索对话",
      list: "列出最近的对话",
      show: "显示一个对话",
      exclude: "排除文件夹或项目",
      keep: "设置对话的保留时间",
      forget: "移除对话，或 --project、--client、--all 的对话",
    },
  },
  "client-memories": {
    summary: "监视助手自己保存的记忆",
    details: `指令文件例如 CLAUDE.md、AGENTS.md 或 GEMINI.md；--section 只监视其中一部分。新的和
已更改的条目会在收件箱中等待，直到你保留它们。被拒绝的条目只有在文本更改后才会再次提议。
客户端的文件不会被更改，机密会被遮盖。`,
    options: { section: "仅限文件的这一节。", "dry-run": "只显示更改。" },
    actions: {
      status: "显示监视的来源和问题",
      survey: "列出客户端和指令文件的条目",
      watch: "提议新的和已更改的条目",
      unwatch: "停止监视",
      scan: "立即读取更改",
      list: "列出每个条目及其状态",
    },
  },
  "remote-projects": {
    summary: "将项目保存在 PostgreSQL 数据库中并在那里搜索",
    details: `地址为 postgres://user@host:5432/database。密码是此命令的变量 PGPASSWORD，或标准输入的
一行；它保存在系统钥匙串中。除了这台计算机之外，都要求使用 TLS。

这样的项目不会复制到这台计算机：其文本（如果数据库有 pgvector，还有向量）位于数据库中，数据库的
管理员可以读取。它不能端到端加密，也不能属于空间。`,
    options: {
      yes: "不询问。",
      "dry-run": "只显示将会移除的内容。",
      address: "数据库的地址。",
      "read-only": "这台计算机只读取。",
      encrypted: "会被拒绝：数据库无法搜索加密的文本。",
    },
    actions: {
      list: "列出远程项目及其状态",
      add: "将项目保存在此数据库中",
      access: "设置这台计算机可以读取还是写入",
      status: "检查能否连接数据库",
      remove: "只在这里移除；记忆保留在数据库中",
    },
  },
  "new-key": {
    summary: "更换损坏或丢失的客户端令牌密钥",
    details: `Recollect 使用 token.key 或系统钥匙串中的密钥为客户端的令牌签名。可以读取的密钥不会被更换。

之后，每个使用自己令牌的客户端都必须重新连接，即使以后又找到旧密钥。启动 Recollect 的
stdio 命令的客户端可以继续工作。`,
    options: { yes: "创建新密钥。" },
  },
  doctor: {
    summary: "检查安装并修复",
    details: `检查数据文件夹、端口、密钥、索引、模型、备份、客户端的文件、插件、空间和服务器，并逐项说明问题和
解决办法。不会启动 Recollect。如果有无法工作的部分，退出代码为 1。`,
    options: { fix: "修复可以安全修复的问题。", "dry-run": "只显示将会修复的问题。" },
  },
  completion: {
    summary: "在 shell 中补全命令、项目、命名空间、ID 和客户端",
    details: `打印 bash、zsh、fish 或 powershell 的脚本。使用 --install 时，写入 shell 加载它的位置。`,
    options: { install: "为此用户写入脚本。", remove: "移除脚本。", "dry-run": "只显示文件。" },
  },
  hook: { summary: "响应客户端的钩子" },
  mcp: { summary: "为 MCP 客户端运行 stdio 服务器" },
  serve: { summary: "不带窗口运行 Recollect，在浏览器中使用界面" },
};

export const commandHelp: typeof english = { general: generalHelp, options: sharedOptions, commands };
