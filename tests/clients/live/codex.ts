import type { ModelServer } from "../model/model-server.ts";
import { runProgram } from "../run-program.ts";
import { openJsonRpc } from "./json-lines.ts";
import type { LiveClient, LiveOptions } from "./live-client.ts";

/** A thread of Codex without a login or a model: its app-server calls tools directly. */
export interface LiveCodex extends LiveClient {
  servers(): Promise<readonly { readonly name: string; readonly tools: readonly string[] }[]>;
}

export async function openCodex(options: LiveOptions): Promise<LiveCodex> {
  const rpc = openJsonRpc(options, ["app-server"]);
  await rpc.request("initialize", {
    clientInfo: { name: "recollect-tests", version: "1.0.0" },
    capabilities: { experimentalApi: true },
  });
  rpc.notify("initialized");
  const { thread } = await rpc.request<{ thread: { id: string } }>("thread/start", { cwd: options.cwd });
  return {
    async servers() {
      const { data } = await rpc.request<{ data: { name: string; tools: Record<string, unknown> }[] }>(
        "mcpServerStatus/list",
        {},
      );
      return data.map(({ name, tools }) => ({ name, tools: Object.keys(tools) }));
    },
    async call(tool, args) {
      const params = { threadId: thread.id, server: "recollect", tool, arguments: args };
      return JSON.stringify(await rpc.request("mcpServer/tool/call", params));
    },
    close: rpc.close,
  };
}

/** Codex with our stand-in as its model: `codex exec`, one process for each turn. */
export function openCodexWithModel(options: LiveOptions, model: ModelServer): LiveClient {
  const provider = `{name="stand-in",base_url="${model.url}/v1",wire_api="responses"}`;
  const args = [
    "exec",
    "--skip-git-repo-check",
    "--dangerously-bypass-approvals-and-sandbox",
    // A person trusts a plugin's hooks with /hooks.
    "--dangerously-bypass-hook-trust",
    ...["--model", "model", "-c", 'model_provider="stand-in"', "-c", `model_providers.stand-in=${provider}`],
  ];
  return {
    call: (tool, toolArgs) =>
      model.callThrough((prompt) => runProgram(options.file, [...args, prompt], options), tool, toolArgs),
    close: async () => undefined,
  };
}
