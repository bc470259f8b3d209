import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Measures } from "./measures.ts";

/** A call of a tool: its name and its arguments. */
export type ToolCall = readonly [name: string, args: Record<string, unknown>];

/** Connects to an MCP server over stdio, runs `work`, and ends the server. */
export async function withStdioServer<Result>(
  command: readonly [string, ...string[]],
  env: Record<string, string>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const [file, ...args] = command;
  const client = new Client({ name: "recollect-bench", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: file, args, env: { ...getDefaultEnvironment(), ...env } }));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/**
 * What a server sends: a row with the definitions without output schemas and the text of the results, and a row with
 * the full definitions and the structured content.
 */
export async function measureServer(
  name: string,
  client: Client,
  search: ToolCall,
  capture: ToolCall,
): Promise<[string, Measures][]> {
  const { tools } = await client.listTools();
  const instructions = client.getInstructions() ?? null;
  const [searched, captured] = [await call(client, search), await call(client, capture)];
  const definitions = tools.map(({ name: tool, description, inputSchema }) => ({
    name: tool,
    description,
    inputSchema,
  }));
  return [
    [
      `${name}, text`,
      { tools: JSON.stringify(definitions), instructions, search: searched.text, capture: captured.text },
    ],
    [
      `${name}, structured`,
      { tools: JSON.stringify(tools), instructions, search: searched.structured, capture: captured.structured },
    ],
  ];
}

async function call(client: Client, [name, args]: ToolCall): Promise<{ text: string; structured: string }> {
  const result = await client.callTool({ name, arguments: args });
  const content = result.content as readonly { readonly text?: string }[];
  const text = content.map((block) => block.text ?? "").join("\n");
  if (result.isError === true) throw new Error(`${name} failed: ${text}`);
  return { text, structured: JSON.stringify(result.structuredContent ?? null) };
}
