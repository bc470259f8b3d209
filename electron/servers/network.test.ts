import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { program } from "./testing/definitions.ts";
import { openServers } from "./testing/open-servers.ts";
import { responseTo } from "./testing/scripted-responses.ts";

/** Prints its variables, and responds as a server of revision 2025 without tools. */
const PRINTING = `
  for (const name of ["HTTPS_PROXY", "no_proxy", "SSL_CERT_FILE"]) console.error(name + "=" + process.env[name]);
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (id === undefined) return;
    const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "p", version: "1" } };
    const outcome = method === "initialize" ? { result } : { error: { code: -32601, message: "Unknown." } };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
  });
`;

it.each([
  ["http://ada:pass%20word-1@proxy.test:8080", "http://ada:[redacted]@proxy.test:8080"],
  ["ada:proxy-password@proxy.test:8080", "ada:[redacted]@proxy.test:8080"],
  ["http://token-as-user@proxy.test", "http://[redacted]@proxy.test"],
])("passes on the variables that a server inherits, and masks a password in %s", async (value, masked) => {
  const env = { ...process.env, HTTPS_PROXY: value, no_proxy: ".test", SSL_CERT_FILE: "/ca.pem" };
  const { servers } = openServers({ env });
  const { id } = await servers.add(program("printing", ["-e", PRINTING], { inherit: ["HTTPS_PROXY", "no_proxy"] }));
  const logged = () => servers.log(id).map(({ text }) => text);
  await expect.poll(logged).toEqual([`HTTPS_PROXY=${masked}`, "no_proxy=.test", "SSL_CERT_FILE=undefined"]);
});

it("counts a server that inherits network variables as the same, and not one with other variables", async () => {
  const { servers } = openServers({ env: { ...process.env, HTTPS_PROXY: "http://proxy.test" } });
  await servers.add(program("printing", ["-e", PRINTING], { inherit: [] }));
  const same = program("other", ["-e", PRINTING], { inherit: ["HTTPS_PROXY"] });
  expect(await servers.find(same)).toMatchObject({ name: "printing" });
  expect(await servers.find(program("other", ["-e", PRINTING], { inherit: ["API_URL"] }))).toBeNull();
});

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A server of revision 2025 over HTTP, and a proxy that leads every host to it. */
async function startProxied() {
  const asked: string[] = [];
  const target = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    if (request.method !== "POST") return void response.writeHead(405).end();
    const answer = responseTo({ "tools/list": { result: { tools: [] } } }, JSON.parse(text));
    response.writeHead(answer === null ? 202 : 200, { "content-type": "application/json" }).end(answer);
  });
  const port = await listen(target);
  const proxy = createServer((request, response) => {
    const { host, pathname } = new URL(request.url ?? "");
    asked.push(host);
    const { method, headers } = request;
    const passed = httpRequest({ port, host: "127.0.0.1", path: pathname, method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 500, received.headers);
      received.pipe(response);
    });
    request.pipe(passed);
  });
  proxy.on("connect", ({ url = "" }, client) => {
    asked.push(url);
    const tunnel = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 Connected\r\n\r\n"));
    for (const socket of [client, tunnel]) socket.on("error", () => undefined);
    tunnel.pipe(client).pipe(tunnel);
    onTestFinished(() => void tunnel.destroy());
  });
  return { asked, port, proxy: `http://127.0.0.1:${await listen(proxy)}` };
}

/** Adds a server in a process of its own, because proxies are set for a process. */
async function addWith(url: string, env: NodeJS.ProcessEnv): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-proxy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const args = [path.join(import.meta.dirname, "testing", "adding-process.ts"), url, folder];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH, NODE_COMPILE_CACHE, ...env } });
  return JSON.parse(stdout) as Record<string, unknown>;
}

it.each(["HTTP_PROXY", "http_proxy"])(
  "reaches a server over HTTP through the proxy in %s",
  async (variable) => {
    const { asked, proxy } = await startProxied();
    expect(await addWith("http://mcp.test/mcp", { [variable]: proxy })).toEqual({ state: "running" });
    expect(new Set(asked.map((host) => host.replace(/:80$/, "")))).toEqual(new Set(["mcp.test"]));
  },
  300_000,
);

it("reaches this computer, and the hosts in NO_PROXY, without the proxy", async () => {
  const { asked, port, proxy } = await startProxied();
  for (const host of ["127.0.0.1", "localhost"]) {
    expect(await addWith(`http://${host}:${port}/mcp`, { HTTP_PROXY: proxy })).toEqual({ state: "running" });
  }
  const excepted = await addWith("http://mcp.test/mcp", { HTTP_PROXY: proxy, no_proxy: "other.test, mcp.test" });
  expect(excepted).toMatchObject({ details: { reason: "server_unreachable", cause: "host" } });
  expect(asked).toEqual([]);
}, 300_000);

it("starts with a proxy whose address is not valid", async () => {
  const { port } = await startProxied();
  expect(await addWith(`http://127.0.0.1:${port}/mcp`, { HTTPS_PROXY: "not an address" })).toEqual({
    state: "running",
  });
}, 300_000);
