import { setTimeout } from "node:timers/promises";
import type { ModelServer } from "../model/model-server.ts";
import { runProgram } from "../run-program.ts";
import { openJsonRpc } from "./json-lines.ts";
import type { LiveClient, LiveOptions } from "./live-client.ts";

/** A named model, because by default Gemini CLI first asks another model which one to use. */
const GEMINI_MODEL = "gemini-3.5-flash";

/** The settings that make Gemini CLI use an API key; any value works. */
export const geminiSettings = { security: { auth: { selectedType: "gemini-api-key" } } };

/** The same for Qwen Code, without its tool search, which would hide our tools. */
export const qwenSettings = {
  security: { auth: { selectedType: "openai" } },
  tools: { toolSearch: { enabled: false } },
};

// By default they restart themselves with more memory, and the second process would outlive the first.
const geminiEnv = ({ url }: ModelServer) => ({
  GOOGLE_GEMINI_BASE_URL: url,
  GEMINI_API_KEY: "none-needed",
  GEMINI_CLI_NO_RELAUNCH: "true",
});
const qwenEnv = ({ url }: ModelServer) => ({
  OPENAI_BASE_URL: `${url}/v1`,
  OPENAI_API_KEY: "none-needed",
  OPENAI_MODEL: "model",
  QWEN_CODE_NO_RELAUNCH: "true",
});

/** Gemini CLI as editors run it, with our stand-in as its model. */
export function openGeminiCli(options: LiveOptions, model: ModelServer): Promise<LiveClient> {
  const env = { ...options.env, ...geminiEnv(model) };
  return openAgent({ ...options, env }, ["--acp", "--model", GEMINI_MODEL], model, "gemini-api-key");
}

/** Gemini CLI and Qwen Code in a terminal, one process for each turn: as editors run them, no hook runs at the start. */
export function openInTerminal(
  program: "gemini-cli" | "qwen-code",
  options: LiveOptions,
  model: ModelServer,
): LiveClient {
  const isGemini = program === "gemini-cli";
  const env = { ...options.env, ...(isGemini ? geminiEnv(model) : qwenEnv(model)) };
  const args = ["--yolo", ...(isGemini ? ["--model", GEMINI_MODEL] : []), "-p"];
  return {
    call: (tool, toolArgs) =>
      model.callThrough((prompt) => runProgram(options.file, [...args, prompt], { ...options, env }), tool, toolArgs),
    close: async () => undefined,
  };
}

/** The same for Qwen Code. Its first turns may start before it has listed the tools of its servers. */
export async function openQwenCode(options: LiveOptions, model: ModelServer): Promise<LiveClient> {
  const env = { ...options.env, ...qwenEnv(model) };
  const agent = await openAgent({ ...options, env }, ["--acp"], model, "openai");
  const end = performance.now() + options.timeoutMs;
  const found = async () => agent.call("memory_status", {}).then(Boolean, () => false);
  while (!(await found()) && performance.now() < end) await setTimeout(250);
  return agent;
}

/** A session over the Agent Client Protocol. */
async function openAgent(
  options: LiveOptions,
  args: readonly string[],
  model: ModelServer,
  account: string,
): Promise<LiveClient> {
  const rpc = openJsonRpc(options, args, (_method, params) => ({
    outcome: { outcome: "selected", optionId: firstOption(params) },
  }));
  await rpc.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  await rpc.request("authenticate", { methodId: account });
  const { sessionId } = await rpc.request<{ sessionId: string }>("session/new", { cwd: options.cwd, mcpServers: [] });
  const turn = (text: string) => rpc.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  return {
    call: (tool, toolArgs) => model.callThrough(turn, tool, toolArgs),
    close: rpc.close,
  };
}

/** The option that allows the tool to run. */
function firstOption(params: unknown): string | undefined {
  const { options = [] } = params as { readonly options?: readonly { optionId: string; kind: string }[] };
  return options.find(({ kind }) => kind.startsWith("allow"))?.optionId;
}
