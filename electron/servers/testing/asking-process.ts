/**
 * A server of revision 2025 on stdio, with the SDK, whose tools ask the client. Failures of its requests are in its
 * results, or in its error output if the call has ended.
 */
import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
const requestedSchema = { type: "object" as const, properties: { name: { type: "string" as const } } };
const none = { inputSchema: z.object({}) };

const server = new McpServer(
  { name: "asking", version: "1.0.0" },
  { capabilities: { logging: {}, resources: { subscribe: true } } },
);
let release: () => void = () => undefined;

/** The response of the client, or the error. */
async function responseOf(asked: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await asked);
  } catch (error) {
    const { code, message } = error as { code?: number; message: string };
    return `error ${code}: ${message}`;
  }
}

const elicit = (mcpReq: ServerContext["mcpReq"], message: string, options: object = {}) =>
  responseOf(
    mcpReq.send({ method: "elicitation/create", params: { mode: "form", message, requestedSchema } }, options),
  );

server.registerTool("ask", { inputSchema: z.object({ message: z.string() }) }, async ({ message }, { mcpReq }) =>
  text(await elicit(mcpReq, message)),
);
server.registerTool("ask_twice", none, async (_args, { mcpReq }) =>
  text((await Promise.all([elicit(mcpReq, "first"), elicit(mcpReq, "second")])).join(" | ")),
);
server.registerTool("ask_aside", none, async (_args, { mcpReq }) => {
  const response = await elicit(mcpReq, "first");
  // The result follows without the response to this one.
  void responseOf(mcpReq.send({ method: "roots/list" }));
  await new Promise((resolve) => setTimeout(resolve, 200));
  process.stderr.write("The aside ended.\n");
  return text(response);
});
server.registerTool("sample", none, async (_args, { mcpReq }) => {
  const messages = [{ role: "user" as const, content: { type: "text" as const, text: "Hello" } }];
  const params = { messages, maxTokens: 10, includeContext: "allServers", tools: [], toolChoice: { mode: "none" } };
  const tool = { name: "look", inputSchema: { type: "object" } };
  return text(
    await responseOf(mcpReq.send({ method: "sampling/createMessage", params: { ...params, tools: [tool] } })),
  );
});
server.registerTool("roots", none, async (_args, { mcpReq }) =>
  text(await responseOf(mcpReq.send({ method: "roots/list" }))),
);
server.registerTool("ask_later", none, async () => {
  setTimeout(async () => {
    process.stderr.write(`later: ${await responseOf(server.server.listRoots())}\n`);
  }, 50);
  return text("later");
});
server.registerTool("ask_with_progress", none, async (_args, { mcpReq }) => {
  const onprogress = ({ progress }: { progress: number }) => void process.stderr.write(`progress: ${progress}\n`);
  return text(await elicit(mcpReq, "slow", { onprogress }));
});
server.registerTool("ask_and_cancel", none, async (_args, { mcpReq }) => {
  const cancel = new AbortController();
  release = () => cancel.abort();
  return text(await elicit(mcpReq, "cancelled", { signal: cancel.signal }));
});
server.registerTool("hold", none, async (_args, { mcpReq }) => {
  process.stderr.write("The hold began.\n");
  await new Promise<void>((resolve) => {
    release = resolve;
    mcpReq.signal.addEventListener("abort", () => {
      process.stderr.write("The hold was cancelled.\n");
      resolve();
    });
  });
  return text("held");
});
server.registerTool("release", none, async () => {
  release();
  return text("released");
});
server.registerTool("log", none, async () => {
  for (const level of ["debug", "warning"] as const) {
    await server.sendLoggingMessage({ level, logger: "parts", data: `a ${level} message` });
  }
  return text("logged");
});
const uri = "note://one";
const subscribed = new Set<string>();
server.registerResource("one", uri, {}, async () => ({ contents: [{ uri, text: "one" }] }));
server.server.setRequestHandler("resources/subscribe", ({ params }) => {
  if (params.uri === "note://refused") throw new Error("This resource does not change.");
  subscribed.add(params.uri);
  process.stderr.write(`subscribed ${params.uri}\n`);
  return {};
});
server.server.setRequestHandler("resources/unsubscribe", ({ params }) => {
  subscribed.delete(params.uri);
  process.stderr.write(`unsubscribed ${params.uri}\n`);
  return {};
});
server.registerTool("touch", none, async () => {
  for (const one of subscribed) await server.server.sendResourceUpdated({ uri: one });
  return text("touched");
});
server.registerTool("die", none, async () => process.exit(3));
await server.connect(new StdioServerTransport());
