import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { META_2026, openSession, post } from "../../tests/testing/clients.ts";
import type { NewServer } from "../core/servers.ts";
import { program } from "./testing/definitions.ts";
import { openGateway } from "./testing/open-gateway.ts";
import { openServers, textOf } from "./testing/open-servers.ts";
import { responseTo, type Script } from "./testing/scripted-responses.ts";

const GOOD = { name: "good", inputSchema: { type: "object" } };
const RESULT = { result: { content: [{ type: "text", text: "fine" }] } };
const BASE: Script = { "tools/list": { result: { tools: [GOOD] } }, "tools/call": RESULT };

const PROCESS = path.join(import.meta.dirname, "testing", "scripted-process.ts");

function onStdio(script: Script): NewServer {
  return program("scripted", [PROCESS, JSON.stringify({ ...BASE, ...script })]);
}

async function overHttp(script: Script, type = "application/json"): Promise<NewServer> {
  const server: Server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const body = responseTo({ ...BASE, ...script }, JSON.parse(text));
    if (body === null) return void response.writeHead(202).end();
    const isStream = type === "text/event-stream";
    response.writeHead(200, { "content-type": type });
    response.end(isStream && body !== "" && !body.startsWith("event:") ? `data: ${body}\n\n` : body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { name: "scripted", transport: { kind: "http", url, headers: {} }, secrets: {} };
}

async function add(server: NewServer) {
  const { servers } = openServers({ limits: { callTimeoutMs: 20_000 } });
  const { id } = await servers.add(server);
  const log = () => servers.log(id).map(({ text }) => text);
  const names = () => servers.tools(id).map(({ name }) => name);
  const [summary] = servers.list();
  return { id, servers, log, names, summary };
}

const initialize = (changes: object) => ({
  initialize: { result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, ...changes } },
});

