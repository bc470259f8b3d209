import { expect, it } from "vitest";
import { META_2026, openTestStack, post } from "../../tests/testing/clients.ts";

/** A tool whose schema declares that a header repeats an argument. */
const tool = {
  definition: {
    name: "deploy",
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" }, force: { type: "boolean" } },
    },
  },
  call: async () => ({ content: [{ type: "text" as const, text: "deployed" }] }),
} as const;

const HEADERS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "deploy" };

async function openCaller() {
  const stack = await openTestStack({ sources: [{ tools: [tool] }] });
  return async (args: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>>) => {
    const params = { name: "deploy", arguments: args, _meta: META_2026 };
    const response = await post(
      stack,
      { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      { ...HEADERS, ...headers },
    );
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

it("serves a call whose header repeats the argument as the tool's schema declares", async () => {
  const call = await openCaller();
  expect((await call({ region: "eu" }, { "mcp-param-region": "eu" })).body).toMatchObject({
    result: { content: [{ text: "deployed" }] },
  });
  const encoded = `=?base64?${Buffer.from("Zürich").toString("base64")}?=`;
  expect((await call({ region: "Zürich" }, { "mcp-param-region": encoded })).status).toBe(200);
  expect((await call({ force: true }, {})).status).toBe(200);
});

it.each([
  ["is missing", {}],
  ["has another value", { "mcp-param-region": "us" }],
  ["is not valid Base64", { "mcp-param-region": "=?base64?ZXU?=" }],
])("refuses a call where the declared header %s", async (_problem, headers) => {
  const call = await openCaller();
  expect(await call({ region: "eu" }, headers)).toMatchObject({ status: 400, body: { error: { code: -32020 } } });
});

it("does not expect declared headers of a client on stdio, which has none", async () => {
  const call = await openCaller();
  expect((await call({ region: "eu" }, { "recollect-transport": "stdio" })).status).toBe(200);
});
