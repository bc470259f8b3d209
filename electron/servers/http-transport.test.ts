import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../tests/testing/free-port.ts";
import type { NewServer } from "../core/servers.ts";
import { CERTIFICATE, KEY } from "./testing/certificate.ts";
import { openServers, textOf } from "./testing/open-servers.ts";

const EVERYTHING = path.join(
  import.meta.dirname,
  ...["..", "..", "node_modules", "@modelcontextprotocol", "server-everything", "dist", "index.js"],
);

async function listen(server: NetServer): Promise<number> {
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

/** A server of one transport at one address. `discover` is its response to the request of revision 2026. */
async function startOfKind(kind: "http" | "sse", discover: number): Promise<string> {
  const streams = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      if (request.method === "GET" && kind === "sse") {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("event: endpoint\ndata: /messages\n\n");
        streams.add(response);
        return;
      }
      const isPlace = request.url === (kind === "sse" ? "/messages" : "/mcp");
      if (request.method !== "POST" || !isPlace) return void response.writeHead(kind === "sse" ? 404 : 405).end("No.");
      const { id, method } = JSON.parse(text) as { id?: number; method: string };
      if (method === "server/discover") return void response.writeHead(discover).end("Refused.");
      if (id === undefined) return void response.writeHead(202).end();
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "k", version: "1" },
        },
        "tools/list": { tools: [{ name: "small", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text: "x" }] },
      };
      const body = JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} });
      if (kind === "http") return void response.writeHead(200, { "content-type": "application/json" }).end(body);
      response.writeHead(202).end();
      for (const stream of streams) stream.write(`event: message\ndata: ${body}\n\n`);
    });
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}/mcp`;
}

it.each([
  ["sse", "http"],
  ["http", "sse"],
] as const)(
  "adds a server of the transport %s that was added as %s, and remembers its transport",
  async (kind, given) => {
    const url = await startOfKind(kind, 404);
    const { servers, folder } = openServers();
    const { id } = await servers.add(remote(given, url));
    expect(servers.list()[0]?.transport).toMatchObject({ kind, url });
    expect(textOf((await servers.call(id, "small", {})).result)).toBe("x");
    await servers.close();
    expect(openServers({ folder }).servers.list()[0]?.transport).toMatchObject({ kind, url });
  },
);

it.each([400, 403, 404, 405, 406, 409, 415, 422, 500, 501, 503])(
  "connects to a server that responds to the request of revision 2026 with status %i",
  async (status) => {
    const { servers } = openServers();
    const { id } = await servers.add(remote("http", await startOfKind("http", status)));
    expect(textOf((await servers.call(id, "small", {})).result)).toBe("x");
  },
);

it("names the address of a redirect on the same origin", async () => {
  const { url } = await startPlain();
  const { servers } = openServers();
  await expect(servers.add(remote("http", `${url}/moved`))).rejects.toMatchObject({
    details: { reason: "server_redirects", address: `${url}/mcp`, isSameOrigin: true },
  });
});

it("names the certificate of a server and the remedy, and trusts it with NODE_EXTRA_CA_CERTS", async () => {
  const server = createSecureServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on("end", () => {
      if (request.method !== "POST") return void response.writeHead(405).end();
      const { id, method } = JSON.parse(text) as { id?: number; method: string };
      if (id === undefined) return void response.writeHead(202).end();
      const serverInfo = { name: "s", version: "1" };
      const results: Record<string, object> = {
        initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo },
        "tools/list": { tools: [] },
      };
      const result = results[method];
      const outcome = result === undefined ? { error: { code: -32_601, message: "Unknown." } } : { result };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
    });
  });
  const port = await listen(server);
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-certificate-"));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const file = path.join(folder, "certificate.pem");
  writeFileSync(file, CERTIFICATE);
  const add = async (env: NodeJS.ProcessEnv) => {
    const program = path.join(import.meta.dirname, "testing", "adding-process.ts");
    const args = [program, `https://localhost:${port}/mcp`, folder];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...env } });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  expect(await add({})).toMatchObject({
    message: expect.stringContaining("certificate"),
    hint: expect.stringContaining("NODE_EXTRA_CA_CERTS"),
    details: { reason: "server_unreachable", cause: "certificate", host: `localhost:${port}` },
  });
  expect(await add({ NODE_EXTRA_CA_CERTS: file })).toEqual({ state: "running" });
}, 120_000);
