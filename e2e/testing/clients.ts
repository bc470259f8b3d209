import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Memory } from "../../electron/core/memory.ts";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import { environment, shimFile } from "./programs.ts";

/** Connects a client of the MCP SDK v1 over HTTP. */
export async function connectHttp({ url, token }: Pick<Endpoint, "url" | "token">, name: string): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  return connect(name, transport as Transport);
}

/** Connects a client of the MCP SDK v2, which uses the protocol revision without sessions. */
export async function connectModern(
  { url, token }: Pick<Endpoint, "url" | "token">,
  name: string,
): Promise<ModernClient> {
  const client = new ModernClient({ name, version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    new ModernTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  );
  return client;
}

/** Connects a client of the MCP SDK v1 through the stdio shim. */
export async function connectStdio(
  folder: string,
  name: string,
  program: { readonly command: string; readonly args: readonly string[]; readonly env?: Record<string, string> } = {
    command: process.execPath,
    args: [shimFile],
  },
): Promise<Client> {
  const transport = new StdioClientTransport({
    command: program.command,
    args: [...program.args],
    env: environment(folder, program.env),
    stderr: "ignore",
  });
  return connect(name, transport);
}

/** Connects a client through the shim, with a token of its own and its rights, as Recollect configures it. */
export function connectConfigured(folder: string, name: string): Promise<Client> {
  const env = { RECOLLECT_CLIENT: name };
  return connectStdio(folder, name, { command: process.execPath, args: [shimFile], env });
}

async function connect(name: string, transport: Transport): Promise<Client> {
  const client = new Client({ name, version: "1.0.0" });
  await client.connect(transport);
  return client;
}

/** Calls a tool and returns its structured content, of get_memory with all fields. @throws if the call fails */
export async function call<T>(client: Client | ModernClient, name: string, args: Record<string, unknown>): Promise<T> {
  const all = name === "get_memory" ? { detail: "everything", ...args } : args;
  const result = await client.callTool({ name, arguments: all });
  if (result.isError === true) throw new Error(`${name} failed: ${JSON.stringify(result.structuredContent)}`);
  return result.structuredContent as T;
}

export async function capture(client: Client, content: string, more: Record<string, unknown> = {}): Promise<Memory> {
  const { memory } = await call<{ memory: Memory }>(client, "capture_memory", {
    content,
    detail: "everything",
    ...more,
  });
  return memory;
}
