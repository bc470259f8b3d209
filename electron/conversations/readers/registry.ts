import { aider } from "./aider.ts";
import { claudeCode } from "./claude-code.ts";
import { cline, clineCli } from "./cline.ts";
import { codex } from "./codex.ts";
import { continueDev } from "./continue.ts";
import { copilotCli } from "./copilot-cli.ts";
import { cursor } from "./cursor.ts";
import { chatGpt, claudeAccount } from "./export-archives.ts";
import { geminiCli } from "./gemini-cli.ts";
import { goose } from "./goose.ts";
import { opencode } from "./opencode.ts";
import { qwenCode } from "./qwen-code.ts";
import type { ConversationReader } from "./reader.ts";
import { specStory } from "./specstory.ts";

/** The readers of all clients. */
export const READERS: readonly ConversationReader[] = [
  claudeCode,
  codex,
  geminiCli,
  qwenCode,
  opencode,
  goose,
  copilotCli,
  cursor,
  cline,
  clineCli,
  continueDev,
  aider,
  specStory,
  chatGpt,
  claudeAccount,
];
