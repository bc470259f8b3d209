import type { SyntaxProblem } from "../en/connect.ts";
import type { Text } from "../en.ts";

const SYNTAX_PROBLEMS: Readonly<Record<SyntaxProblem, string>> = {
  comma: "此前缺少逗号",
  colon: "此前缺少冒号",
  value: "缺少值",
  name: "此处应为双引号中的名称",
  brace: "缺少右花括号",
  bracket: "缺少右方括号",
  "text-end": "缺少右引号",
  end: "对象结束后仍有文本",
  other: "此处应为其他内容",
};

export const notes: Text["notes"] = {
  add_table: () => "把这个表添加到文件末尾。文件不存在时请新建。",
  add_entry: ({ container }) => `把条目添加到此文件的 ${container} 中，并保留其余内容。文件不存在时请新建。`,
  add_item: ({ container }) => `把条目添加到此文件的列表 ${container} 中，并保留其余内容。文件不存在时请新建。`,
  run_in_terminal: () => "在终端中运行。",
  run_in_powershell: () => "在 PowerShell 中运行。",
  run_in_cmd: () => "在命令提示符（cmd）中运行。",
  paste_stdio: () => "多数客户端的 MCP 设置接受这种形式：要启动的命令、其参数和环境变量。",
  paste_http: () => "用于支持 Streamable HTTP 的客户端：地址，以及 Authorization 请求头中的令牌。",
  paste_jetbrains: () =>
    "在 Settings › Tools › AI Assistant › Model Context Protocol 中选择 Add，再选 As JSON，粘贴后点击 Apply。",

  next_restart: () => "多数客户端只在启动时读取配置。",
  next_new_sessions: () => "对之后开始的会话生效。",
  next_claude_code: () => "已打开的对话在输入 /mcp 或重启后生效。",
  next_claude_desktop: () => "然后完全退出 Claude Desktop 并重新启动。",
  next_cline: () => "保存文件后 Cline 即会连接。",
  next_codex: () => "对之后开始的会话生效；在项目中，需 Codex 信任该文件夹。",
  next_continue: () => "保存文件后 Continue 会在 agent 模式下连接。",
  next_cursor: () => "保存文件后 Cursor 即会连接；见 Settings › Tools & MCP。",
  next_gemini_cli: () => "在 Gemini CLI 信任的文件夹中，对之后开始的会话生效。",
  next_jetbrains: () => "点击 Apply 即会连接。",
  next_lm_studio: () => "保存文件后 LM Studio 即会连接；请在聊天中启用。",
  next_vscode: () => "然后点击条目上方的 Start，或在命令面板中运行 MCP: List Servers。",
  next_windsurf: () => "然后在 Windsurf 的 MCP 设置中点击 Refresh。",
  next_zed: () => "保存文件后 Zed 即会连接；见智能体面板设置中的 recollect。",

  caveat_qwen_code: () =>
    "如果因 Recollect 未运行而调用失败，Qwen Code 会保持断开，直到用 /mcp 重新连接。stdio 服务器则会启动 Recollect。",
  entry_replaced: () => "文件中已有名为 recollect 的条目，指向别处。它会被替换，断开连接时会恢复。",
  file_readable_by_others: () => "此电脑上的其他用户目前可以读取该文件。由于其中会包含令牌，它将变为仅你可读。",
  file_removed: () => "此文件中没有其他内容，会被删除。",
  file_is_link: ({ path }) => `这是一个符号链接。实际写入的文件是 ${path}。`,
  project_names_program: () => "文件中写有 Recollect 在此电脑上的路径；项目的其他电脑上可能不同。",
  project_client_asks_token: ({ client }) => `文件中不含令牌。${client} 会向每个人询问一次，并保存在自己的机密中。`,
  project_names_variable: ({ variable, client }) =>
    `文件中引用变量 ${variable}，不含令牌。请在启动 ${client} 的环境中设置该变量。`,

  move_disabled: () => "它在客户端中已停用。",
  move_no_server: () => "它既没有命令，也没有地址。",
  move_env_file: () => "它从文件读取变量，Recollect 不支持这种方式。",
  move_variable: ({ variable }) => `只有客户端知道 ${variable} 的值。请在条目中直接写入该值。`,
  move_secret_argument: () =>
    "其命令行或地址中含有机密，会以明文存储。如果该服务器可以改为读取变量或请求头，请修改该条目。",
  move_relative: ({ path }) => `${path} 取决于客户端的运行文件夹。请写入完整路径。`,

  text_format: ({ format, problem, line, column }) =>
    `第 ${line} 行第 ${column} 列不是有效的 ${format}：${SYNTAX_PROBLEMS[problem]}。`,
  text_empty: () => "此文本中没有服务器：既没有命令，也没有地址。",
  text_quote: () => "引号没有闭合。",
  text_address: () => "这不是以 http:// 或 https:// 开头的地址。",
  text_install: () => "此命令只安装程序，不启动服务器。请使用其文档中用于启动的命令。",
  text_client: () => "此命令属于另一个客户端，没有说明如何启动服务器。请改用其配置或地址。",
  text_long: () => "此文本过长：最多 200,000 个字符。",

  json_registry: ({ type }) => `不支持 ${type} 类型的软件包。支持 npm、pypi、oci 和 nuget。`,
  json_transport: ({ type }) => `此处不支持传输方式 ${type}。`,
  json_runtime: ({ runtime }) => `此软件包不支持运行环境 ${runtime}。`,
  json_variable: ({ name }) => `它设置变量 ${name}，这会让程序运行其他代码，或从别处获取代码。`,
  json_secret_argument: ({ name }) => `其机密 ${name} 会以明文存储在命令行或地址中。`,

  help_claude_code: () => "在打开的对话中输入 /mcp，查看 recollect 是否已连接，或开始新的对话。",
  help_claude_desktop: () =>
    "从菜单或托盘完全退出 Claude Desktop，然后重新启动。Settings › Developer 会显示服务器及其日志。",
  help_cline: () => "在 Cline 中打开 MCP Servers，点击 recollect 旁的重启按钮。",
  help_codex: () => "开始新的 Codex 会话；/mcp 会列出其服务器。",
  help_continue: () => "请使用 Continue 的 agent 模式（仅该模式会使用 MCP 服务器），并重新加载窗口。",
  help_cursor: () => "在 Cursor Settings 的 MCP 中启用 recollect。",
  help_gemini_cli: () => "重新启动 gemini；/mcp 会列出其服务器。",
  help_goose: () => "开始新的 Goose 会话；`goose configure` 会在扩展中列出 recollect。",
  help_jetbrains: () =>
    "在 Settings › Tools › AI Assistant › Model Context Protocol 中查看服务器状态，然后点击 Apply。",
  help_lm_studio: () => "在聊天的侧边栏中启用 mcp/recollect。",
  help_opencode: () => "重新启动 opencode；`opencode mcp list` 会显示 recollect 是否已连接。",
  help_qwen_code: () => "重新启动 qwen；/mcp 会列出其服务器。",
  help_vscode: () =>
    "在 VS Code 中运行“MCP: List Servers”，选择 recollect，再选 Start Server；请使用聊天的 agent 模式。",
  help_windsurf: () => "在 Cascade 中打开 MCP 服务器列表并点击 Refresh。",
  help_zed: () => "在 Zed 的智能体面板中打开设置：recollect 旁的圆点表示它是否在运行。",
};
