import { describe, expect, it, onTestFinished } from "vitest";
import { createFixtureTools } from "../../tests/shim/fixture-tools.ts";
import { openSession, openTestStack, post, until } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";

const PING = { jsonrpc: "2.0", id: 7, method: "ping" };

/** A client with a token of its own. */
async function connect(stack: Stack, subject: string) {
  const authorization = `Bearer ${await stack.issue({ access: "read", domains: ["owner/repo"] }, subject)}`;
  const row = (await stack.tokens.list()).find((token) => token.subject === subject);
  return { authorization, tokenId: row?.id ?? "" };
}

/** Opens a stream that is closed after the test; `ended` is whether the server ended it. */
async function watch(response: Promise<Response>, abort: AbortController) {
  const stream = { status: (await response).status, ended: false };
  const reading = (async () => {
    for await (const _chunk of (await response).body ?? []);
    stream.ended = true;
  })().catch(() => undefined);
  onTestFinished(async () => {
    abort.abort();
    await reading;
  });
  return stream;
}

function getStream(stack: Stack, headers: Readonly<Record<string, string>>) {
  const abort = new AbortController();
  return watch(fetch(stack.url, { headers: { accept: "text/event-stream", ...headers }, signal: abort.signal }), abort);
}

function listen(stack: Stack, authorization: string, id: number, resourceSubscriptions: readonly string[] = ["r://x"]) {
  const abort = new AbortController();
  const body = {
    jsonrpc: "2.0",
    id,
    method: "subscriptions/listen",
    params: {
      notifications: { resourcesListChanged: true, resourceSubscriptions },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: `listener ${id}`, version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const response = fetch(stack.url, {
    method: "POST",
    headers: {
      authorization,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    },
    body: JSON.stringify(body),
    signal: abort.signal,
  });
  return watch(response, abort);
}

describe("the sessions of one token", () => {
  it("are at most 64: the oldest gives way, also with an open stream, and can be resumed", async () => {
    const stack = await openTestStack({ maximumSessionsOfToken: 64 });
    const { authorization } = await connect(stack, "hog");
    const sessions = [];
    const streams: Awaited<ReturnType<typeof listen>>[] = [];
    for (let count = 0; count < 70; count += 1) {
      const session = await openSession(stack, { headers: { authorization } });
      sessions.push(session);
      streams.push(await getStream(stack, session));
    }
    await until(
      () => streams.map(({ ended }) => ended),
      (ended) => ended.slice(0, 6).every(Boolean),
    );
    expect(streams.map(({ ended }) => ended).slice(6)).toEqual(Array(64).fill(false));
    const live = stack.mcp.sessions().map(({ id }) => id);
    expect(live).toEqual(sessions.slice(6).map((session) => session["mcp-session-id"]));
    expect((await post(stack, PING, sessions[0])).status).toBe(200);
    expect(stack.mcp.sessions()).toHaveLength(64);
  });

  it("are at most 64 if they are opened at the same time", async () => {
    const stack = await openTestStack({ maximumSessionsOfToken: 64 });
    const { authorization } = await connect(stack, "hog");
    await Promise.all(Array.from({ length: 200 }, () => openSession(stack, { headers: { authorization } })));
    expect(stack.mcp.sessions()).toHaveLength(64);
  });

  it("do not end a session of another token, also past the maximum of all", async () => {
    const stack = await openTestStack({ maximumSessions: 10, maximumSessionsOfToken: 8 });
    const other = await connect(stack, "other");
    const kept = await openSession(stack, { headers: { authorization: other.authorization } });
    const keptStream = await getStream(stack, kept);
    for (const subject of ["hog", "second hog"]) {
      const { authorization } = await connect(stack, subject);
      for (let count = 0; count < 12; count += 1) {
        await getStream(stack, await openSession(stack, { headers: { authorization } }));
      }
    }
    // The owner is served although every session has an open stream.
    const own = await openSession(stack);
    expect((await post(stack, PING, own)).status).toBe(200);
    expect((await post(stack, PING, kept)).status).toBe(200);
    expect(keptStream.ended).toBe(false);
    expect(stack.mcp.sessions()).toHaveLength(10);
  });

  it("do not displace each other by reopening streams: a stream waits until a session without one gives way", async () => {
    const stack = await openTestStack({ maximumSessionsOfToken: 4 });
    const { authorization } = await connect(stack, "hog");
    const sessions = [];
    const streams: Awaited<ReturnType<typeof listen>>[] = [];
    for (let count = 0; count < 5; count += 1) {
      const session = await openSession(stack, { headers: { authorization } });
      sessions.push(session);
      streams.push(await getStream(stack, session));
    }
    await until(
      () => streams[0]?.ended,
      (ended) => ended === true,
    );
    for (let tries = 0; tries < 3; tries += 1) {
      const headers = { authorization, accept: "text/event-stream", ...sessions[0] };
      const refused = await fetch(stack.url, { headers });
      expect(refused.status).toBe(503);
      expect(refused.headers.get("retry-after")).toBe("5");
      await refused.text();
    }
    expect(streams.slice(1).map(({ ended }) => ended)).toEqual([false, false, false, false]);
    expect((await post(stack, PING, sessions[0])).status).toBe(200);
  });

  it("keep their requests in progress, and one more is refused with the reason while all are busy", async () => {
    const fixture = createFixtureTools();
    const stack = await openTestStack({ maximumSessionsOfToken: 2, sources: [fixture.source] });
    const busy = [];
    for (const label of ["one", "two"]) {
      const session = await openSession(stack);
      const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "wait", arguments: { label } } };
      busy.push(post(stack, call, session));
    }
    await until(
      () => fixture.running.size,
      (calls) => calls === 2,
    );
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const initialize = { jsonrpc: "2.0", id: 9, method: "initialize", params };
    const refused = await post(stack, initialize);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      id: 9,
      error: { message: expect.stringContaining("Close some of them") },
    });
    for (const label of ["one", "two"]) fixture.finish(label);
    for (const response of busy) expect((await response).status).toBe(200);
    expect((await post(stack, initialize)).status).toBe(200);
  });

  it("do not displace the stored sessions of another token", async () => {
    const stack = await openTestStack({ maximumSessions: 4 });
    const first = await openSession(stack);
    const { authorization } = await connect(stack, "hog");
    // More than all sessions that are stored.
    for (let count = 0; count < 1_010; count += 1) await openSession(stack, { headers: { authorization } });
    expect(stack.mcp.sessions().map(({ id }) => id)).not.toContain(first["mcp-session-id"]);
    expect((await post(stack, PING, first)).status).toBe(200);
  });
});

