import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { manyTools, official } from "../../electron/servers/testing/definitions.ts";
import { startGateway } from "../servers/start-gateway.ts";

/** What `tools/list` has for four servers from npm and one of sixty tools: all listed, and found by search. */
export async function measureToolLists(): Promise<string> {
  const gateway = await startGateway({
    servers: [
      official("everything", "everything"),
      official("files", "filesystem", [process.cwd()]),
      official("graph", "memory"),
      official("thinking", "sequential-thinking"),
      manyTools("shop"),
    ],
  });
  try {
    const all = await listTools(gateway.url, gateway.listingToken);
    const searched = await listTools(gateway.url, gateway.token);
    return [
      "tools/list with five servers, as JSON without output schemas:",
      `  all listed    ${sizeOf(all)}`,
      `  by find_tools ${sizeOf(searched)}`,
    ].join("\n");
  } finally {
    await gateway.stop();
  }
}

async function listTools(url: string, token: string): Promise<readonly object[]> {
  const client = new Client({ name: "recollect-bench", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  try {
    const { tools } = await client.listTools();
    return tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  } finally {
    await client.close();
  }
}

function sizeOf(tools: readonly object[]): string {
  const text = JSON.stringify(tools);
  const [count, bytes, tokens] = [tools.length, Buffer.byteLength(text), countTokens(text)].map(String);
  return `${count?.padStart(4)} tools  ${bytes?.padStart(6)} B  ${tokens?.padStart(6)} t`;
}
