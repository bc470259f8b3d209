import { describe, expect, it } from "vitest";
import { createFixtureTools } from "../../tests/shim/fixture-tools.ts";
import { openSession, openTestStack, post, until } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";

const ping = (id: number | string = 7) => ({ jsonrpc: "2.0", id, method: "ping" });
const list = (id: number | string = 8) => ({ jsonrpc: "2.0", id, method: "tools/list", params: {} });

function openStream(stack: Stack, session: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Response> {
  return fetch(stack.url, {
    headers: { authorization: `Bearer ${stack.token}`, accept: "text/event-stream", ...session },
    signal,
  });
}

function settableClock() {
  const clock = { time: Date.UTC(2026, 5, 1), now: () => clock.time };
  return clock;
}

describe("the handshake of revision 2025", () => {
  it.each([
    ["2024-11-05", "2024-11-05"],
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
    ["1999-01-01", "2025-11-25"],
  ])("responds to version %s with %s", async (requested, agreed) => {
    const stack = await openTestStack();
    const params = { protocolVersion: requested, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const response = await post(stack, { jsonrpc: "2.0", id: 1, method: "initialize", params });
    expect(await response.json()).toMatchObject({
      id: 1,
      result: {
        protocolVersion: agreed,
        serverInfo: { name: "recollect" },
        instructions: expect.stringMatching(/recall/i),
      },
    });
  });

  it("serves only ping before initialize", async () => {
    const stack = await openTestStack();
    expect(await (await post(stack, ping())).json()).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
    const refused = await post(stack, list());
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ id: 8, error: { code: -32002 } });
  });

  it("refuses an incomplete initialize with -32602", async () => {
    const stack = await openTestStack();
    const response = await post(stack, { jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(stack.mcp.sessions()).toEqual([]);
  });

  it("refuses an unknown log level with -32602", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const setLevel = async (params: object) =>
      await (await post(stack, { jsonrpc: "2.0", id: 2, method: "logging/setLevel", params }, session)).json();
    for (const params of [{ level: "loud" }, { level: 3 }, {}]) {
      expect(await setLevel(params)).toMatchObject({ id: 2, error: { code: -32602 } });
    }
    expect(await setLevel({ level: "warning" })).toMatchObject({ id: 2, result: {} });
  });

  it("refuses a second initialize in a session", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const again = await post(stack, { jsonrpc: "2.0", id: 2, method: "initialize", params }, session);
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ id: 2, error: { code: -32600 } });
  });
});

