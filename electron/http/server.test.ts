import { once } from "node:events";
import { existsSync } from "node:fs";
import http from "node:http";
import { connect } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fixture, pause, text } from "../../tests/conformance/fixture.ts";
import { callOverRest, openSession, openTestStack, post } from "../../tests/testing/clients.ts";
import { openStack } from "../../tests/testing/stack.ts";
import { HttpServer } from "./server.ts";

const PING = { jsonrpc: "2.0", id: 7, method: "ping" };

describe("the port", () => {
  it("is not changed when it is in use: the error names the port", async () => {
    const stack = await openTestStack();
    const { port } = new URL(stack.url);
    const second = new HttpServer({
      port: Number(port),
      version: "1",
      authenticate: () => Promise.reject(new Error("not called")),
      mcp: stack.mcp,
      hooks: stack.hooks,
      prove: () => "",
      projectName: (name) => name,
      recorder: stack.log,
      clock: { now: Date.now },
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    await expect(second.listen()).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining(port),
      details: { port: Number(port) },
    });
  });

  it("is free after a stop, which ends streams and waits for requests in progress", async () => {
    let start = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const slow = fixture("slow", async () => {
      start();
      await pause(100);
      return text("finished");
    });
    const stack = await openStack({ sources: [{ tools: [slow] }] });
    const session = await openSession(stack);
    const headers = { ...session, accept: "text/event-stream", authorization: `Bearer ${stack.token}` };
    const stream = await fetch(stack.url, { headers });
    const params = { name: "slow", arguments: {} };
    const inProgress = post(stack, { jsonrpc: "2.0", id: 2, method: "tools/call", params }, session);
    await started;
    await Promise.all([stack.close(), stream.text()]);
    expect(await (await inProgress).json()).toMatchObject({ id: 2, result: { content: [{ text: "finished" }] } });
    await expect(fetch(`${stack.origin}/health`)).rejects.toThrow();
  });

  it.skipIf(process.platform === "win32")("has a socket that serves the same, and is removed at a stop", async () => {
    const stack = await openStack();
    const { port } = new URL(stack.url);
    const socketPath = stack.socket ?? "";
    const headers = { host: `127.0.0.1:${port}`, authorization: `Bearer ${stack.token}` };
    const request = http.get({ socketPath, path: "/tools/list", headers });
    const [response] = await once(request, "response");
    expect(await textOf(response)).toContain("search_memories");
    const refused = http.get({ socketPath, path: "/tools/list", headers: { host: `127.0.0.1:${port}` } });
    const [{ statusCode }] = await once(refused, "response");
    expect(statusCode).toBe(401);
    await stack.close();
    expect(existsSync(socketPath)).toBe(false);
  });

  it("counts the requests whose client waits for a response, and no stream of notifications", async () => {
    let start = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = fixture("slow", async () => {
      start();
      await finished;
      return text("finished");
    });
    const stack = await openTestStack({ sources: [{ tools: [slow] }] });
    const session = await openSession(stack);
    const headers = { ...session, accept: "text/event-stream", authorization: `Bearer ${stack.token}` };
    const stream = await fetch(stack.url, { headers });
    await expect.poll(() => stack.http.requestsInProgress()).toBe(0);
    const params = { name: "slow", arguments: {} };
    const inProgress = post(stack, { jsonrpc: "2.0", id: 2, method: "tools/call", params }, session);
    await started;
    expect(stack.http.requestsInProgress()).toBe(1);
    finish();
    await (await inProgress).text();
    await expect.poll(() => stack.http.requestsInProgress()).toBe(0);
    await stream.body?.cancel();
  });

  it("frees its port immediately after a stop, although a client has a connection without a request", async () => {
    const stack = await openStack();
    const socket = connect(Number(new URL(stack.url).port), "127.0.0.1");
    await once(socket, "connect");
    // The time in which requests may end does not pass.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await stack.http.close();
    vi.useRealTimers();
    await once(socket, "close");
    await stack.close();
  });
});

describe("paused serving", () => {
  it("responds to clients with 503, keeps health and interface working, and resumes sessions", async () => {
    const stack = await openTestStack({ interface: async (_request, response) => Boolean(response.end("window")) });
    const session = await openSession(stack);
    stack.http.setServing(false);
    const refused = await post(stack, PING, session);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      error: { message: "Recollect is paused.", data: { code: "unavailable" } },
    });
    expect((await callOverRest(stack, "memory_status", {})).status).toBe(503);
    expect(await (await fetch(`${stack.origin}/health`)).json()).toMatchObject({ status: "paused" });
    expect(await (await fetch(`${stack.origin}/window`)).text()).toBe("window");
    stack.http.setServing(true);
    expect((await post(stack, PING, session)).status).toBe(200);
  });
});

describe("REST", () => {
  it("lists the tools as function schemas", async () => {
    const stack = await openTestStack();
    const response = await fetch(`${stack.origin}/tools/list`, { headers: { authorization: `Bearer ${stack.token}` } });
    const { tools } = (await response.json()) as { tools: { type: string; function: Record<string, unknown> }[] };
    expect(tools.map((tool) => tool.function.name)).toContain("capture_memory");
    for (const tool of tools) {
      expect(tool).toMatchObject({
        type: "function",
        function: { description: expect.any(String), parameters: { type: "object" } },
      });
    }
  });

  it("calls the MCP tools with the same validation, and returns their structured result", async () => {
    const stack = await openTestStack();
    const captured = await callOverRest(stack, "capture_memory", {
      content: "REST writes too.",
      tags: "rest, http",
      detail: "everything",
    });
    expect(captured.status).toBe(200);
    const { memory } = (await captured.json()) as { memory: { id: string; tags: string[]; client: unknown } };
    expect(memory).toMatchObject({ tags: ["http", "rest"], client: { name: "test-client" } });
    const read = await callOverRest(stack, "get_memory", { id: memory.id });
    expect(await read.json()).toMatchObject({ memory: { content: "REST writes too." } });
  });

  it("returns failures as {error} with the HTTP status of their code", async () => {
    const stack = await openTestStack();
    const readOnly = { authorization: `Bearer ${await stack.issue({ access: "read" })}` };
    const id = "01J9ZQ4K7M3N5P6R8S0T2V4W6X";
    const failures = [
      [await callOverRest(stack, "capture_memory", { contents: "x" }), 400, "invalid_argument"],
      [await callOverRest(stack, "capture_memory", "not json"), 400, "invalid_argument"],
      [await callOverRest(stack, "get_memory", { id }), 404, "not_found"],
      [await callOverRest(stack, "no_such_tool", {}), 404, "not_found"],
      [await callOverRest(stack, "capture_memory", { content: "x".repeat(70_000) }), 413, "too_large"],
      [await callOverRest(stack, "capture_memory", { content: "x" }, readOnly), 403, "permission_denied"],
    ] as const;
    for (const [response, status, code] of failures) {
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ error: { code, message: expect.any(String) } });
    }
    expect((await fetch(`${stack.origin}/tools`, { headers: { authorization: `Bearer ${stack.token}` } })).status).toBe(
      404,
    );
  });
});
