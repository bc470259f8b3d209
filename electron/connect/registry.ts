import { isClient } from "../core/client-name.ts";
import { RecollectError } from "../text/errors.ts";
import type { ConnectClient } from "./client.ts";
import { anyOther } from "./clients/any-other.ts";
import { claudeCode } from "./clients/claude-code.ts";
import { claudeDesktop } from "./clients/claude-desktop.ts";
import { cline, clineCli } from "./clients/cline.ts";
import { codex } from "./clients/codex.ts";
import { continueDev } from "./clients/continue.ts";
import { copilotCli } from "./clients/copilot-cli.ts";
import { cursor } from "./clients/cursor.ts";
import { geminiCli } from "./clients/gemini-cli.ts";
import { goose } from "./clients/goose.ts";
import { jetbrains } from "./clients/jetbrains.ts";
import { lmStudio } from "./clients/lm-studio.ts";
import { opencode } from "./clients/opencode.ts";
import { qwenCode } from "./clients/qwen-code.ts";
import { vscode } from "./clients/vscode.ts";
import { devin, windsurf } from "./clients/windsurf.ts";
import { zed } from "./clients/zed.ts";

/** The supported clients, the most used first. */
export const CLIENTS: readonly ConnectClient[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  vscode,
  codex,
  windsurf,
  devin,
  zed,
  geminiCli,
  jetbrains,
  cline,
  clineCli,
  continueDev,
  lmStudio,
  goose,
  opencode,
  qwenCode,
  copilotCli,
  anyOther,
];

/** The URL schemes of the clients' links, including the colon. */
export const DEEP_LINK_SCHEMES: readonly string[] = CLIENTS.flatMap(({ deepLink }) => deepLink?.scheme ?? []);

/** The title of the client that sends a name or has it as the subject of its token; null for an unknown one. */
export function titleOfClient(name: string): string | null {
  const client = CLIENTS.find((each) => each.isGeneric !== true && (each.id === name || isClient(name, each)));
  return client?.title ?? null;
}

/** @throws not_found with the ids of the supported clients */
export function findClient(id: string): ConnectClient {
  const client = CLIENTS.find((each) => each.id === id);
  if (client !== undefined) return client;
  const known = CLIENTS.map((each) => each.id);
  throw new RecollectError("client_unknown", { id: id.slice(0, 60), known }, { field: "clientId" });
}