describe("a session", () => {
  it("responds to notifications with 202 and no body", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const response = await post(stack, { jsonrpc: "2.0", method: "notifications/initialized" }, session);
    expect([response.status, await response.text()]).toEqual([202, ""]);
  });

  it("accepts requests without a version header, and refuses an unsupported version", async () => {
    const stack = await openTestStack();
    const { "mcp-protocol-version": _version, ...session } = await openSession(stack);
    expect((await post(stack, ping(), session)).status).toBe(200);
    const refused = await post(stack, ping(), { ...session, "mcp-protocol-version": "1999-01-01" });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ id: 7, error: { message: expect.stringContaining("2025-11-25") } });
  });

  it("responds in the content type that the client accepts", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const typeFor = async (accept: string) =>
      (await post(stack, ping(), { ...session, accept })).headers.get("content-type")?.split(";")[0];
    expect(await typeFor("application/json, text/event-stream")).toBe("application/json");
    expect(await typeFor("application/json")).toBe("application/json");
    expect(await typeFor("text/event-stream")).toBe("text/event-stream");
  });

  it("responds to a batch with a batch", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack, { version: "2025-03-26" });
    const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
    const response = await post(stack, [ping("a"), notification, ping("b")], session);
    const responses = (await response.json()) as { id: string }[];
    expect(responses.map(({ id }) => id).sort()).toEqual(["a", "b"]);
  });

  it("refuses an invalid message, an empty batch, a duplicate id and a batch that is too large", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    for (const body of [{ hello: "world" }, [], [ping(1), ping(1)], Array.from({ length: 101 }, (_, id) => ping(id))]) {
      const response = await post(stack, body, session);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: -32600 } });
    }
  });

  it("refuses malformed JSON and another content type", async () => {
    const stack = await openTestStack();
    const malformed = await post(stack, '{"jsonrpc": "2.0", ');
    expect(malformed.status).toBe(400);
    expect(await malformed.json()).toMatchObject({ id: null, error: { code: -32700 } });
    expect((await post(stack, ping(), { "content-type": "text/plain" })).status).toBe(415);
  });

  it("sends -32601 for unknown methods and -32602 for invalid parameters", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const errorOf = async (method: string, params: unknown) =>
      ((await (await post(stack, { jsonrpc: "2.0", id: 1, method, params }, session)).json()) as { error: object })
        .error;
    expect(await errorOf("no/such", {})).toMatchObject({ code: -32601 });
    expect(await errorOf("tools/call", { name: "nope", arguments: {} })).toMatchObject({ code: -32602 });
    expect(await errorOf("prompts/get", { name: "nope" })).toMatchObject({ code: -32602 });
    expect(await errorOf("resources/read", {})).toMatchObject({
      code: -32602,
      message: expect.stringContaining("uri"),
    });
    expect(await errorOf("resources/read", { uri: "nope://x" })).toMatchObject({
      code: -32001,
      data: { uri: "nope://x" },
    });
    for (const method of ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]) {
      expect(await errorOf(method, { cursor: "!!" })).toMatchObject({ code: -32602, data: { field: "cursor" } });
    }
  });

  it("ends with DELETE and is not found afterwards, so that the client initializes again", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const stream = await openStream(stack, session);
    const headers = { authorization: `Bearer ${stack.token}`, ...session };
    expect((await fetch(stack.url, { method: "DELETE", headers })).status).toBe(200);
    await stream.text();
    for (const response of [await post(stack, ping(), session), await openStream(stack, session)]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: -32001 } });
    }
    expect(stack.mcp.sessions()).toEqual([]);
  });

  it("is only found with the token that opened it", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const authorization = `Bearer ${await stack.issue()}`;
    expect((await post(stack, ping(), { ...session, authorization })).status).toBe(404);
    expect((await post(stack, ping(), session)).status).toBe(200);
  });

  it("ends with its stream when its token is revoked", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const stream = await openStream(stack, session);
    const [row] = await stack.tokens.list();
    await stack.tokens.revoke(row?.id ?? "");
    await stream.text();
    expect(stack.mcp.sessions()).toEqual([]);
    expect((await post(stack, ping(), session)).status).toBe(401);
  });

  it("replaces its stream when the client opens another", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const first = await openStream(stack, session);
    const abort = new AbortController();
    const second = await openStream(stack, session, abort.signal);
    await first.text();
    expect(second.status).toBe(200);
    abort.abort();
  });

  it("answers requests in progress with an error when it ends", async () => {
    const fixtures = createFixtureTools();
    const stack = await openTestStack({ sources: [fixtures.source] });
    const session = await openSession(stack);
    const waiting = (id: string) => ({
      ...{ jsonrpc: "2.0", id, method: "tools/call", params: { name: "wait", arguments: { label: id } } },
    });
    const asJson = post(stack, waiting("json"), session);
    const asStream = post(stack, waiting("stream"), { ...session, accept: "text/event-stream" });
    await until(
      () => fixtures.running.size,
      (size) => size === 2,
    );
    const headers = { authorization: `Bearer ${stack.token}`, ...session };
    expect((await fetch(stack.url, { method: "DELETE", headers })).status).toBe(200);
    const error = { code: -32000, data: { details: { reason: "request_interrupted" } } };
    expect(await (await asJson).json()).toMatchObject({ id: "json", error });
    expect(await (await asStream).text()).toMatch(/"id":"stream".*may have been carried out/);
  });

  it("responds with 405 and the allowed methods to other methods, and to GET and DELETE without a session", async () => {
    const stack = await openTestStack();
    const headers = { authorization: `Bearer ${stack.token}`, accept: "text/event-stream" };
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await fetch(stack.url, { method, headers });
      expect([response.status, response.headers.get("allow")]).toEqual([405, expect.stringContaining("POST")]);
    }
  });
});

describe("the table of sessions", () => {
  it("suspends an idle session unless it has an open stream, and resumes it with the next request", async () => {
    const clock = settableClock();
    const stack = await openTestStack({ clock, sessionIdleMs: 4000 });
    const idle = await openSession(stack);
    const listening = await openSession(stack);
    const abort = new AbortController();
    // A response that nothing refers to is collected as garbage, which ends its stream.
    const stream = await openStream(stack, listening, abort.signal);
    clock.time += 4000;
    await until(
      () => stack.mcp.sessions().length,
      (count) => count === 1,
    );
    expect((await post(stack, ping(), listening)).status).toBe(200);
    expect((await post(stack, list(), idle)).status).toBe(200);
    expect(stack.mcp.sessions()).toHaveLength(2);
    expect(stream.status).toBe(200);
    abort.abort();
  });

  it("suspends the longest idle session to make room for a new one", async () => {
    const stack = await openTestStack({ maximumSessions: 3 });
    const opened = [];
    for (let count = 0; count < 3; count++) opened.push(await openSession(stack));
    await (await post(stack, ping(), opened[0])).text();
    await openSession(stack);
    const live = stack.mcp.sessions().map(({ id }) => id);
    expect(live).toHaveLength(3);
    expect(live).toContain(opened[0]?.["mcp-session-id"]);
    expect(live).not.toContain(opened[1]?.["mcp-session-id"]);
  });

  it("lists the connected clients", async () => {
    const stack = await openTestStack();
    let changes = 0;
    stack.events.on("clients.changed", () => {
      changes += 1;
    });
    await openSession(stack, { headers: { "recollect-project": "me/app", "recollect-transport": "stdio" } });
    expect(stack.mcp.sessions()).toMatchObject([
      { client: { name: "raw", version: "1" }, protocolVersion: "2025-11-25", project: "me/app", transport: "stdio" },
    ]);
    expect(changes).toBe(1);
  });
});
