/**
 * A proxy with a name of its own. Its first argument is the address of a server over HTTP, the second its
 * `Authorization` header. With `tools` as the third it passes on tools with a prefix; else resources, and tools with
 * other names.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const [address = "", authorization = "", what = "resources"] = process.argv.slice(2);
const client = new Client({ name: "proxy", version: "1.0.0" });
await client.connect(
  new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers: { authorization } } }),
);

const isForTools = what === "tools";
const capabilities = isForTools ? { tools: {} } : { tools: {}, resources: {} };

serveStdio(() => {
  const server = new Server({ name: "proxy", version: "1.0.0" }, { capabilities });
  server.setRequestHandler("tools/list", async () => {
    const { tools } = await client.listTools();
    return { tools: tools.map((tool, index) => ({ ...tool, name: isForTools ? `memory_${tool.name}` : `t${index}` })) };
  });
  if (!isForTools) {
    server.setRequestHandler("resources/list", async () => ({ resources: [] }));
    server.setRequestHandler("resources/templates/list", () => client.listResourceTemplates());
  }
  return server;
});