describe.each([
  ["stdio", async (script: Script) => onStdio(script)],
  ["HTTP", (script: Script) => overHttp(script)],
  ["an event stream over HTTP", (script: Script) => overHttp(script, "text/event-stream")],
] as const)("a server over %s", (_transport, serverWith) => {
  it("offers its tools without the lists that it declares and does not implement", async () => {
    const capabilities = { tools: {}, prompts: {}, resources: {} };
    const serverInfo = { name: "s", version: "1" };
    const { servers, id, summary } = await add(await serverWith(initialize({ capabilities, serverInfo })));
    expect(summary).toMatchObject({ prompts: 0, resources: 0, problem: null });
    expect(textOf((await servers.call(id, "good", {})).result)).toBe("fine");
  });

  it("fails a call whose result has too many levels, with the reason, and serves others", async () => {
    const deep = (levels: number) =>
      `{"jsonrpc":"2.0","id":$ID,"result":{"content":[{"type":"text","text":"deep"}],"structuredContent":{"a":${"[".repeat(levels)}${"]".repeat(levels)}}}}`;
    const tools = { result: { tools: [GOOD, { ...GOOD, name: "deep" }, { ...GOOD, name: "allowed" }] } };
    const { servers, id } = await add(
      await serverWith({
        "tools/list": tools,
        "tools/call deep": deep(20_000),
        "tools/call allowed": deep(1000),
        "tools/call good": RESULT,
      }),
    );
    await expect(servers.call(id, "deep", {})).rejects.toThrow("more than 1100 levels");
    expect(textOf((await servers.call(id, "allowed", {})).result)).toBe("deep");
    expect(textOf((await servers.call(id, "good", {})).result)).toBe("fine");
  });

  it("loses only its invalid tools, which the log and its problem name", async () => {
    const tools = [
      { name: "no-schema" },
      {
        ...GOOD,
        name: "null-members",
        title: null,
        description: null,
        annotations: null,
        outputSchema: null,
        _meta: null,
      },
      { ...GOOD, name: "bad-annotation", annotations: { readOnlyHint: "yes" } },
      { ...GOOD, name: "bad-icon", icons: [{ src: 5 }] },
      { ...GOOD, name: 7 },
      { name: "null-schema-members", inputSchema: { properties: null, required: null } },
      "not a tool",
      GOOD,
    ];
    const opened = await add(await serverWith({ "tools/list": { result: { tools, nextCursor: null, _meta: null } } }));
    expect(opened.names()).toEqual(["null-members", "null-schema-members", "good"]);
    expect(opened.log().join("\n")).toMatch(/no-schema.*\n.*bad-annotation.*\n.*bad-icon/);
    expect(opened.summary?.problem?.message).toContain("no-schema, bad-annotation, bad-icon");
    expect(textOf((await opened.servers.call(opened.id, "good", {})).result)).toBe("fine");
  });

  it("passes texts on without control and tag characters, which a model reads and a person does not see", async () => {
    const hidden = "\u001b[31mre\u009bd\u0007 \u{e0049}\u{e0047}\u{e004e}\u{fffe}text";
    const link = { type: "resource_link", uri: "notes:a", name: hidden };
    const hiddenLink = { ...link, uri: `notes:${hidden}` };
    const content = [{ type: "text", text: hidden }, link, hiddenLink];
    const result = { content, structuredContent: { name: hidden } };
    const failure = { error: { code: -32000, message: hidden } };
    const opened = await add(
      await serverWith({
        "tools/list": {
          result: {
            tools: [
              { ...GOOD, description: hidden },
              { ...GOOD, name: "failing" },
            ],
          },
        },
        "tools/call good": { result },
        "tools/call failing": failure,
      }),
    );
    const visible = "[31mred text";
    expect(opened.servers.tools(opened.id)[0]?.description).toBe(visible);
    expect((await opened.servers.call(opened.id, "good", {})).result).toEqual({
      content: [
        { type: "text", text: visible },
        { ...link, name: visible },
      ],
      structuredContent: { name: visible },
    });
    expect(opened.log().join("\n")).toContain("its address has control characters");
    await expect(opened.servers.call(opened.id, "failing", {})).rejects.toThrow(visible);
  });

  it("loses only its invalid prompts, resources and templates", async () => {
    const capabilities = { tools: {}, prompts: {}, resources: { subscribe: null }, logging: null, completions: true };
    const opened = await add(
      await serverWith({
        ...initialize({ capabilities, serverInfo: { name: "s", version: null, icons: "none" }, instructions: null }),
        "prompts/list": { result: { prompts: [{ name: "p", arguments: null, description: null }, { title: "x" }] } },
        "resources/list": { result: { resources: [{ uri: "a:b", name: "r", mimeType: null }, { name: "x" }] } },
        "resources/templates/list": { error: { code: -32603, message: "broken" } },
      }),
    );
    expect(opened.summary).toMatchObject({ prompts: 1, resources: 1, identity: { name: "s", version: "" } });
    expect(opened.log().join("\n")).toContain("broken");
  });

  it("passes the valid parts of a result, and fails a call without any in one sentence", async () => {
    const text = { type: "text", text: "seen", annotations: null, _meta: { "a/b": null } };
    const opened = await add(
      await serverWith({
        "tools/list": { result: { tools: [GOOD, { ...GOOD, name: "lost" }, { ...GOOD, name: "partly" }] } },
        "tools/call partly": {
          result: {
            content: [{ type: "video", url: "x" }, text, { type: "image" }],
            structuredContent: null,
            isError: null,
          },
        },
        "tools/call lost": { result: { content: [{ type: "video", url: "x".repeat(20_000) }] } },
      }),
    );
    const { result } = await opened.servers.call(opened.id, "partly", {});
    expect(result).toEqual({ content: [{ type: "text", text: "seen", _meta: { "a/b": null } }] });
    expect(opened.log().join("\n")).toMatch(/content\[0\].*video/);
    const lost = await opened.servers.call(opened.id, "lost", {}).catch((error: Error) => error);
    expect(lost).toMatchObject({ code: "unavailable" });
    expect((lost as Error).message.length).toBeLessThan(400);
  });

  it("accepts responses with additional and null members, and fails unusable ones immediately", async () => {
    const named = (name: string) => ({ ...GOOD, name });
    const names = ["null-error", "null-result", "text-result", "text-code", "bare", "null-meta"];
    const content = [{ type: "text", text: "fine" }];
    const opened = await add(
      await serverWith({
        "tools/list": { result: { tools: [GOOD, ...names.map(named)] } },
        "tools/call null-error": { ...RESULT, error: null, extra: 1 },
        "tools/call null-meta": { result: { content, _meta: null } },
        "tools/call null-result": { result: null },
        "tools/call text-result": { result: "fine" },
        "tools/call text-code": { error: { code: "E1", message: "denied", data: null } },
        "tools/call bare": `{"id":$ID,"result":${JSON.stringify(RESULT.result)}}`,
      }),
    );
    const call = (name: string) => opened.servers.call(opened.id, name, {});
    for (const name of ["null-error", "bare", "null-meta"])
      expect(textOf((await call(name)).result), name).toBe("fine");
    await expect(call("text-code")).rejects.toMatchObject({ code: -32603, message: expect.stringContaining("denied") });
    await expect(call("text-result")).rejects.toThrow("not an object");
    expect((await call("null-result")).result).toMatchObject({ content: [] });
  });
});

