import { anyOther } from "./any-other.ts";
import { claudeCode } from "./claude-code.ts";
import { claudeDesktop } from "./claude-desktop.ts";
import type { ConnectClient } from "./client.ts";
import { cline, clineCli } from "./cline.ts";
import { codex } from "./codex.ts";
import { continueDev } from "./continue.ts";
import { cursor } from "./cursor.ts";
import { geminiCli } from "./gemini-cli.ts";
import { goose } from "./goose.ts";
import { jetbrains } from "./jetbrains.ts";
import { lmStudio } from "./lm-studio.ts";
import { opencode } from "./opencode.ts";
import { qwenCode } from "./qwen-code.ts";
import { vscode } from "./vscode.ts";
import { devin, windsurf } from "./windsurf.ts";
import { zed } from "./zed.ts";

/** Every client we know how to connect, the most used first. */
export const CATALOGUE: readonly ConnectClient[] = [
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
  anyOther,
];
