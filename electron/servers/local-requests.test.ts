import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AuthProvider, JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished, vi } from "vitest";
import { openHttpTransport } from "./http-transport.ts";

const CALL: JSONRPCRequest = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "run" } };
const RESPONSE = { jsonrpc: "2.0", id: 7, result: { content: [] } };
const NOTIFICATION = { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "d" } };
const JSON_TYPE = { "content-type": "application/json" };
const EVENTS = { "content-type": "text/event-stream" };

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly method: string;
}

type Respond = (response: ServerResponse, count: number) => void;

const good: Respond = (response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify(RESPONSE));

/** Opens a transport to a server that has a session. `respond` responds to the requests for contents. */
async function open(respond: Respond, authProvider: AuthProvider | null = null) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { id, method } = JSON.parse(text) as { id: number; method: string };
    if (method === "initialize") {
      const body = JSON.stringify({ jsonrpc: "2.0", id, result: {} });
      return void response.writeHead(200, { ...JSON_TYPE, "mcp-session-id": "the-session" }).end(body);
    }
    received.push({ headers: request.headers, method });
    respond(response, received.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const headers = { "X-Own": "value" };
  const transport = await openHttpTransport({ kind: "http", url, headers }, headers, authProvider, 2 ** 20, () => {
    throw new Error("A message is too large.");
  });
  const messages: JSONRPCMessage[] = [];
  const errors: Error[] = [];
  transport.onerror = (error) => void errors.push(error);
  await transport.start();
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  await transport.send({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  transport.setProtocolVersion?.("2025-06-18");
  transport.onmessage = (message) => void messages.push(message);
  onTestFinished(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });
  return { transport, received, messages, errors };
}

it("sends the headers of the connection with a request for contents, and delivers its response", async () => {
  const { transport, received, messages } = await open(good);
  await transport.send(CALL);
  expect(messages).toEqual([RESPONSE]);
  expect(received[0]?.headers).toMatchObject({
    "x-own": "value",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-session-id": "the-session",
    "mcp-protocol-version": "2025-06-18",
  });
});

it("does not use the SDK's fetch for a request for contents, and uses it for other requests", async () => {
  const { transport } = await open(good);
  const created = vi.spyOn(globalThis, "Headers");
  onTestFinished(() => created.mockRestore());
  await transport.send(CALL);
  created.mockClear();
  await transport.send({ ...CALL, id: 8 });
  expect(created).not.toHaveBeenCalled();
  await transport.send({ ...CALL, method: "tools/list", params: {} });
  expect(created).toHaveBeenCalled();
});

it.each<[string, Respond]>([
  ["a batch", (response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify([NOTIFICATION, RESPONSE]))],
  [
    "a stream that starts with a notification",
    (response) =>
      response
        .writeHead(200, EVENTS)
        .end(`data: ${JSON.stringify(NOTIFICATION)}\n\ndata: ${JSON.stringify(RESPONSE)}\n\n`),
  ],
])("delivers all messages of %s after a single request", async (_name, respond) => {
  const { transport, received, messages } = await open(respond);
  await transport.send(CALL);
  await expect.poll(() => messages).toEqual([NOTIFICATION, RESPONSE]);
  expect(received).toHaveLength(1);
});

it.each<[string, Respond, object]>([
  [
    "a lost session",
    (response) => response.writeHead(404).end("Session not found"),
    { data: { status: 404, text: "Session not found" } },
  ],
  ["a limit", (response) => response.writeHead(429, { "retry-after": "3" }).end(), { status: 429, seconds: 3 }],
  [
    "a redirect",
    (response) => response.writeHead(307, { location: "/other" }).end(),
    { message: expect.stringContaining("redirects") },
  ],
  ["a closed connection", (response) => response.destroy(), { code: "ECONNRESET" }],
])("fails once for %s, as the SDK's requests do, and does not repeat the request", async (_name, respond, expected) => {
  const { transport, received, errors } = await open(respond);
  await expect(transport.send(CALL)).rejects.toMatchObject(expected);
  expect(received).toHaveLength(1);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject(expected);
});

it("sends the token of the sign-in, and repeats the request with a renewed one after status 401", async () => {
  let token = "old";
  const challenges: (string | null)[] = [];
  const authProvider: AuthProvider = {
    token: async () => token,
    async onUnauthorized({ response }) {
      challenges.push(response.headers.get("www-authenticate"));
      token = "new";
    },
  };
  const denied: Respond = (response) => response.writeHead(401, { "www-authenticate": "Bearer a" }).end();
  const { transport, received, messages } = await open(
    (...args) => (args[1] === 1 ? denied : good)(...args),
    authProvider,
  );
  await transport.send(CALL);
  expect(received.map(({ headers }) => headers.authorization)).toEqual(["Bearer old", "Bearer new"]);
  expect(challenges).toEqual(["Bearer a"]);
  expect(messages).toEqual([RESPONSE]);
});

it("fails with the reason if it does not get a token, and sends nothing", async () => {
  const authProvider: AuthProvider = { token: async () => undefined };
  const { transport, received } = await open(good, authProvider);
  authProvider.token = async () => {
    throw new Error("Sign in first.");
  };
  await expect(transport.send(CALL)).rejects.toThrow("Sign in first.");
  expect(received).toEqual([]);
});

it("sends the headers of revision 2026, and encodes a name as the SDK does", async () => {
  const { transport, received } = await open(good);
  const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const headers = { "Mcp-Param-Place": "here", "Mcp-Method": "tools/list", Authorization: "Bearer other" };
  for (const name of ["run it", "größe", " run", "=?base64?cnVu?="]) {
    await transport.send({ ...CALL, params: { name, _meta } }, { headers });
  }
  await transport.send({ ...CALL, method: "resources/read", params: { uri: "a://b", _meta } });
  const common = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-param-place": "here" };
  const encoded = (name: string) => `=?base64?${Buffer.from(name).toString("base64")}?=`;
  expect(received.map((one) => one.headers)).toMatchObject([
    { ...common, "mcp-name": "run it" },
    { ...common, "mcp-name": encoded("größe") },
    { ...common, "mcp-name": encoded(" run") },
    { ...common, "mcp-name": encoded("=?base64?cnVu?=") },
    { "mcp-method": "resources/read", "mcp-name": "a://b" },
  ]);
  expect(received.every((one) => one.headers.authorization === undefined)).toBe(true);
});

it("closes the connection of a request when its signal is aborted", async () => {
  const abort = new AbortController();
  const closed = Promise.withResolvers<void>();
  const { transport, errors } = await open((response) => {
    response.once("close", () => closed.resolve());
    abort.abort(new Error("Cancelled by the caller."));
  });
  await expect(transport.send(CALL, { requestSignal: abort.signal })).rejects.toThrow("Cancelled by the caller.");
  await closed.promise;
  expect(errors).toEqual([]);
});

it("fails the requests in progress when it is closed", async () => {
  const arrived = Promise.withResolvers<void>();
  const { transport } = await open(() => arrived.resolve());
  const sent = transport.send(CALL);
  const failed = expect(sent).rejects.toThrow();
  await arrived.promise;
  await transport.close();
  await failed;
});
