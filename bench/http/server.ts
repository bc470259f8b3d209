/**
 * A server under measurement, in its own process. It sends `{url, token}` when it is ready and exits with its parent.
 * Arguments: `recollect <memories>`, `sdk` (an echo server of the SDK for both revisions), `raw` (plain node:http), or
 * `sessions` (Recollect with sessions that expire after thirty idle seconds).
 */
import { randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { OWNER } from "../../electron/core/caller.ts";
import { fixture, text } from "../../tests/conformance/fixture.ts";
import { openStack } from "../../tests/testing/stack.ts";
import { contentOf } from "./contents.ts";

let countSessions = () => 0;
/**
 * Responds to `cpu` with the CPU time of the process and of its main thread (microseconds), and to any other message
 * with the heap size after a collection (bytes) and the open sessions. A collection takes time that calls do not.
 */
process.on("message", (message) => {
  if (message === "cpu") {
    const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
    process.send?.({ cpu: all.user + all.system, mainThread: main.user + main.system });
    return;
  }
  globalThis.gc?.();
  process.send?.({ heap: process.memoryUsage().heapUsed, sessions: countSessions() });
});

const [kind, count = "0"] = process.argv.slice(2);

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function readJson(
  request: AsyncIterable<Buffer>,
): Promise<{ id: unknown; params: { arguments: { text: string } } }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** Reads and writes JSON: the upper limit of `node:http`. */
function serveRaw(): Promise<string> {
  return serve(async (request, response) => {
    const { id, params } = await readJson(request);
    const result = { content: [{ type: "text", text: params.arguments.text }] };
    const body = JSON.stringify({ jsonrpc: "2.0", id, result });
    response
      .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
      .end(body);
  });
}

/** An echo server as in the documentation of the SDK: sessions for 2025, its handler for 2026, one tool. */
function serveSdk(): Promise<string> {
  const build = () => {
    const server = new McpServer({ name: "echo", version: "1" });
    const inputSchema = z.object({ text: z.string() });
    server.registerTool("echo", { inputSchema }, async ({ text: value }) => text(value));
    return server;
  };
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const modern = toNodeHandler(createMcpHandler(build, { legacy: "reject" }));
  return serve(async (request, response) => {
    if (request.headers["mcp-protocol-version"] === "2026-07-28")
      return await modern(request as Parameters<typeof modern>[0], response);
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    if (known !== undefined) return await known.handleRequest(request, response);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await build().connect(transport);
    await transport.handleRequest(request, response);
  });
}

async function serveSessions(): Promise<{ url: string; token: string }> {
  const stack = await openStack({ sessionIdleMs: 30_000, maximumSessions: 20_000, maximumSessionsOfToken: 20_000 });
  countSessions = () => stack.mcp.sessions().length;
  return { url: stack.url, token: stack.token };
}

async function serveRecollect(memories: number): Promise<{ url: string; token: string }> {
  const echo = fixture("echo", (args) => text(String(args.text)));
  const stack = await openStack({ sources: [{ tools: [echo] }] });
  const parallel = 200;
  for (let start = 0; start < memories; start += parallel) {
    const numbers = Array.from({ length: Math.min(parallel, memories - start) }, (_, index) => start + index);
    await Promise.all(numbers.map((number) => stack.service.capture(OWNER, contentOf(number))));
  }
  return { url: stack.url, token: stack.token };
}

async function startKind(): Promise<{ url: string; token: string }> {
  if (kind === "recollect") return await serveRecollect(Number(count));
  if (kind === "sessions") return await serveSessions();
  return { url: await (kind === "sdk" ? serveSdk() : serveRaw()), token: "" };
}

const started = await startKind();
process.send?.(started);
process.once("disconnect", () => process.exit());
