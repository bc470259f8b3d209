/** Names of the programs whose conversations can be read, by the id of the client. */
const TITLES: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  "gemini-cli": "Gemini CLI",
  "qwen-code": "Qwen Code",
  opencode: "opencode",
  goose: "Goose",
  "copilot-cli": "Copilot CLI",
  cursor: "Cursor",
  cline: "Cline",
  "cline-cli": "Cline CLI",
  continue: "Continue",
  chatgpt: "ChatGPT",
  claude: "Claude",
};

/** The name of a client; its id if the client is not known. */
export function clientTitle(client: string): string {
  return TITLES[client] ?? client;
}
