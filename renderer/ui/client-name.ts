import { differingSubject } from "../../electron/core/client-identity.ts";
import { isClient } from "../../electron/core/client-name.ts";
import { markHidden } from "../../electron/core/hidden-characters.ts";
import type { ClientIdentity } from "../../electron/core/memory.ts";
import type { Text } from "../../electron/text/en.ts";

/** A client in words: the name of its program, and the subject of its token if that differs from the reported name. */
export function clientName(client: ClientIdentity, { memories }: Text): string {
  const subject = differingSubject(client);
  const name = assistantName(client.name);
  return markHidden(subject === null || assistantName(subject) === name ? name : memories.meta.via(name, subject));
}

/** The name of the program that reports a name: `codex-mcp-client` is Codex. An unknown program has the reported name. */
export function assistantName(reported: string): string {
  const known = KNOWN.find((id) => isClient(reported, { wireNames: [id] }));
  return known === undefined ? reported : clientTitle(known);
}

/** Names of the programs whose conversations can be read, by the id of the client. */
const TITLES: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  "gemini-cli": "Gemini CLI",
  "qwen-code": "Qwen Code",
  opencode: "opencode",
  goose: "Goose",
  "copilot-cli": "Copilot CLI",
  vscode: "Copilot Chat",
  cursor: "Cursor",
  "cursor-agent": "Cursor agent",
  cline: "Cline",
  "cline-cli": "Cline CLI",
  continue: "Continue",
  aider: "aider",
  amp: "Amp",
  antigravity: "Antigravity",
  crush: "Crush",
  droid: "Droid",
  kimi: "Kimi CLI",
  specstory: "SpecStory",
  chatgpt: "ChatGPT",
  claude: "Claude",
};

/** The longest first: `claude-code` is not Claude. */
const KNOWN = Object.keys(TITLES).sort((one, other) => other.length - one.length);

/** The name of a client; its id if the client is not known. */
export function clientTitle(client: string): string {
  return TITLES[client] ?? client;
}
