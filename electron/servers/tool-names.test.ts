import path from "node:path";
import { expect, it } from "vitest";
import { connectV2 } from "../../tests/testing/clients.ts";
import type { NewServer } from "../core/servers.ts";
import { program } from "./testing/definitions.ts";
import { openGateway } from "./testing/open-gateway.ts";

const PROCESS = path.join(import.meta.dirname, "testing", "scripted-process.ts");
const MODEL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

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

it("leaves out tools and prompts whose names are not allowed, and names them", async () => {
  const refused = ["capture_memory ", "сapture_memory", "", "two\nlines", "x".repeat(129), "a/b", "a b", "e\u200bcho"];
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
  ).toContain(
    "Left out of tools/list: a/b (its name needs 1 to 128 ASCII letters, digits, underscores, hyphens and dots)",
  );
  const client = await connectV2(stack, "auto", { token: await token({ named: "all" }) });
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names.filter((name) => !MODEL_NAME.test(name))).toEqual([]);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain("Summarise text");
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
