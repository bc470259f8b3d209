import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../tests/testing/free-port.ts";
import type { NewServer } from "../core/servers.ts";
import { program } from "./testing/definitions.ts";
import { openServers, textOf } from "./testing/open-servers.ts";

interface Message {
  readonly id?: number;
  readonly method: string;
}

type Respond = (response: ServerResponse, message: Message, request: IncomingMessage) => boolean;

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "plain", version: "1" },
  },
  "tools/list": { tools: [{ name: "run", inputSchema: { type: "object" } }] },
  "tools/call": { content: [{ type: "text", text: "ran" }] },
};

const answerTo = ({ id, method }: Message) => ({
  jsonrpc: "2.0",
  id,
  ...(method in RESULTS ? { result: RESULTS[method] } : { error: { code: -32601, message: "Method not found" } }),
});

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): true {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  return true;
}

const closing: Respond = (response) => {
  response.destroy();
  return true;
};
const sending =
  (status: number, text: string, headers: Record<string, string> = {}): Respond =>
  (response) => {
    response.writeHead(status, headers).end(text);
    return true;
  };

/** A server of revision 2025 over HTTP. `respond` may take a request; it returns false to leave it to the server. */
async function serve(respond: Respond) {
  const methods: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const message = JSON.parse(text) as Message;
    methods.push(message.method);
    if (respond(response, message, request)) return;
    if (message.id === undefined) return void response.writeHead(202).end();
    sendJson(response, 200, answerTo(message));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { methods, definition: remote(url) };
}

function remote(url: string, kind: "http" | "sse" = "http"): NewServer {
  return { name: "remote", transport: { kind, url, headers: {} }, secrets: {} };
}

it.each([
  [404, "Session not found"],
  [400, "Bad Request: No valid session ID provided"],
  [400, "Bad Request: Server not initialized"],
  [410, "Gone"],
  [403, "The session has expired"],
  [500, "unknown session"],
  [200, "Session not found"],
])("connects again and repeats a call that was refused with HTTP %i and %j for its session", async (status, reason) => {
  const sessions = new Set<string>();
  let runs = 0;
  let handshakes = 0;
  const { definition } = await serve((response, message, request) => {
    if (message.method === "initialize") {
      handshakes += 1;
      sessions.add(`s${handshakes}`);
      return sendJson(response, 200, answerTo(message), { "mcp-session-id": `s${handshakes}` });
    }
    if (message.method === "server/discover") return false;
    if (!sessions.has(String(request.headers["mcp-session-id"]))) {
      const error = { jsonrpc: "2.0", id: message.id ?? null, error: { code: -32001, message: reason } };
      return sendJson(response, status, error);
    }
    if (message.method === "tools/call") runs += 1;
    return false;
  });
  const { servers } = openServers();
  const { id } = await servers.add(definition);
  sessions.clear();
  const results = await Promise.all([1, 2, 3].map(() => servers.call(id, "run", {})));
  expect(results.map(({ result }) => textOf(result))).toEqual(["ran", "ran", "ran"]);
  expect({ runs, handshakes }).toEqual({ runs: 3, handshakes: 2 });
  expect(servers.list()[0]).toMatchObject({ state: "running", problem: null });
});

it("does not repeat a call whose connection ended: it may have run", async () => {
  let runs = 0;
  const { definition } = await serve((response, { method }) => {
    if (method !== "tools/call") return false;
    runs += 1;
    if (runs === 1) response.destroy();
    return runs === 1;
  });
  const { servers } = openServers();
  const { id } = await servers.add(definition);
  await expect(servers.call(id, "run", {})).rejects.toMatchObject({
    details: { reason: "server_unreachable", cause: "closed" },
  });
  expect(runs).toBe(1);
  expect(textOf((await servers.call(id, "run", {})).result)).toBe("ran");
});

it("connects again when the event stream of the older transport was replaced", async () => {
  const streams = new Map<string, ServerResponse>();
  const ready = new Set<string>();
  let opened = 0;
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      opened += 1;
      const session = String(opened);
      streams.set(session, response);
      response.writeHead(200, { "content-type": "text/event-stream" });
      return void response.write(`retry: 10\nevent: endpoint\ndata: /message?session=${session}\n\n`);
    }
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const message = JSON.parse(text) as Message;
    const session = new URL(request.url ?? "", "http://x").searchParams.get("session") ?? "";
    response.writeHead(202).end();
    if (message.method === "initialize") ready.add(session);
    if (message.id === undefined) return;
    const early = { jsonrpc: "2.0", id: message.id, error: { code: -32602, message: "Invalid request parameters" } };
    const isEarly = !ready.has(session) && message.method !== "server/discover";
    streams.get(session)?.write(`event: message\ndata: ${JSON.stringify(isEarly ? early : answerTo(message))}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { servers } = openServers();
  const { id } = await servers.add(remote(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`, "sse"));
  for (const stream of streams.values()) stream.destroy();
  await expect.poll(() => servers.list()[0]?.state).not.toBe("running");
  expect(textOf((await servers.call(id, "run", {})).result)).toBe("ran");
});

