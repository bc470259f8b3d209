import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { LocalFetch } from "./local-fetch.ts";
import { MessageTooLarge } from "./stdio-transport.ts";

const RESPONSE = { jsonrpc: "2.0", id: 1, result: { text: "Größe 漢字" } };
const NOTIFICATION = { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } };
const EVENTS = { "content-type": "text/event-stream" };
const eventOf = (message: object) => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a server and opens a `LocalFetch` to it. */
async function open(respond: Respond, maxMessageBytes = 1024) {
  const connections: IncomingMessage["socket"][] = [];
  const server = createServer((request, response) => {
    request.resume().once("end", () => respond(response, request));
  });
  server.on("connection", (socket) => connections.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const seen: { messages: object[]; tooLarge: number } = { messages: [], tooLarge: 0 };
  const local = new LocalFetch({
    address,
    maxMessageBytes,
    onTooLarge: () => {
      seen.tooLarge += 1;
    },
    onMessage: (message) => void seen.messages.push(message),
  });
  onTestFinished(() => {
    local.close();
    server.closeAllConnections();
    server.close();
  });
  const post = (signal?: AbortSignal) => local.post(["X-Own", "value"], "{}", signal);
  /** Posts a request whose response is not a message. */
  const postForResponse = async () => {
    const received = await post();
    if (!(received instanceof Response)) throw new Error("The response is a message.");
    return received;
  };
  return { post, postForResponse, fetch: (init?: RequestInit) => local.fetch(address, init), seen, connections };
}

it("returns the message of a JSON response, sends headers and body, and uses one connection again", async () => {
  const requests: IncomingMessage[] = [];
  const { post, connections } = await open((response, request) => {
    requests.push(request);
    response.writeHead(200, { "Content-Type": "Application/JSON; charset=utf-8", "mcp-session-id": "s" });
    response.end(JSON.stringify(RESPONSE));
  });
  for (let call = 0; call < 3; call += 1) expect(await post()).toEqual(RESPONSE);
  expect(requests[2]).toMatchObject({ method: "POST", headers: { "x-own": "value", "content-length": "2" } });
  expect(requests[2]?.headers.host).toBe(`127.0.0.1:${requests[2]?.socket.localPort}`);
  expect(connections).toHaveLength(1);
});

it.each([
  ["a notification", NOTIFICATION],
  ["a batch", [RESPONSE]],
  ["no message", { error: "none" }],
])("returns JSON with %s as a response", async (_name, value) => {
  const { postForResponse } = await open((response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
  });
  expect(await (await postForResponse()).json()).toEqual(value);
});

it("returns the message of a stream while the stream is open, and delivers what follows", async () => {
  let stream: ServerResponse | undefined;
  const { post, seen } = await open((response) => {
    stream = response.writeHead(200, EVENTS);
    response.write(": a comment\n\n");
    response.write(eventOf(RESPONSE));
  });
  expect(await post()).toEqual(RESPONSE);
  stream?.write(eventOf(NOTIFICATION));
  await expect.poll(() => seen.messages).toEqual([NOTIFICATION]);
});

it.each([
  ["a message before the response", eventOf(NOTIFICATION)],
  ["an event with an id and no data", "id: 1\ndata: \n\n"],
  ["a time for reconnections", "retry: 5000\n\n"],
  ["a batch", `data: ${JSON.stringify([NOTIFICATION])}\n\n`],
])("returns a stream that begins with %s unchanged", async (_name, first) => {
  const text = Buffer.from(first + eventOf(RESPONSE));
  // Inside a character.
  const cut = text.indexOf("漢") + 1;
  const { postForResponse, seen } = await open(async (response) => {
    response.writeHead(200, EVENTS);
    await new Promise<void>((resolve) => response.write(text.subarray(0, cut), () => resolve()));
    response.end(text.subarray(cut));
  });
  const response = await postForResponse();
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await response.text()).toBe(text.toString());
  expect(seen.messages).toEqual([]);
});

it("fetches for the SDK: a stream before its first event, and a body with its headers", async () => {
  let stream: ServerResponse | undefined;
  const { fetch } = await open((response, request) => {
    if (request.method === "POST") {
      const fields = { "content-type": "application/json", "mcp-session-id": "s" };
      return void response.writeHead(200, fields).end(JSON.stringify(request.headers));
    }
    stream = response.writeHead(200, EVENTS);
    response.flushHeaders();
  });
  const posted = await fetch({ method: "POST", body: "{}", headers: { "X-Own": "value" } });
  expect(posted.headers.get("Mcp-Session-Id")).toBe("s");
  expect(await posted.json()).toMatchObject({ "x-own": "value", "content-length": "2" });
  const { ok, body } = await fetch();
  expect(ok).toBe(true);
  stream?.end(eventOf(RESPONSE));
  expect(await new Response(body).text()).toBe(eventOf(RESPONSE));
});

it("limits the size of a body and of an event", async () => {
  for (const [type, text] of [
    ["application/json", JSON.stringify({ ...RESPONSE, result: "x".repeat(2000) })],
    ["text/event-stream", eventOf({ ...RESPONSE, result: "x".repeat(2000) }).trimEnd()],
  ] as const) {
    const { post, seen } = await open((response) => response.writeHead(200, { "content-type": type }).write(text));
    await expect(post()).rejects.toBeInstanceOf(MessageTooLarge);
    expect(seen.tooLarge).toBe(1);
  }
});

it("returns other statuses with headers and text, and refuses redirects", async () => {
  let status = 401;
  const { postForResponse } = await open((response) => {
    response.writeHead(status, { "www-authenticate": "Bearer", location: "/other" });
    response.end(status === 401 ? "denied" : undefined);
  });
  const denied = await postForResponse();
  expect(denied).toMatchObject({ ok: false, status: 401, statusText: "Unauthorized" });
  expect(denied.headers.get("www-authenticate")).toBe("Bearer");
  expect(await denied.text()).toBe("denied");
  for (status of [202, 204]) expect(await (await postForResponse()).text()).toBe("");
  status = 307;
  await expect(postForResponse()).rejects.toThrow("redirects");
});

it("rejects when the server closes the connection without a response", async () => {
  const { post } = await open((response) => response.writeHead(200, EVENTS).write("data: {", () => response.destroy()));
  await expect(post()).rejects.toThrow();
});

it("rejects with the reason of the signal, and closes the connection", async () => {
  const abort = new AbortController();
  const { post, connections } = await open(() => abort.abort(new Error("cancelled by the caller")));
  await expect(post(abort.signal)).rejects.toThrow("cancelled by the caller");
  await expect.poll(() => connections[0]?.destroyed).toBe(true);
  await expect(post(abort.signal)).rejects.toThrow("cancelled by the caller");
});
