import type { ModelServer } from "../model/model-server.ts";
import { openJsonRpc } from "./json-lines.ts";
import type { LiveClient, LiveOptions } from "./live-client.ts";

/** A model that is named is used: by default another model is asked first which one suits. */
const MODEL = "gemini-3.5-flash";

/** What Gemini CLI's own settings must say to use a key, of which there is none. */
export const geminiAccount = { security: { auth: { selectedType: "gemini-api-key" } } };

/** Gemini CLI as editors run it, by the Agent Client Protocol; its model played by ours. */
export async function openGeminiCli(options: LiveOptions, model: ModelServer): Promise<LiveClient> {
  const account = { GOOGLE_GEMINI_BASE_URL: model.url, GEMINI_API_KEY: "none-needed" };
  // It would start itself anew with more memory, and leave that process behind.
  const env = { ...options.env, ...account, GEMINI_CLI_NO_RELAUNCH: "true" };
  const rpc = openJsonRpc({ ...options, env }, ["--acp", "--model", MODEL], (_method, params) => ({
    outcome: { outcome: "selected", optionId: firstOption(params) },
  }));
  await rpc.ask("initialize", { protocolVersion: 1, clientCapabilities: {} });
  await rpc.ask("authenticate", { methodId: "gemini-api-key" });
  const { sessionId } = await rpc.ask<{ sessionId: string }>("session/new", { cwd: options.cwd, mcpServers: [] });
  const turn = (text: string) => rpc.ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  return {
    call: (tool, args) => model.callThrough(() => turn(`Please use ${tool}.`), tool, args),
    close: rpc.close,
  };
}

/** What a person would choose who is asked whether the tool may run. */
function firstOption(params: unknown): string | undefined {
  const { options = [] } = params as { readonly options?: readonly { optionId: string; kind: string }[] };
  return options.find(({ kind }) => kind.startsWith("allow"))?.optionId;
}
