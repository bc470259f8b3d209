import { differingSubject } from "../../electron/core/client-identity.ts";
import { markHidden } from "../../electron/core/hidden-characters.ts";
import type { ClientIdentity } from "../../electron/core/memory.ts";
import type { Text } from "../../electron/text/en.ts";

/** A client in words: the name that it reports, and the subject of its token if that differs. */
export function clientName(client: ClientIdentity, { memories }: Text): string {
  const subject = differingSubject(client);
  return markHidden(subject === null ? client.name : memories.meta.via(client.name, subject));
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

/** The name of a client; its id if the client is not known. */
export function clientTitle(client: string): string {
  return TITLES[client] ?? client;
}
