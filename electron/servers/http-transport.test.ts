import { spawn } from "node:child_process";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../tests/testing/free-port.ts";
import type { NewServer } from "../core/servers.ts";
import { openServers, textOf } from "./testing/open-servers.ts";

const EVERYTHING = path.join(
  import.meta.dirname,
  ...["..", "..", "node_modules", "@modelcontextprotocol", "server-everything", "dist", "index.js"],
);

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function remote(kind: "http" | "sse", url: string, secrets: Record<string, string> = {}): NewServer {
  return { name: "remote", transport: { kind, url, headers: { "x-plain": "1" } }, secrets };
}

/** Starts the official server on HTTP and waits until it listens. */
async function startEverything(mode: "streamableHttp" | "sse"): Promise<number> {
  const port = await freePort();
  const child = spawn(process.execPath, [EVERYTHING, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      if (chunk.toString().includes(String(port))) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return port;
}

/** A server over HTTP without sessions, written without an SDK; `large` has a result of 2 MiB. */
async function startPlain(): Promise<{ readonly url: string; readonly seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    if (request.url === "/moved") return void response.writeHead(307, { location: "/mcp" }).end();
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      const { id, method, params } = JSON.parse(text || "{}") as {
        id?: number;
        method?: string;
        params?: { name: string };
      };
      if (id === undefined) return void response.writeHead(request.method === "GET" ? 405 : 202).end();
      const tool = (name: string) => ({ name, inputSchema: { type: "object" } });
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "p", version: "1" },
        },
        "tools/list": { tools: [tool("small"), tool("large")] },
        "tools/call": { content: [{ type: "text", text: "x".repeat(params?.name === "large" ? 2 ** 21 : 1) }] },
      };
      const result = results[method ?? ""];
      const message = result === undefined ? { error: { code: -32601, message: "unknown" } } : { result };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...message }));
    });
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, seen };
}

it("connects to a server over Streamable HTTP and over the older transport", async () => {
  for (const [kind, mode, address] of [
    ["http", "streamableHttp", "mcp"],
    ["sse", "sse", "sse"],
  ] as const) {
    const { servers } = openServers();
    const port = await startEverything(mode);
    const { id, prompts } = await servers.add(remote(kind, `http://127.0.0.1:${port}/${address}`));
    expect(prompts).toBeGreaterThan(0);
    expect(textOf((await servers.call(id, "echo", { message: "over HTTP" })).result)).toContain("over HTTP");
    await servers.stop(id);
    expect(textOf((await servers.call(id, "echo", { message: "again" })).result)).toContain("again");
  }
});

it("sends plain and secret headers, and limits the size of a message", async () => {
  const { servers } = openServers({ limits: { maxMessageBytes: 2 ** 20 } });
  const { url, seen } = await startPlain();
  const { id } = await servers.add(remote("http", `${url}/mcp`, { Authorization: "Bearer a-secret-value" }));
  expect(seen.at(-1)).toMatchObject({ "x-plain": "1", authorization: "Bearer a-secret-value" });
  await expect(servers.call(id, "large", {})).rejects.toThrow("sent more than 1 MiB");
  expect(textOf((await servers.call(id, "small", {})).result)).toBe("x");
});

it("does not follow a redirect, which could lead secrets to another machine", async () => {
  const { servers } = openServers();
  const { url } = await startPlain();
  await expect(servers.add(remote("http", `${url}/moved`, { Authorization: "Bearer x" }))).rejects.toMatchObject({
    code: "unavailable",
  });
});

it("refuses secrets over unencrypted HTTP to another machine, and headers of the protocol", async () => {
  const { servers } = openServers();
  const secret = { Authorization: "Bearer x" };
  await expect(servers.add(remote("http", "http://example.com/mcp", secret))).rejects.toMatchObject({ field: "url" });
  await expect(servers.add(remote("http", "ftp://example.com/mcp"))).rejects.toMatchObject({ field: "url" });
  const headers = { "Mcp-Session-Id": "x" };
  const address = { kind: "http", url: "https://example.com/mcp", headers } as const;
  await expect(servers.add({ name: "remote", transport: address, secrets: {} })).rejects.toMatchObject({
    field: "headers",
  });
});
