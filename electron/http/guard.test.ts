import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { callOverRest, META_2026, openTestStack, post, until } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { proveServer } from "../platform/server-proof.ts";

const PING = { jsonrpc: "2.0", id: 7, method: "ping" };
const DISCOVER = {
  jsonrpc: "2.0",
  id: 1,
  method: "server/discover",
  params: { _meta: META_2026 },
};

/** Sends a request with headers that `fetch` does not allow, such as Host. */
function rawRequest(
  stack: Stack,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(stack.url);
    const request = httpRequest({ host: "127.0.0.1", port, path, headers }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    request.once("error", reject);
    request.end();
  });
}

describe("the guard", () => {
  it("serves /health without a token and without private data", async () => {
    const stack = await openTestStack();
    const read = (authorization?: string) =>
      fetch(`${stack.origin}/health`, authorization === undefined ? {} : { headers: { authorization } });
    expect(await (await read()).json()).toEqual({ name: "recollect", status: "ok" });
    expect(await (await read("Bearer guess")).json()).toEqual({ name: "recollect", status: "ok" });
    expect(await (await read(`Bearer ${stack.token}`)).json()).toEqual({
      name: "recollect",
      version: "0.0.0-test",
      status: "ok",
    });
  });

  it("proves on /health that it knows the token of the endpoint file", async () => {
    const stack = await openTestStack();
    const proofFor = async (query: string) =>
      (await fetch(`${stack.origin}/health${query}`)).headers.get("recollect-proof");
    const nonce = "n".repeat(32);
    expect(await proofFor(`?nonce=${nonce}`)).toBe(proveServer(stack.token, Number(new URL(stack.url).port), nonce));
    for (const query of ["", "?nonce=", "?nonce=short", `?nonce=${"n".repeat(65)}`, `?nonce=${"%20".repeat(10)}`]) {
      expect(await proofFor(query)).toBeNull();
    }
  });

  it("forbids browsers to guess the type of any response", async () => {
    const stack = await openTestStack();
    const { headers } = await post(stack, PING);
    const session = { authorization: `Bearer ${stack.token}`, accept: "text/event-stream" };
    const stream = await fetch(stack.url, { headers: { ...session, "mcp-session-id": "unknown" } });
    for (const response of [
      { headers },
      stream,
      await fetch(`${stack.origin}/health`),
      await fetch(`${stack.origin}/tools/list`),
      await fetch(`${stack.origin}/tools/list`, { headers: session }),
      await fetch(`${stack.origin}/unknown`),
      await rawRequest(stack, "/health", { host: "evil.example" }),
    ]) {
      const value =
        response.headers instanceof Headers
          ? response.headers.get("x-content-type-options")
          : response.headers["x-content-type-options"];
      expect(value).toBe("nosniff");
    }
  });

  it("listens on the loopback address only", async () => {
    const stack = await openTestStack();
    expect(new URL(stack.url).hostname).toBe("127.0.0.1");
  });

  it.each(["evil.example.com", "127.0.0.1:1", "localhost", "127.0.0.1.evil.example"])(
    "refuses Host %s",
    async (host) => {
      const stack = await openTestStack();
      expect(await rawRequest(stack, "/health", { host })).toMatchObject({ status: 403 });
    },
  );

  it("accepts every loopback name with its own port", async () => {
    const stack = await openTestStack();
    const { port } = new URL(stack.url);
    for (const name of ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"]) {
      expect(await rawRequest(stack, "/health", { host: `${name}:${port}` })).toMatchObject({ status: 200 });
    }
  });

  it("refuses foreign web pages even with a token, and never allows another origin", async () => {
    const stack = await openTestStack();
    for (const origin of ["https://evil.example", "null", "http://localhost:3000", "http://127.0.0.1"]) {
      const response = await post(stack, PING, { origin });
      expect(response.status).toBe(403);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32003 }, id: null });
    }
    expect((await post(stack, PING, { origin: stack.origin })).status).toBe(200);
  });

  it("refuses a request without a valid token, with a hint where to get one", async () => {
    const stack = await openTestStack();
    for (const authorization of ["", "Basic abc", "Bearer wrong"]) {
      const response = await post(stack, PING, { authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
      expect(await response.json()).toMatchObject({
        error: { data: { code: "unauthenticated", hint: expect.stringContaining("Clients › Connect") } },
      });
    }
    const rest = await callOverRest(stack, "memory_status", {}, { authorization: "" });
    expect(rest.status).toBe(401);
    expect(await rest.json()).toMatchObject({ error: { code: "unauthenticated" } });
  });

  it("refuses many invalid tokens with 429, records a few of them, and still serves a valid one", async () => {
    const stack = await openTestStack();
    const statuses = [];
    for (let attempt = 0; attempt < 40; attempt++) {
      const response = await post(stack, PING, { authorization: "Bearer guess" });
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const discovered = await post(stack, DISCOVER, {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "server/discover",
    });
    expect(discovered.status).toBe(200);
    await stack.http.close();
    const refused = await until(
      () => stack.log.list({ refused: true }, 100, null),
      ({ items }) => items.length >= 4,
    );
    expect(refused.items.map(({ refusal }) => refusal?.requests)).toEqual([37, 1, 1, 1]);
    expect(refused.items[1]).toMatchObject({
      method: "POST /mcp",
      errorCode: "unauthenticated",
      httpStatus: 401,
      client: null,
      refusal: { reason: "invalid", claimed: "node" },
    });
  });

  it("records the claimed client and the reason of a refusal, and never the token", async () => {
    const stack = await openTestStack();
    const foreign = await openTestStack();
    const revoked = await stack.issue({}, "codex");
    await stack.tokens.revokeSubject("codex");
    const refusals = [
      ["", "invalid", "node"],
      [`Bearer ${foreign.token}`, "invalid", "test-client"],
      [`Bearer ${revoked}`, "revoked", "codex"],
    ] as const;
    for (const [authorization] of refusals) await (await post(stack, PING, { authorization })).text();
    await (await fetch(stack.url, { method: "POST", body: "{}" })).text();
    await (await post(stack, PING, { origin: "https://evil.example" })).text();
    await rawRequest(stack, "/health", { host: "evil.example" });
    const { items } = await until(
      () => stack.log.list({ refused: true }, 100, null),
      (page) => page.items.length === 6,
    );
    expect(items.toReversed().map(({ refusal }) => [refusal?.reason, refusal?.claimed])).toEqual([
      ...refusals.map(([, reason, claimed]) => [reason, claimed]),
      ["missing", "node"],
      ["origin", "test-client"],
      ["host", null],
    ]);
    expect(items[0]).toMatchObject({ method: "GET /health", httpStatus: 403, transport: "rest" });
    const written = JSON.stringify(await Promise.all(items.map(({ id }) => stack.log.get(id))));
    for (const token of [stack.token, foreign.token, revoked]) {
      for (const part of token.split(".").slice(1)) expect(written).not.toContain(part);
    }
  });

  it("records an invalid token at the interface, but not a browser without a session", async () => {
    const stack = await openTestStack({
      interface: async (_request, response) => Boolean(response.writeHead(401).end("no")),
    });
    const links = `${stack.origin}/interface/links`;
    await (await fetch(`${stack.origin}/`)).text();
    await (await fetch(links, { method: "POST", headers: { authorization: "Bearer guess" } })).text();
    await (await fetch(links, { method: "POST" })).text();
    await (await post(stack, PING, { authorization: "Bearer guess" })).text();
    const { items } = await until(
      () => stack.log.list({ refused: true }, 10, null),
      (page) => page.items.length >= 2,
    );
    expect(items.map(({ method, httpStatus, refusal }) => [method, httpStatus, refusal?.reason])).toEqual([
      ["POST /mcp", 401, "invalid"],
      ["POST /interface/links", 401, "invalid"],
    ]);
  });

  it("refuses a body of 5 MB with 413, with or without a declared length", async () => {
    const stack = await openTestStack();
    const big = JSON.stringify({ ...PING, params: { text: "x".repeat(5_000_000) } });
    const declared = await post(stack, big);
    expect(declared.status).toBe(413);
    expect(await declared.json()).toMatchObject({ error: { data: { code: "too_large" } } });
    const streamed = await fetch(`${stack.origin}/tools/capture_memory`, {
      method: "POST",
      headers: { authorization: `Bearer ${stack.token}` },
      body: new ReadableStream({
        start(controller) {
          for (let part = 0; part < 50; part++) controller.enqueue(new TextEncoder().encode("x".repeat(100_000)));
          controller.close();
        },
      }),
      duplex: "half",
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect((await fetch(`${stack.origin}/health`)).status).toBe(200);
  });

  it("responds with 404 below /.well-known and to unknown addresses", async () => {
    const stack = await openTestStack();
    for (const path of [
      "/.well-known/oauth-protected-resource",
      "/.well-known/oauth-authorization-server/mcp",
      "/x",
      "/",
    ]) {
      expect((await fetch(stack.origin + path)).status).toBe(404);
    }
  });

  it("responds with 400 to a request that is not HTTP, and closes the connection", async () => {
    const stack = await openTestStack();
    const socket = connect(Number(new URL(stack.url).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.write("NONSENSE\r\n\r\n");
    const closed = await new Promise<string>((resolve) => {
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.once("close", () => resolve(text));
    });
    expect(closed).toMatch(/^HTTP\/1.1 400/);
  });

  it("passes other addresses to the interface", async () => {
    const stack = await openTestStack({
      interface: async (request, response) => {
        if (request.url !== "/window") return false;
        response.end("the window");
        return true;
      },
    });
    expect(await (await fetch(`${stack.origin}/window`)).text()).toBe("the window");
    expect((await fetch(`${stack.origin}/elsewhere`)).status).toBe(404);
    expect((await fetch(`${stack.origin}/window`, { headers: { origin: "https://evil.example" } })).status).toBe(403);
  });

  it("refuses an invalid project with 400, and ignores a placeholder that the client did not replace", async () => {
    const stack = await openTestStack();
    const refused = await callOverRest(stack, "memory_status", {}, { "recollect-project": "org" });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { field: "Recollect-Project" } });
    const named = await callOverRest(stack, "memory_status", {}, { "recollect-project": "owner%2Fr%C3%A9po" });
    expect(await named.json()).toMatchObject({ project: "owner/répo" });
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is what such a client sends
    const unfilled = await callOverRest(stack, "memory_status", {}, { "recollect-project": "${workspaceFolder}" });
    expect(await unfilled.json()).toMatchObject({ project: null });
  });
});
