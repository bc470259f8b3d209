/** A server of protocol revision 2026 on stdio, with the SDK. `grow` adds a tool to its list. */
import { CLIENT_CAPABILITIES_META_KEY, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

serveStdio(
  () => {
    const server = new McpServer(
      { name: "modern", version: "2.0.0" },
      { capabilities: { logging: {}, resources: { subscribe: true } } },
    );
    server.registerTool("add", { inputSchema: z.object({ a: z.number(), b: z.number() }) }, async ({ a, b }) =>
      text(String(a + b)),
    );
    server.registerTool("steps", { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [1, 2, 3]) {
        if (progressToken === undefined) break;
        await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 3 } });
      }
      return text("done");
    });
    server.registerTool("wait", { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
      process.stderr.write("The wait began.\n");
      await new Promise((resolve) => mcpReq.signal.addEventListener("abort", resolve));
      process.stderr.write("The wait was cancelled.\n");
      return text("cancelled");
    });
    server.registerTool("ask", { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
      const { inputResponses } = mcpReq;
      if (inputResponses !== undefined) return text(JSON.stringify([mcpReq.requestState(), inputResponses]));
      const envelope = mcpReq.envelope as Record<string, { elicitation?: object }> | undefined;
      if (envelope?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation === undefined)
        return text("The client cannot be asked.");
      const schema = { type: "object" as const, properties: { name: { type: "string" as const } } };
      const who = inputRequired.elicit({ message: "Who?", requestedSchema: schema });
      return inputRequired({ inputRequests: { who }, requestState: "round 1" });
    });
    server.registerTool("log", { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
      await mcpReq.log("debug", "a debug message", "parts");
      await mcpReq.log("warning", "a warning message", "parts");
      return text("logged");
    });
    server.registerTool("grow", { inputSchema: z.object({}) }, async () => {
      server.registerTool("grown", { inputSchema: z.object({}) }, async () => text("grown"));
      server.registerPrompt("grown", {}, async () => ({ messages: [] }));
      server.registerResource("grown", "note://grown", {}, async () => ({ contents: [] }));
      return text("added");
    });
    server.registerPrompt("first", {}, async () => ({ messages: [] }));
    const uri = "note://one";
    server.registerResource("one", uri, {}, async () => ({ contents: [{ uri, text: "one" }] }));
    server.registerTool("touch", { inputSchema: z.object({}) }, async () => {
      await server.server.sendResourceUpdated({ uri });
      return text("touched");
    });
    server.registerTool("die", { inputSchema: z.object({}) }, async () => process.exit(3));
    return server;
  },
  { legacy: "reject" },
);
