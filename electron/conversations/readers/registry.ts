import { aider } from "./aider.ts";
import { amp } from "./amp.ts";
import { antigravity } from "./antigravity.ts";
import { claudeCode } from "./claude-code.ts";
import { cline, clineCli } from "./cline.ts";
import { codex } from "./codex.ts";
import { continueDev } from "./continue.ts";
import { copilotChat } from "./copilot-chat.ts";
import { copilotCli } from "./copilot-cli.ts";
import { crush } from "./crush.ts";
import { cursor } from "./cursor.ts";
import { cursorAgent } from "./cursor-agent.ts";
import { droid } from "./droid.ts";
import { chatGpt, claudeAccount } from "./export-archives.ts";
import { geminiCli } from "./gemini-cli.ts";
import { goose } from "./goose.ts";
import { kimi } from "./kimi.ts";
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
  copilotChat,
  cursor,
  cursorAgent,
  cline,
  clineCli,
  continueDev,
  aider,
  amp,
  antigravity,
  crush,
  droid,
  kimi,
  specStory,
  chatGpt,
  claudeAccount,
];
