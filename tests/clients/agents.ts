import type { ClientHome } from "./home.ts";
import { geminiSettings, openGeminiCli, openQwenCode, qwenSettings } from "./live/agent-protocol.ts";
import { openClaudeCode } from "./live/claude-code.ts";
import { openCodexWithModel } from "./live/codex.ts";
import type { LiveClient, LiveOptions } from "./live/live-client.ts";
import { opencodeProvider, openOpencode } from "./live/opencode.ts";
import type { ModelServer } from "./model/model-server.ts";

/** A client that asks a model what to do, with our stand-in as its model. */
export interface Agent {
  /** Writes what the client needs to use the stand-in, before Recollect is connected. */
  prepare?(home: ClientHome, model: ModelServer): void;
  open(options: LiveOptions, model: ModelServer): Promise<LiveClient>;
}

/** By the name of the program, which is also the id of the supported client. */
export const AGENTS = {
  "claude-code": { open: (options, model) => openClaudeCode(options, model) },
  codex: { open: async (options, model) => openCodexWithModel(options, model) },
  "gemini-cli": {
    prepare: (home) => home.write(".gemini/settings.json", JSON.stringify(geminiSettings)),
    open: openGeminiCli,
  },
  "qwen-code": {
    prepare: (home) => home.write(".qwen/settings.json", JSON.stringify(qwenSettings)),
    open: openQwenCode,
  },
  opencode: {
    prepare: (home, model) =>
      home.write(".config/opencode/opencode.json", JSON.stringify({ provider: opencodeProvider(model) })),
    open: openOpencode,
  },
} satisfies Record<string, Agent>;

export type AgentName = keyof typeof AGENTS;
