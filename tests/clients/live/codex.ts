import { openJsonRpc } from "./json-lines.ts";
import type { LiveClient, LiveOptions } from "./live-client.ts";

/** A conversation with Codex itself, without a login or a model: its app-server calls tools as a thread does. */
export interface LiveCodex extends LiveClient {
  servers(): Promise<readonly { readonly name: string; readonly tools: readonly string[] }[]>;
}

export async function openCodex(options: LiveOptions): Promise<LiveCodex> {
  const rpc = openJsonRpc(options, ["app-server"]);
  await rpc.ask("initialize", {
    clientInfo: { name: "recollect-tests", version: "1.0.0" },
    capabilities: { experimentalApi: true },
  });
  rpc.tell("initialized");
  const { thread } = await rpc.ask<{ thread: { id: string } }>("thread/start", { cwd: options.cwd });
  return {
    async servers() {
      const { data } = await rpc.ask<{ data: { name: string; tools: Record<string, unknown> }[] }>(
        "mcpServerStatus/list",
        {},
      );
      return data.map(({ name, tools }) => ({ name, tools: Object.keys(tools) }));
    },
    async call(tool, args) {
      const params = { threadId: thread.id, server: "recollect", tool, arguments: args };
      return JSON.stringify(await rpc.ask("mcpServer/tool/call", params));
    },
    close: rpc.close,
  };
}
