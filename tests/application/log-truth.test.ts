import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RequestFilter } from "../../electron/core/request-filter.ts";
import { REPLAY_HEADER, type RequestDetail } from "../../electron/core/request-log.ts";
import { createFixtureTools } from "../shim/fixture-tools.ts";
import {
  attachedEnv,
  callTool,
  createResources,
  INITIALIZED,
  initialize,
  modern,
  serveStack,
  spawnShim,
} from "../shim/shim-process.ts";
import { openSession, post, until } from "../testing/clients.ts";
import type { Stack } from "../testing/stack.ts";

let resources: ReturnType<typeof createResources>;
let fixtures: ReturnType<typeof createFixtureTools>;
let stack: Stack;
let folder: string;

beforeEach(async () => {
  resources = createResources();
  fixtures = createFixtureTools();
  ({ stack, folder } = await serveStack(resources, { sources: [fixtures.source] }));
});
afterEach(() => resources.release());

/** Waits for `count` rows and returns them with their bodies, oldest first. */
async function recorded(count: number, filter: RequestFilter = {}): Promise<RequestDetail[]> {
  const page = await until(
    () => stack.log.list(filter, 500, null),
    ({ items }) => items.length >= count,
  );
  expect(page.items).toHaveLength(count);
  const details = await Promise.all(page.items.toReversed().map(({ id }) => stack.log.get(id)));
  return details.filter((detail) => detail !== null);
}

/** The JSON texts of a response, sent as a body or as events. */
function textsOf(response: string): string[] {
  if (!response.startsWith("event:") && !response.startsWith("id:") && !response.startsWith("data:")) return [response];
  return [...response.matchAll(/^data: (.+)$/gm)].map((match) => match[1] ?? "");
}

const STATELESS_HEADERS = { "mcp-protocol-version": "2026-07-28" };