it("passes icons, `_meta` and further members of tools and prompts on, and keeps approved texts", async () => {
  const _meta = { ui: { resourceUri: "ui://board/view" }, "openai/outputTemplate": "ui://board" };
  const extra = { _meta, icons: [{ src: "data:,", sizes: ["any"] }], "x-vendor": { cost: 1 } };
  const annotations = { readOnlyHint: true, category: "boards" };
  const tool = {
    ...GOOD,
    description: "Shows the board.",
    annotations,
    execution: { taskSupport: "optional" },
    ...extra,
  };
  const prompt = { name: "p", arguments: [{ name: "a", "x-hint": "b" }], _meta };
  const { stack, token } = await openGateway([
    onStdio({
      ...initialize({ capabilities: { tools: {}, prompts: {} }, serverInfo: { name: "s", version: "1" } }),
      "tools/list": { result: { tools: [tool] } },
      "prompts/list": { result: { prompts: [prompt] } },
    }),
  ]);
  const { execution: _execution, ...passed } = tool;
  const session = await openSession(stack, {
    headers: { authorization: `Bearer ${await token({ scripted: "all" })}` },
  });
  const list = async (method: string) => {
    const response = await post(stack, { jsonrpc: "2.0", id: 1, method }, session);
    return ((await response.json()) as { result: Record<string, { name: string }[]> }).result;
  };
  expect((await list("tools/list")).tools?.find(({ name }) => name === "good")).toEqual(passed);
  expect((await list("prompts/list")).prompts?.find(({ name }) => name === "p")).toEqual(prompt);
});

it("passes members of a result's parts that the SDK does not know to clients of both revisions", async () => {
  const result = {
    content: [{ type: "text", text: "seen", "x-source": "disk", annotations: { priority: 1, "x-tone": "calm" } }],
    "x-cost": 3,
  };
  const { stack, token } = await openGateway([onStdio({ "tools/call": { result } })]);
  const headers = { authorization: `Bearer ${await token({ scripted: "all" })}` };
  const stateless = {
    ...headers,
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "good",
  };
  for (const [sent, params] of [
    [await openSession(stack, { headers }), {}],
    [stateless, { _meta: META_2026 }],
  ] as const) {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "good", arguments: {}, ...params } };
    expect(await (await post(stack, call, sent)).json()).toMatchObject({ result });
  }
});

it("fails a call immediately if its event stream ends without a result, or reports an error", async () => {
  const named = (name: string) => ({ ...GOOD, name });
  const server = await overHttp(
    {
      "tools/list": { result: { tools: ["empty", "failed"].map(named) } },
      "tools/call empty": "",
      "tools/call failed": "event: error\ndata: overloaded\n\n",
    },
    "text/event-stream",
  );
  const { servers, id } = await add(server);
  await expect(servers.call(id, "empty", {})).rejects.toThrow("ended without a result");
  await expect(servers.call(id, "failed", {})).rejects.toThrow("overloaded");
});
