import type { PluginSystem } from "./plugin.ts";
import { agentPlugins } from "./systems/agent-plugins.ts";
import { claudeCodePlugin } from "./systems/claude-code.ts";
import { codexPlugin } from "./systems/codex.ts";
import { copilotCliPlugin } from "./systems/copilot-cli.ts";
import { cursorPlugin } from "./systems/cursor.ts";
import { geminiCliPlugin } from "./systems/gemini-cli.ts";
import { opencodePlugin } from "./systems/opencode.ts";
import { qwenCodePlugin } from "./systems/qwen-code.ts";
import { vscodePlugin } from "./systems/vscode.ts";

/** The plugin systems, the most used first. */
export const PLUGIN_SYSTEMS: readonly PluginSystem[] = [
  claudeCodePlugin,
  codexPlugin,
  geminiCliPlugin,
  qwenCodePlugin,
  opencodePlugin,
  cursorPlugin,
  vscodePlugin,
  copilotCliPlugin,
  agentPlugins,
];