describe("the request log", () => {
  it("contains requests and responses byte for byte, in both revisions, as bodies and as streams", async () => {
    const session = await openSession(stack);
    const sent: { readonly request: string; readonly responses: readonly string[] }[] = [];
    const send = async (message: object, headers: Record<string, string>) => {
      const request = `${JSON.stringify(message, null, 1)} `;
      const response = await post(stack, request, headers);
      sent.push({ request, responses: textsOf(await response.text()) });
    };
    await send(callTool(1, "echo", { text: 'é 😀 \u2028 \\ " </script>' }), session);
    await send(callTool("two", "steps", {}, { progressToken: "p" }), session);
    await send({ jsonrpc: "2.0", id: 3, method: "no/such" }, session);
    await send(callTool(4, "get_memory", { id: "none" }), session);
    await send(modern(5, "tools/call", { name: "echo", arguments: { text: "modern" } }), {
      ...STATELESS_HEADERS,
      "mcp-method": "tools/call",
      "mcp-name": "echo",
    });
    const calls = await recorded(4, { method: "tools/call" });
    const rows = [...calls, ...(await recorded(1, { method: "no/such" }))];
    for (const { request, responses } of sent) {
      const row = rows.find(({ requestBody }) => requestBody === request);
      expect(row?.responseBody).toBe(responses.at(-1));
      expect(row).toMatchObject({
        requestBytes: Buffer.byteLength(request),
        responseBytes: Buffer.byteLength(responses.at(-1) ?? ""),
        truncated: false,
        httpStatus: expect.any(Number),
      });
      expect(row?.readMs).toBeGreaterThanOrEqual(0);
      expect(row?.firstByteMs).toBeGreaterThan(0);
      expect(row?.firstByteMs).toBeLessThanOrEqual(row?.durationMs ?? 0);
      expect(row?.responseHeaders).toMatchObject({ "content-type": expect.any(String) });
    }
    expect(rows.map(({ target, outcome, errorCode }) => [target, outcome, errorCode])).toEqual([
      ["echo", "ok", null],
      ["steps", "ok", null],
      ["get_memory", "error", expect.any(String)],
      ["echo", "ok", null],
      [null, "error", "-32601"],
    ]);
    const progress = await recorded(3, { method: "notifications/progress" });
    expect(progress.map(({ responseBody }) => responseBody)).toEqual(sent[1]?.responses.slice(0, 3));
    expect(progress[0]).toMatchObject({ direction: "sent", requestBody: null });
  });

  it("contains each message of a batch, requests to the client, and the client's responses", async () => {
    const old = await openSession(stack, { version: "2025-03-26" });
    const batch = [callTool(1, "echo", { text: "a" }), INITIALIZED, { jsonrpc: "2.0", id: 2, method: "ping" }];
    const responses = JSON.parse(await (await post(stack, batch, old)).text()) as { id: number }[];
    const [echo] = await recorded(1, { target: "echo" });
    expect(JSON.parse(echo?.requestBody ?? "")).toEqual(batch[0]);
    expect(JSON.parse(echo?.responseBody ?? "")).toEqual(responses.find(({ id }) => id === 1));
    const [ping] = await recorded(1, { method: "ping" });
    expect(JSON.parse(ping?.responseBody ?? "")).toEqual(responses.find(({ id }) => id === 2));
    expect(await recorded(1, { method: "notifications/initialized" })).toMatchObject([
      { messageId: null, responseBody: null },
    ]);

    const shim = spawnShim(resources, attachedEnv(folder));
    shim.send(initialize(), INITIALIZED);
    await shim.answer("init");
    shim.send(callTool("ask", "ask_roots"));
    const question = JSON.parse(await shim.line((line) => line.includes("roots/list"))) as { id: number };
    const rootsResult = { jsonrpc: "2.0", id: question.id, result: { roots: [{ uri: "file:///home/me" }] } };
    shim.send(rootsResult);
    const askResult = await shim.answer("ask");
    const [sent, received] = await recorded(2, { method: "roots/list" });
    expect(sent).toMatchObject({ direction: "sent", messageId: JSON.stringify(question.id), transport: "stdio" });
    expect(JSON.parse(sent?.responseBody ?? "")).toEqual(question);
    expect(received).toMatchObject({ direction: "received", messageId: JSON.stringify(question.id), outcome: "ok" });
    expect(JSON.parse(received?.requestBody ?? "")).toEqual(rootsResult);
    const [call] = await recorded(1, { target: "ask_roots" });
    expect(JSON.parse(call?.responseBody ?? "")).toEqual(askResult);
    expect(call?.client).toEqual({ name: "raw-client", version: "1.0" });
  });

  it("contains cancelled, abandoned, too large, malformed and incomplete requests", async () => {
    const session = await openSession(stack);
    const cancelled = post(stack, callTool(1, "wait", { label: "cancelled" }), session);
    await until(() => fixtures.running.has("cancelled"), Boolean);
    await post(stack, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }, session);
    await (await cancelled).text().catch(() => "");
    const leaving = new AbortController();
    const left = fetch(stack.url, {
      method: "POST",
      headers: {
        ...session,
        authorization: `Bearer ${stack.token}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify(callTool(2, "wait", { label: "left" })),
      signal: leaving.signal,
    }).catch(() => null);
    await until(() => fixtures.running.has("left"), Boolean);
    leaving.abort();
    await left;
    expect(await recorded(2, { target: "wait" })).toMatchObject([
      { messageId: "1", outcome: "cancelled", errorCode: null },
      { messageId: "2", outcome: "cancelled", errorCode: null, responseBody: null },
    ]);

    await (await post(stack, '{"jsonrpc":"2.0","id":3,', session)).text();
    await (await post(stack, JSON.stringify(callTool(4, "echo", { text: "x".repeat(5_000_000) })), session)).text();
    const socket = connect(Number(new URL(stack.url).port), "127.0.0.1");
    const head = [
      "POST /mcp HTTP/1.1",
      `Host: ${new URL(stack.url).host}`,
      `Authorization: Bearer ${stack.token}`,
      "Content-Length: 500",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n{"jsonrpc"`, () => socket.destroy());
    expect(await recorded(3, { method: "POST /mcp" })).toMatchObject([
      { outcome: "error", errorCode: "invalid_argument", httpStatus: 400, requestBody: null },
      { outcome: "error", errorCode: "too_large", httpStatus: 413, requestBody: null },
      { outcome: "cancelled", errorCode: null, httpStatus: null, requestBody: null },
    ]);

    const long = JSON.stringify(callTool(5, "measure", { text: `${"long ".repeat(40_000)}end` }));
    const measuredText = await (await post(stack, long, session)).text();
    const [measured] = await recorded(1, { target: "measure" });
    expect(measured).toMatchObject({ truncated: true, requestBytes: Buffer.byteLength(long) });
    expect(measured?.requestBody).toBe(long.slice(0, 64 * 1024));
    expect(measured?.responseBody).toBe(textsOf(measuredText).at(-1));
  });

  it("contains REST calls, and ignores a replay header that is not from the owner", async () => {
    const headers = { authorization: `Bearer ${stack.token}`, "user-agent": "script/1", [REPLAY_HEADER]: "7" };
    const body = '{ "content": "From a script." }';
    const response = await fetch(`${stack.origin}/tools/capture_memory?from=here`, { method: "POST", headers, body });
    const responseText = await response.text();
    const [row] = await recorded(1, { transport: "rest" });
    expect(row).toMatchObject({
      method: "POST /tools/capture_memory",
      target: "capture_memory",
      requestBody: body,
      responseBody: responseText,
      httpStatus: 200,
      // Only the owner's replays count.
      replayOf: null,
      server: null,
      serverMs: null,
    });
  });

  it("contains no secrets", async () => {
    const secrets = ["hunter2-hunter2", "sk-abcdefghijklmnopqrstuv", "ghp_abcdefghijklmnopqrst1234", "p4ssw0rd!inside"];
    const [password = "", openai = "", github = "", address = ""] = secrets;
    const session = await openSession(stack, { headers: { "x-api-key": password, cookie: `session=${password}` } });
    const args = { text: `the key is ${openai}`, password, nested: [{ apiKey: password, list: [github] }] };
    await (await post(stack, callTool(1, "echo", args), session)).text();
    await (await post(stack, [callTool(2, "echo", args), { jsonrpc: "2.0", id: 3, method: "ping" }], session)).text();
    const uri = `recollect://user:${address}@host/x`;
    await (await post(stack, { jsonrpc: "2.0", id: 4, method: "resources/read", params: { uri } }, session)).text();
    const rest = { authorization: `Bearer ${stack.token}` };
    const body = JSON.stringify({ query: `Authorization: Bearer ${github}` });
    await (
      await fetch(`${stack.origin}/tools/search_memories?token=${password}`, { method: "POST", headers: rest, body })
    ).text();
    await until(
      () => stack.log.list({ transport: "rest" }, 10, null),
      ({ items }) => items.length === 1,
    );
    const { lines } = await stack.log.exportPart({}, null);
    for (const secret of [...secrets, stack.token]) expect(lines).not.toContain(secret);
    const rows = lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as RequestDetail);
    const echoed = rows.find(({ target }) => target === "echo");
    expect(JSON.parse(echoed?.requestBody ?? "").params.arguments).toEqual({
      text: "the key is [redacted]",
      password: "[redacted]",
      nested: [{ apiKey: "[redacted]", list: ["[redacted]"] }],
    });
    expect(echoed?.requestHeaders).toMatchObject({
      authorization: "[redacted]",
      cookie: "[redacted]",
      "x-api-key": "[redacted]",
    });
  });

  it("contains every message exactly once under load", async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => openSession(stack)));
    await Promise.all(
      sessions.map(async (session, lane) => {
        for (let number = 0; number < 100; number++) {
          await (
            await post(stack, callTool(`${lane}-${number}`, "echo", { text: `${lane} ${number}` }), session)
          ).text();
        }
      }),
    );
    const rows = await until(
      () => stack.log.list({ method: "tools/call" }, 1000, null),
      ({ items }) => items.length >= 800,
    );
    expect(new Set(rows.items.map(({ messageId }) => messageId)).size).toBe(800);
    expect(rows.items).toHaveLength(800);
    const rates = await stack.log.rates({ minutes: 5 });
    expect(rates.minutes.reduce((sum, { requests }) => sum + requests, 0)).toBe(808);
  });

  it("counts many invalid tokens in a few rows, and serves and records every valid request", async () => {
    const session = await openSession(stack);
    const bad = 2_000;
    let sent = 0;
    let served = 0;
    await Promise.all([
      ...Array.from({ length: 8 }, async () => {
        while (sent < bad) {
          const authorization = `Bearer guess-${sent++}`;
          await (await post(stack, callTool(1, "echo", { text: "let me in" }), { authorization })).text();
        }
      }),
      (async () => {
        for (let number = 0; number < 20; number++) {
          const response = await post(stack, callTool(`good-${number}`, "echo", { text: "x" }), session);
          if (response.status === 200) served += 1;
          await response.text();
        }
      })(),
    ]);
    expect(served).toBe(20);
    expect(await recorded(20, { method: "tools/call" })).toHaveLength(20);
    await stack.http.close();
    const { items } = await until(
      () => stack.log.list({ refused: true }, 500, null),
      (page) => page.items.length >= 4,
    );
    expect(items.map(({ refusal }) => refusal?.requests)).toEqual([bad - 3, 1, 1, 1]);
    expect((await stack.log.exportPart({ refused: true }, null)).lines).not.toMatch(/guess|let me in/);
  });
});
