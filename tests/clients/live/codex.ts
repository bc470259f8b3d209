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
