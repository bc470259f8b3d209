/** What the application says of clients' files, phrase by phrase, and how it is said in Chinese. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/^Conversations that are open see it after \/mcp or a restart\./, "已打开的对话在输入 /mcp 或重启后生效。"],
  [/^Then quit Claude Desktop whole and start it again\./, "然后完全退出 Claude Desktop 并重新启动。"],
  [
    /^Cursor connects when it is saved; see Settings › Tools & MCP\./,
    "保存后 Cursor 即会连接；见 Settings › Tools & MCP。",
  ],
  [
    /^Then choose Start above the entry, or MCP: List Servers in the command palette\./,
    "然后点击条目上方的 Start，或在命令面板中选择 MCP: List Servers。",
  ],
  [
    /^It holds for sessions that start afterwards; in a project, once Codex trusts the folder\./,
    "对之后开始的会话生效；在项目中，需 Codex 信任该文件夹。",
  ],
  [
    /^It holds for sessions that start afterwards, in folders that Gemini CLI trusts\./,
    "在 Gemini CLI 信任的文件夹中，对之后开始的会话生效。",
  ],
  [/^It holds for sessions that start afterwards\./, "对之后开始的会话生效。"],
  [/^Then press Refresh in Windsurf's MCP settings\./, "然后在 Windsurf 的 MCP 设置中点击 Refresh。"],
  [
    /^Zed connects when it is saved; see recollect in the agent panel's settings\./,
    "保存后 Zed 即会连接；见智能体面板设置中的 recollect。",
  ],
  [
    /^In Settings › Tools › AI Assistant › Model Context Protocol choose Add, then As JSON, and paste it\./,
    "在 Settings › Tools › AI Assistant › Model Context Protocol 中选择 Add，再选 As JSON，然后粘贴。",
  ],
  [/^Apply connects\./, "点击 Apply 即会连接。"],
  [/^Continue connects when it is saved, in agent mode\./, "保存后 Continue 会在 agent 模式下连接。"],
  [/^LM Studio connects when it is saved; switch it on in the chat\./, "保存后 LM Studio 即会连接；请在聊天中启用。"],
  [/^(\S+) connects when it is saved\./, "保存后 $1 即会连接。"],
  [/^Most clients read their configuration only at the start\./, "多数客户端只在启动时读取配置。"],
  [
    /^Most clients take this form in their MCP settings: a program that they start, its arguments and environment\./,
    "多数客户端的 MCP 设置接受这种形式：要启动的程序、其参数和环境变量。",
  ],
  [
    /^For clients that speak Streamable HTTP: the address, and the token in an Authorization header\./,
    "用于支持 Streamable HTTP 的客户端：地址，以及 Authorization 请求头中的令牌。",
  ],
  [
    /^Add the table at the end of this file \(create the file where it is missing\)\./,
    "把这个表添加到文件末尾（文件不存在时请新建）。",
  ],
  [
    /^Add the entry to (?:the list )?(\S+) in this file \(create the file where it is missing; keep what else is there\)\./,
    "把条目添加到此文件的 $1 中（文件不存在时请新建；保留其余内容）。",
  ],
  [
    /^When a call fails because Recollect is off, (.+?) lets go of it until \/mcp reconnects\. The stdio server starts Recollect instead\./,
    "如果因 Recollect 未运行而调用失败，$1 会断开它，直到用 /mcp 重新连接。stdio 服务器则会启动 Recollect。",
  ],
  [/^Run it in a terminal\./, "在终端中运行。"],
  [/^Run it in PowerShell\./, "在 PowerShell 中运行。"],
  [/^Run it in the Command Prompt \(cmd\)\./, "在命令提示符（cmd）中运行。"],
  [
    /^An entry named recollect is there already and leads elsewhere\. It is replaced\./,
    "已有名为 recollect 的条目，指向别处。它会被替换。",
  ],
  [
    /^Other people on this computer can read this file, and it will hold the token\./,
    "此电脑上的其他人可以读取该文件，而其中会包含令牌。",
  ],
  [/^Nothing else is in this file\. It is removed\./, "此文件中没有其他内容，会被删除。"],
  [/^This is a link\. The file written is (.+)\.$/, "这是一个链接。实际写入的文件是 $1。"],
  [
    /^The file names where Recollect is on this computer\. On another computer of the project that may differ\./,
    "文件中写有 Recollect 在此电脑上的位置；项目的其他电脑上可能不同。",
  ],
  [
    /^The file does not hold the token\. (.+) asks each person for it once, and keeps it among its own secrets\./,
    "文件中不含令牌。$1 会向每个人询问一次，并保存在自己的机密中。",
  ],
  [
    /^The file names the variable (\S+), not the token\. Set it to the token where you start (.+)\.$/,
    "文件中写的是变量 $1，而不是令牌。请在启动 $2 的环境中把它设为令牌。",
  ],
];

/** A text of the application's in Chinese; as it is where not all of it is known. */
export function told(text: string): string {
  let rest = text;
  let said = "";
  while (rest !== "") {
    const phrase = PHRASES.find(([pattern]) => pattern.test(rest));
    const [found] = phrase?.[0].exec(rest) ?? [];
    if (phrase === undefined || found === undefined) return text;
    said += found.replace(...phrase);
    rest = rest.slice(found.length).trimStart();
  }
  return said;
}
