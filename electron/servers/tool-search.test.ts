import { describe, expect, it } from "vitest";
import { connectV1, connectV2 } from "../../tests/testing/clients.ts";
import { createStemmer } from "../core/stem.ts";
import { MEMORY_TOOLS } from "../mcp/own-names.ts";
import { faulty, manyTools, official } from "./testing/definitions.ts";
import { openGateway } from "./testing/open-gateway.ts";
import { textOf } from "./testing/open-servers.ts";
import { createToolIndex } from "./tool-search.ts";

type AnyClient = Awaited<ReturnType<typeof connectV2>>;
const toolNames = async (client: Pick<AnyClient, "listTools">) =>
  (await client.listTools()).tools.map(({ name }) => name);
const SEARCHED = [...MEMORY_TOOLS, "find_tools", "describe_tool", "call_tool"];
const find = async (client: AnyClient, args: Record<string, unknown>) =>
  (await client.callTool({ name: "find_tools", arguments: args })).structuredContent as {
    tools: { name: string; server: string; summary: string }[];
    total: number;
  };

describe("more than forty tools of servers", () => {
  it("are found, described and called in both revisions, with four servers from npm and one of sixty tools", async () => {
    const { stack, token } = await openGateway([
      official("everything", "everything"),
      official("files", "filesystem", [process.cwd()]),
      official("graph", "memory"),
      official("thinking", "sequential-thinking"),
      manyTools("shop"),
    ]);
    const issued = await token({ everything: "all", files: "all", graph: "all", thinking: "all", shop: "all" });
    const v1 = (await connectV1(stack, { token: issued })) as unknown as AnyClient;
    const clients = [
      v1,
      await connectV2(stack, "legacy", { token: issued }),
      await connectV2(stack, "auto", { token: issued }),
    ];
    for (const client of clients) {
      expect(await toolNames(client)).toEqual(SEARCHED);
      const { tools, total } = await find(client, { query: "refunding an order" });
      expect(tools.slice(0, 12).map(({ name }) => name)).toEqual(expect.arrayContaining(["read_refund"]));
      expect(total).toBeGreaterThanOrEqual(tools.length);
      expect((await find(client, { query: "directory tree" })).tools[0]).toMatchObject({
        name: "directory_tree",
        server: "files",
      });
      expect((await find(client, { query: "" })).total).toBeGreaterThan(80);
      const one = await find(client, { query: "", server: "thinking", limit: 1 });
      expect(one.tools).toMatchObject([{ name: "sequentialthinking", server: "thinking" }]);
      const described = textOf(
        await client.callTool({ name: "describe_tool", arguments: { names: ["read_refund", "get-sum"] } }),
      );
      expect(described).toContain("read_refund (shop, read-only)\nReads one refund of the shop. The number is");
      expect(described).toContain('"description":"The number of the refund."');
      expect(described).toContain("get-sum (everything");
      const call = { name: "call_tool", arguments: { name: "read_refund", arguments: { number: 7 } } };
      expect(textOf(await client.callTool(call))).toBe('read_refund {"number":7}');
      const asText = { name: "call_tool", arguments: { name: "get-sum", arguments: '{"a":2,"b":3}' } };
      expect(textOf(await client.callTool(asText))).toContain("5");
    }
    const row = (server: string) => stack.log.list({ server }, 20, null).then(({ items }) => items);
    const rest = await fetch(`${stack.origin}/tools/call_tool`, {
      method: "POST",
      headers: { authorization: `Bearer ${issued}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "read_refund", arguments: { number: 8 } }),
    });
    expect(await rest.json()).toEqual({ content: [{ type: "text", text: 'read_refund {"number":8}' }] });
    await expect
      .poll(() => row("shop"))
      .toMatchObject([...clients, "REST"].map(() => ({ target: "read_refund", server: "shop", outcome: "ok" })));
    const client = clients[2] as AnyClient;
    const steps: number[] = [];
    const long = { name: "trigger-long-running-operation", arguments: { duration: 0.3, steps: 3 } };
    await client.callTool(
      { name: "call_tool", arguments: long },
      { onprogress: ({ progress }) => void steps.push(progress) },
    );
    expect(steps.slice(0, 2)).toEqual([1, 2]);
  }, 300_000);

  it("are called with a cancellation that reaches the server", async () => {
    const { stack, token, servers, idOf } = await openGateway(
      [official("everything", "everything"), manyTools("shop")],
      { callsAtOnce: 1 },
    );
    const client = await connectV2(stack, "auto", { token: await token({ everything: "all", shop: "all" }) });
    const cancel = new AbortController();
    const long = { name: "trigger-long-running-operation", arguments: { duration: 600, steps: 600 } };
    await new Promise<void>((resolve) => {
      client
        .callTool({ name: "call_tool", arguments: long }, { signal: cancel.signal, onprogress: () => resolve() })
        .catch(() => undefined);
    });
    cancel.abort();
    // The only place for a call is free again.
    expect(textOf((await servers.call(idOf("everything"), "echo", { message: "free" })).result)).toContain("free");
  }, 300_000);

  it("find, describe and call only tools that are granted, approved and switched on", async () => {
    const { stack, token, servers, idOf } = await openGateway([manyTools("shop"), faulty("other")]);
    const issued = await token({ shop: "all" });
    const client = await connectV2(stack, "auto", { token: issued });
    servers.setEnabled(idOf("shop"), ["send_tax"], false);
    expect((await find(client, { query: "send tax", limit: 50 })).tools.map(({ name }) => name)).not.toContain(
      "send_tax",
    );
    const call = (name: string, args = {}) =>
      client.callTool({ name: "call_tool", arguments: { name, arguments: args } });
    expect(await call("send_tax")).toMatchObject({ isError: true, structuredContent: { code: "permission_denied" } });
    for (const name of ["pid", "search_memories", "call_tool"]) {
      expect(await call(name)).toMatchObject({
        isError: true,
        structuredContent: { code: "not_found", field: "name" },
      });
    }
    const described = await client.callTool({ name: "describe_tool", arguments: { names: ["send_tax"] } });
    expect(described).toMatchObject({ isError: true, structuredContent: { code: "not_found", field: "names" } });
    const beside = await client.callTool({ name: "call_tool", arguments: { name: "read_tax", number: 1 } });
    expect(beside).toMatchObject({ isError: true, structuredContent: { code: "invalid_argument" } });
    expect((await find(client, { query: "zzzz" })).tools).toEqual([]);
    const unknown = await client.callTool({ name: "no_such_tool", arguments: {} }).catch((error: unknown) => error);
    expect(unknown).toMatchObject({ data: { hint: `The tools are ${SEARCHED.join(", ")}.` } });
    const overRest = await fetch(`${stack.origin}/tools/no_such_tool`, {
      method: "POST",
      headers: { authorization: `Bearer ${issued}`, "content-type": "application/json" },
      body: "{}",
    });
    expect(await overRest.json()).toMatchObject({ error: { hint: `The tools are ${SEARCHED.join(", ")}.` } });
  });

  it("are listed if the owner prefers it, and the client is notified of each change", async () => {
    const { stack, token, servers, idOf } = await openGateway([manyTools("shop")]);
    const client = await connectV2(stack, "legacy", { token: await token({ shop: "all" }) });
    let changes = 0;
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      changes += 1;
    });
    await expect.poll(() => stack.mcp.sessions().every(({ listening }) => listening)).toBe(true);
    expect(await toolNames(client)).toEqual(SEARCHED);
    const row = (await stack.tokens.list()).find(({ subject }) => subject === "test-client");
    if (row === undefined) throw new Error("The client has no token.");
    await stack.tokens.update("test-client", { grant: { ...row.grant, listAllTools: true } });
    await expect.poll(() => changes).toBe(1);
    expect(await toolNames(client)).toHaveLength(MEMORY_TOOLS.length + 60);
    await stack.tokens.update("test-client", { grant: row.grant });
    await expect.poll(() => changes).toBe(2);
    expect(await toolNames(client)).toEqual(SEARCHED);
    // Forty are listed. Both ways of a call stay possible for a client that has the other list.
    const names = servers.tools(idOf("shop")).map(({ name }) => name);
    servers.setEnabled(idOf("shop"), names.slice(40), false);
    await expect.poll(() => changes).toBe(3);
    expect(await toolNames(client)).toEqual([...MEMORY_TOOLS, ...names.slice(0, 40)]);
    const [first = ""] = names;
    const args = { number: 1 };
    const direct = await client.callTool({ name: first, arguments: args });
    expect(await client.callTool({ name: "call_tool", arguments: { name: first, arguments: args } })).toEqual(direct);
    servers.setEnabled(idOf("shop"), names.slice(40, 41), true);
    await expect.poll(() => changes).toBe(4);
    expect(await toolNames(client)).toEqual(SEARCHED);
    expect(await client.callTool({ name: first, arguments: args })).toEqual(direct);
  });
});

const tool = (server: string, name: string, description: string) => ({
  server,
  definition: { name, description, inputSchema: { type: "object" as const } },
});
const index = await createToolIndex(
  [
    tool("files", "read_file", "Reads the complete contents of a file."),
    tool("files", "write_file", "Creates a file, or replaces its contents."),
    tool("tickets", "createIssue", "Opens an issue in a repository."),
    tool("tickets", "list_issues", "Lists the issues of a repository, the newest first."),
    tool("weather", "forecast", "预报未来七天的天气。"),
  ],
  createStemmer(),
);
const foundNames = async (query: string) => (await index.find(query)).map(({ definition }) => definition.name);

it("finds inflected words, words of identifiers, beginnings and Chinese", async () => {
  expect((await foundNames("reading files"))[0]).toBe("read_file");
  expect((await foundNames("create an issue"))[0]).toBe("createIssue");
  expect((await foundNames("newest issue"))[0]).toBe("list_issues");
  expect((await foundNames("read_file"))[0]).toBe("read_file");
  expect((await foundNames("repo")).sort()).toEqual(["createIssue", "list_issues"]);
  expect(await foundNames("天气")).toEqual(["forecast"]);
});

it("leaves out tools that have only a common word of the query, and returns all without words", async () => {
  expect(await foundNames("forecast of the weather")).toEqual(["forecast"]);
  expect(await foundNames("nothing like this: qqqq")).toEqual([]);
  expect(await foundNames(" … ")).toHaveLength(5);
});

it("lets others run while it indexes and searches definitions of megabytes", async () => {
  const words = (number: number) => Array.from({ length: 1500 }, (_, at) => `word${number}x${at}`).join(" ");
  const tools = Array.from({ length: 200 }, (_, number) => tool("large", `tool_${number}`, words(number)));
  let turns = 0;
  const count = setInterval(() => {
    turns += 1;
  }, 0);
  const large = await createToolIndex(tools, createStemmer());
  const duringIndex = turns;
  const query = Array.from({ length: 100 }, (_, at) => `word7x${at}`).join(" ");
  expect((await large.find(query))[0]?.definition.name).toBe("tool_7");
  clearInterval(count);
  expect(duringIndex).toBeGreaterThan(2);
  expect(turns - duringIndex).toBeGreaterThan(2);
});
