import { describe, expect, it } from "vitest";
import {
  callOverRest,
  connectV1,
  connectV2,
  openSession,
  openTestStack,
  post,
  until,
} from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";
import { OWNER } from "../core/caller.ts";
import type { RequestFilter } from "../core/request-filter.ts";
import type { RequestSummary } from "../core/request-log.ts";

/** Waits for `count` rows of the log and returns them, oldest first. */
async function rows(stack: Stack, filter: RequestFilter, count: number): Promise<RequestSummary[]> {
  const { items } = await until(
    () => stack.log.list(filter, 200, null),
    (page) => page.items.length >= count,
  );
  return items.toReversed();
}

describe("Tap", () => {
  it("records each message of both revisions with client, version, target, outcome and size", async () => {
    const stack = await openTestStack();
    const old = await connectV1(stack, { name: "old", headers: { "recollect-transport": "stdio" } });
    const stateless = await connectV2(stack, "auto", { name: "stateless" });
    for (const client of [old, stateless]) {
      await client.callTool({ name: "memory_status", arguments: {} });
      await client.callTool({ name: "get_memory", arguments: {} });
      await client.readResource({ uri: "recollect://help/search" });
      await client.getPrompt({ name: "tutorial" });
    }
    const [status, failed, read, prompt] = await rows(stack, { client: "old" }, 6).then((all) => all.slice(-4));
    const common = {
      direction: "received",
      transport: "stdio",
      era: "2025",
      protocolVersion: "2025-11-25",
      httpStatus: 200,
    };
    expect(status).toMatchObject({
      ...common,
      client: { name: "old", version: "1.2.3" },
      method: "tools/call",
      target: "memory_status",
      outcome: "ok",
      errorCode: null,
    });
    expect(failed).toMatchObject({ ...common, target: "get_memory", outcome: "error", errorCode: "invalid_argument" });
    expect(read).toMatchObject({ ...common, method: "resources/read", target: "recollect://help/search" });
    expect(prompt).toMatchObject({ ...common, method: "prompts/get", target: "tutorial" });
    for (const row of [status, read]) {
      expect(row?.requestBytes).toBeGreaterThan(50);
      expect(row?.responseBytes).toBeGreaterThan(50);
      expect(row?.messageId).toMatch(/^\d+$/);
      expect(row?.sessionId).toMatch(/^[\w-]{36}$/);
    }
    const seen = await rows(stack, { client: "stateless" }, 5);
    expect(seen.map(({ method }) => method)).toEqual([
      "server/discover",
      "tools/call",
      "tools/call",
      "resources/read",
      "prompts/get",
    ]);
    expect(seen[1]).toMatchObject({
      transport: "http",
      era: "2026",
      protocolVersion: "2026-07-28",
      sessionId: null,
      client: { version: "2.3.4" },
    });
  });

  it("records bodies and headers without tokens", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack, { headers: { "recollect-project": "me/app" } });
    const call = { jsonrpc: "2.0", id: "a-1", method: "tools/call", params: { name: "memory_status", arguments: {} } };
    const sent = await (await post(stack, call, session)).text();
    const [row] = await rows(stack, { target: "memory_status" }, 1);
    const detail = await stack.log.get(row?.id ?? 0);
    expect(detail).toMatchObject({ messageId: '"a-1"', requestBody: JSON.stringify(call), responseBody: sent });
    expect(detail?.requestHeaders).toMatchObject({ "recollect-project": "me/app" });
    expect(JSON.stringify(detail)).not.toContain(stack.token);
  });

  it("records each message of a batch", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const batch = [
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "resources/read", params: { uri: "recollect://help/none" } },
    ];
    await (await post(stack, batch, session)).text();
    const seen = await rows(stack, {}, 4);
    const byMethod = Object.fromEntries(seen.map((row) => [row.method, row]));
    expect(byMethod.ping).toMatchObject({ messageId: "1", outcome: "ok" });
    expect(byMethod["notifications/initialized"]).toMatchObject({ messageId: null, outcome: "ok", responseBytes: 0 });
    expect(byMethod["resources/read"]).toMatchObject({ messageId: "2", outcome: "error", errorCode: "-32001" });
  });

  it("records notifications on streams, in both revisions", async () => {
    const stack = await openTestStack();
    const old = await connectV1(stack, { name: "old" });
    await old.subscribeResource({ uri: "recollect://user/_" });
    const stateless = await connectV2(stack, "auto", { name: "stateless" });
    await stateless.listen({ resourceSubscriptions: ["recollect://user/_"] });
    await until(
      () => stack.mcp.sessions(),
      (sessions) => sessions.every(({ listening }) => listening),
    );
    await stack.service.capture(OWNER, { content: "Changed." });
    for (const client of ["old", "stateless"]) {
      const [row] = await rows(stack, { client, method: "notifications/resources/updated" }, 1);
      expect(row).toMatchObject({ direction: "sent", target: "recollect://user/_", outcome: "ok", requestBytes: 0 });
    }
  });

  it("records progress notifications and the result of a streamed response", async () => {
    const stack = await openTestStack();
    await stack.service.capture(OWNER, { content: "One." });
    const session = await openSession(stack);
    const params = { name: "reindex_memories", arguments: {}, _meta: { progressToken: "p" } };
    const response = await post(stack, { jsonrpc: "2.0", id: 9, method: "tools/call", params }, session);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    await response.text();
    const [answered] = await rows(stack, { method: "tools/call" }, 1);
    expect(answered).toMatchObject({ target: "reindex_memories", outcome: "ok", messageId: "9" });
    const [progress] = await rows(stack, { method: "notifications/progress" }, 1);
    expect(progress).toMatchObject({ direction: "sent" });
  });

  it("records REST calls and refusals by method and path", async () => {
    const stack = await openTestStack();
    const call = (name: string, body: string) => callOverRest(stack, name, body, { "user-agent": "curl/8.9.1" });
    await (await call("memory_status", "{}")).text();
    await (await call("get_memory", "{}")).text();
    await (await call("get_memory", "{")).text();
    await (await post(stack, '{"jsonrpc"')).text();
    const seen = await rows(stack, {}, 4);
    expect(seen).toMatchObject([
      {
        transport: "rest",
        method: "POST /tools/memory_status",
        target: "memory_status",
        outcome: "ok",
        client: { name: "test-client", version: "8.9.1" },
      },
      {
        transport: "rest",
        method: "POST /tools/get_memory",
        outcome: "error",
        errorCode: "invalid_argument",
        httpStatus: 400,
      },
      { transport: "rest", method: "POST /tools/get_memory", outcome: "error", errorCode: "invalid_argument" },
      {
        transport: "http",
        method: "POST /mcp",
        target: null,
        outcome: "error",
        errorCode: "invalid_argument",
        httpStatus: 400,
      },
    ]);
  });

  it("records a refused stream, but not an opened one", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    const headers = { authorization: `Bearer ${stack.token}`, accept: "text/event-stream" };
    await (await fetch(stack.url, { headers: { ...headers, "mcp-session-id": "gone" } })).text();
    const abort = new AbortController();
    await fetch(stack.url, { headers: { ...headers, ...session }, signal: abort.signal });
    abort.abort();
    await (await post(stack, "[]", session)).text();
    const seen = await rows(stack, {}, 3);
    expect(seen.map(({ method, httpStatus, errorCode }) => [method, httpStatus, errorCode])).toEqual([
      ["initialize", 200, null],
      ["GET /mcp", 404, "-32001"],
      ["POST /mcp", 400, "-32600"],
    ]);
  });

  it("serves requests when the recorder fails", async () => {
    const stack = await openTestStack();
    const session = await openSession(stack);
    await stack.log.close();
    expect((await post(stack, { jsonrpc: "2.0", id: 1, method: "ping" }, session)).status).toBe(200);
  });
});
