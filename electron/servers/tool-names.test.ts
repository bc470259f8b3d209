import path from "node:path";
import { expect, it } from "vitest";
import { connectV2 } from "../../tests/testing/clients.ts";
import type { NewServer } from "../core/servers.ts";
import { program } from "./testing/definitions.ts";
import { openGateway } from "./testing/open-gateway.ts";

const PROCESS = path.join(import.meta.dirname, "testing", "scripted-process.ts");
const MODEL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

function withNames(tools: readonly object[], prompts: readonly string[] = []): NewServer {
  const capabilities = { tools: {}, prompts: {} };
  const serverInfo = { name: "named", version: "1" };
  const script = {
    initialize: { result: { protocolVersion: "2025-06-18", capabilities, serverInfo } },
    "tools/list": { result: { tools: tools.map((tool) => ({ inputSchema: { type: "object" }, ...tool })) } },
    "prompts/list": { result: { prompts: prompts.map((name) => ({ name })) } },
  };
  return program("named", [PROCESS, JSON.stringify(script)]);
}

it("leaves out tools and prompts whose names have hidden characters or are too long, and names them", async () => {
  const refused = ["two\nlines", "x".repeat(257), "e\u200bcho"];
  const server = withNames(
    [...refused, "ns.tool", "Get-Thing_2"].map((name) => ({ name })),
    ["Summarise text", "\u001b[2J", "", "a\nb"],
  );
  const { stack, servers, token, idOf } = await openGateway([server]);
  expect(servers.tools(idOf("named")).map(({ name }) => name)).toEqual(["ns.tool", "Get-Thing_2"]);
  const problem = servers.list()[0]?.problem;
  expect(problem?.details?.reason).toBe("server_entries_invalid");
  expect(problem?.details?.parts).toHaveLength(refused.length + 3);
  expect(problem?.message).not.toMatch(/\p{C}/u);
  expect(
    servers
      .log(idOf("named"))
      .map(({ text }) => text)
      .join("\n"),
  ).toContain("Left out of tools/list: two lines (its name needs at most 256 visible characters)");
  const client = await connectV2(stack, "auto", { token: await token({ named: "all" }) });
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("Summarise text");
});

/** A server that returns the name with which its tool was called. */
const ECHO = `
const tools = JSON.parse(process.argv[1]).map((name) => ({ name, inputSchema: { type: "object" } }));
const results = (params) => ({
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "n", version: "1" } },
  "tools/list": { tools },
  "tools/call": { content: [{ type: "text", text: params?.name }] },
});
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = results(params)[method];
  const error = { code: -32601, message: "Method not found" };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) }));
});`;

it("gives tools other names if model interfaces refuse theirs, shows the original, and calls them by it", async () => {
  const originals = ["a/b", "a b", "a_b", "ns.tool", "", "查询", "x".repeat(129), "Get-Thing_2"];
  const { stack, servers, token, idOf } = await openGateway([
    program("named", ["-e", ECHO, JSON.stringify(originals)]),
    program("other", ["-e", ECHO, JSON.stringify(["ns_tool"])]),
  ]);
  const client = await connectV2(stack, "auto", { token: await token({ named: "all", other: "all" }) });
  const { tools } = await client.listTools();
  const exposed = new Map(servers.tools(idOf("named")).map(({ name, exposedName }) => [name, exposedName]));
  expect([...exposed.keys()]).toEqual(originals);
  expect([...exposed.values()].filter((name) => name === null || !MODEL_NAME.test(name))).toEqual([]);
  expect(exposed.get("ns.tool")).toBe("named__ns_tool");
  expect(exposed.get("a_b")).toBe("a_b");
  for (const [name, other] of exposed) {
    const tool = tools.find((one) => one.name === other);
    expect(tool?.title).toBe(other?.endsWith(name) ? undefined : name);
    const { content } = await client.callTool({ name: other ?? "", arguments: {} });
    expect(content).toEqual([{ type: "text", text: name }]);
  }
});

it("does not approve a tool whose name or title resembles a tool of Recollect, and prefixes it", async () => {
  const similar = ["Capture_Memory", "capturememory", "list-memorles", "call_tool"];
  const tools = [
    ...similar.map((name) => ({ name })),
    { name: "harmless", title: "Sеarch memories" },
    { name: "hinted", annotations: { title: "find tools" } },
    { name: "plain", title: "Find notes" },
  ];
  const { stack, servers, token, idOf } = await openGateway([withNames(tools, ["Recall-Context", "greet"])]);
  const id = idOf("named");
  const found = servers.tools(id).map(({ name, state, findings }) => [name, state, findings.map(({ kind }) => kind)]);
  expect(found).toHaveLength(tools.length);
  for (const [name, state, kinds] of found) {
    expect([name, state, kinds]).toEqual(name === "plain" ? [name, "approved", []] : [name, "new", ["lookalike"]]);
  }
  servers.approve(id, similar);
  const client = await connectV2(stack, "auto", { token: await token({ named: "all" }) });
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(similar.map((name) => `named__${name}`)));
  for (const name of similar) expect(names).not.toContain(name);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["named__Recall-Context", "greet"]),
  );
});