describe("the streams of one token in revision 2026", () => {
  it("are at most 64: the oldest is ended, and other tokens keep theirs", async () => {
    const stack = await openTestStack();
    const other = await listen(stack, `Bearer ${stack.token}`, 0);
    const { authorization } = await connect(stack, "hog");
    const streams: Awaited<ReturnType<typeof listen>>[] = [];
    for (let id = 1; id <= 70; id += 1) streams.push(await listen(stack, authorization, id));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    await until(
      () => [streams.map(({ ended }) => ended), stack.mcp.streams().length] as const,
      ([ended, open]) => ended.slice(0, 6).every(Boolean) && open === 65,
    );
    expect(streams.slice(6).map(({ ended }) => ended)).toEqual(Array(64).fill(false));
    expect(other.ended).toBe(false);
    expect(stack.mcp.streams().map((client) => client?.name)).toEqual([
      "listener 0",
      ...Array.from({ length: 64 }, (_, number) => `listener ${number + 7}`),
    ]);
  });

  it("have at most 1000 subscriptions each", async () => {
    const stack = await openTestStack();
    const uris = Array.from({ length: 1001 }, (_, number) => `recollect://memory/${number}`);
    expect((await listen(stack, `Bearer ${stack.token}`, 1, uris)).status).toBe(400);
    expect((await listen(stack, `Bearer ${stack.token}`, 1, uris.slice(1))).status).toBe(200);
  });
});
