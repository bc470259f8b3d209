import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { LiveClient, LiveOptions } from "./live-client.ts";

/** mcp-remote, the bridge from stdio to HTTP for clients that only support stdio. */
export interface LiveMcpRemote extends LiveClient {
  tools(): Promise<readonly string[]>;
}

export async function openMcpRemote(options: LiveOptions, url: string, authorization: string): Promise<LiveMcpRemote> {
  const { file, cwd, timeoutMs } = options;
  const env = Object.fromEntries(
    Object.entries(options.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const client = new Client({ name: "through-mcp-remote", version: "1.0.0" });
  const args = [url, "--header", `Authorization: ${authorization}`];
  const transport = new StdioClientTransport({ command: file, args, env, cwd, stderr: "ignore" });
  await client.connect(transport, { timeout: timeoutMs });
  return {
    async tools() {
      const { tools } = await client.listTools();
      return tools.map(({ name }) => name);
    },
    call: async (name, args) =>
      JSON.stringify(await client.callTool({ name, arguments: { ...args } }, undefined, { timeout: timeoutMs })),
    close: () => client.close(),
  };
}