it.each<readonly [string, Respond]>([
  ["never", () => true],
  ["with an empty 202", sending(202, "")],
  ["with a page", sending(200, "<h1>Hi</h1>", { "content-type": "text/html" })],
  ["with 500", sending(500, "unknown method")],
  ["by closing the connection", closing],
])("adds a server that responds to the request for revision 2026 %s", async (_how, respond) => {
  const { definition } = await serve((response, message, request) =>
    message.method === "server/discover" ? respond(response, message, request) : false,
  );
  const { servers } = openServers();
  const { id } = await servers.add(definition);
  expect(textOf((await servers.call(id, "run", {})).result)).toBe("ran");
});

it("remembers the revision of a known server after a restart", async () => {
  const { definition, methods } = await serve(() => false);
  const first = openServers();
  const { id } = await first.servers.add(definition);
  expect(methods.filter((method) => method === "server/discover")).toHaveLength(1);
  await first.servers.close();
  const { servers } = openServers({ folder: first.folder });
  expect(textOf((await servers.call(id, "run", {})).result)).toBe("ran");
  expect(methods.filter((method) => method === "server/discover")).toHaveLength(1);
  // The owner may have updated it.
  await servers.restart(id);
  expect(methods.filter((method) => method === "server/discover")).toHaveLength(2);
});

it("sends no request during the time that a server asks to wait", async () => {
  let requests = 0;
  const { definition } = await serve((response, { method }) => {
    if (method !== "tools/call") return false;
    requests += 1;
    response.writeHead(429, { "retry-after": "120" }).end("slow down");
    return true;
  });
  let now = Date.now();
  const { servers } = openServers({ now: () => now });
  const { id } = await servers.add(definition);
  const refused = { code: "rate_limited", details: { reason: "server_rate_limited", status: 429, seconds: 120 } };
  await expect(servers.call(id, "run", {})).rejects.toMatchObject(refused);
  await expect(servers.call(id, "run", {})).rejects.toMatchObject(refused);
  expect(requests).toBe(1);
  now += 121_000;
  await expect(servers.call(id, "run", {})).rejects.toMatchObject(refused);
  expect(requests).toBe(2);
});

async function reasonOf(server: NewServer): Promise<{ readonly reason: unknown; readonly message: string }> {
  const { servers } = openServers();
  const error = (await servers.add(server).catch((thrown: unknown) => thrown)) as {
    message: string;
    details: { reason: string };
  };
  return { reason: error.details.reason, message: error.message };
}

it("says why a server over HTTP cannot be reached or used", async () => {
  const port = await freePort();
  expect(await reasonOf(remote(`http://127.0.0.1:${port}/mcp`))).toEqual({
    reason: "server_unreachable",
    message: `remote could not be reached: the connection to 127.0.0.1:${port} was refused.`,
  });
  expect(await reasonOf(remote("http://host.invalid/mcp"))).toEqual({
    reason: "server_unreachable",
    message: "remote could not be reached: the host host.invalid was not found.",
  });
  expect(await reasonOf(remote(`http://127.0.0.1:${port}/sse`, "sse"))).toMatchObject({ reason: "server_unreachable" });
  const closed = await serve(closing);
  expect((await reasonOf(closed.definition)).message).toContain("closed the connection");
  const page = `<html><head><style>x{}</style></head><body>${"<p>Bad gateway</p>".repeat(2000)}</body></html>`;
  const gateway = await serve(sending(502, page));
  const bad = await reasonOf(gateway.definition);
  expect(bad).toMatchObject({ reason: "server_http_status" });
  expect(bad.message).toMatch(/^remote responded with HTTP 502: Bad gateway Bad gateway/);
  expect(bad.message.length).toBeLessThan(350);
  const html = await serve(sending(200, page, { "content-type": "text/html" }));
  expect(await reasonOf(html.definition)).toMatchObject({ reason: "server_not_mcp" });
  const moved = await serve(sending(307, "", { location: "/mcp/" }));
  expect((await reasonOf(moved.definition)).message).toMatch(/redirects to http:\/\/127\.0\.0\.1:\d+\/mcp\//);
});

it("limits the text of a server's HTTP error in the error of a call", async () => {
  const { definition } = await serve((response, { method }) => {
    if (method === "tools/call") response.writeHead(503).end("down ".repeat(4000));
    return method === "tools/call";
  });
  const { servers } = openServers();
  const { id } = await servers.add(definition);
  const error = await servers.call(id, "run", {}).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ details: { reason: "server_http_status", status: 503 } });
  expect((error as Error).message.length).toBeLessThan(350);
});

it("says that a program or its folder does not exist", async () => {
  const missing = program("one", [], { command: "no-such-program-anywhere" });
  expect(await reasonOf(missing)).toMatchObject({ reason: "server_program_missing" });
  const folder = program("one", ["-e", "0"], { cwd: "/no/such/folder" });
  expect(await reasonOf(folder)).toEqual({
    reason: "server_folder_missing",
    message: "one did not start: its folder /no/such/folder does not exist.",
  });
});
