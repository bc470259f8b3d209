import { setTimeout } from "node:timers/promises";
import type { ModelServer } from "../model/model-server.ts";
import { openJsonRpc } from "./json-lines.ts";
import type { LiveClient, LiveOptions } from "./live-client.ts";

/** A model that is named is used: by default Gemini CLI asks another model first which one suits. */
const GEMINI_MODEL = "gemini-3.5-flash";

/** What Gemini CLI's own settings must say to use a key, of which there is none. */
export const geminiSettings = { security: { auth: { selectedType: "gemini-api-key" } } };

/** The same for Qwen Code, which would also hide tools behind a search for them. */
export const qwenSettings = {
  security: { auth: { selectedType: "openai" } },
  tools: { toolSearch: { enabled: false } },
};

/** Gemini CLI as editors run it; its model played by ours. */
export function openGeminiCli(options: LiveOptions, model: ModelServer): Promise<LiveClient> {
  const account = { GOOGLE_GEMINI_BASE_URL: model.url, GEMINI_API_KEY: "none-needed" };
  // It would start itself anew with more memory, and leave that process behind.
  const env = { ...options.env, ...account, GEMINI_CLI_NO_RELAUNCH: "true" };
  return openAgent({ ...options, env }, ["--acp", "--model", GEMINI_MODEL], model, "gemini-api-key");
}

/** Qwen Code likewise. It goes on looking for its servers' tools while it already takes turns. */
export async function openQwenCode(options: LiveOptions, model: ModelServer): Promise<LiveClient> {
  const account = { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: "none-needed", OPENAI_MODEL: "model" };
  const env = { ...options.env, ...account, QWEN_CODE_NO_RELAUNCH: "true" };
  const agent = await openAgent({ ...options, env }, ["--acp"], model, "openai");
  const end = performance.now() + options.limitMs;
  const found = async () => agent.call("memory_status", {}).then(Boolean, () => false);
  while (!(await found()) && performance.now() < end) await setTimeout(250);
  return agent;
}

/** A session by the Agent Client Protocol. */
async function openAgent(
  options: LiveOptions,
  args: readonly string[],
  model: ModelServer,
  account: string,
): Promise<LiveClient> {
  const rpc = openJsonRpc(options, args, (_method, params) => ({
    outcome: { outcome: "selected", optionId: firstOption(params) },
  }));
  await rpc.ask("initialize", { protocolVersion: 1, clientCapabilities: {} });
  await rpc.ask("authenticate", { methodId: account });
  const { sessionId } = await rpc.ask<{ sessionId: string }>("session/new", { cwd: options.cwd, mcpServers: [] });
  const turn = (text: string) => rpc.ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  return {
    call: (tool, toolArgs) => model.callThrough(turn, tool, toolArgs),
    close: rpc.close,
  };
}

/** What a person would choose who is asked whether the tool may run. */
function firstOption(params: unknown): string | undefined {
  const { options = [] } = params as { readonly options?: readonly { optionId: string; kind: string }[] };
  return options.find(({ kind }) => kind.startsWith("allow"))?.optionId;
}
