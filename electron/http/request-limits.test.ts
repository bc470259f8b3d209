import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession, post, until } from "../../tests/testing/clients.ts";
import { openStack, type Stack } from "../../tests/testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

const wide = (members: number) => `{${Array.from({ length: members }, (_, number) => `"a${number}":0`).join(",")}}`;
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const call = (args: string, meta = "{}", id = 1) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"memory_status","arguments":${args},"_meta":${meta}}}`;

const STATELESS = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "memory_status" };
const META = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`;

/** Every way a client sends arguments, as a function of their JSON text. */
const ROUTES: Readonly<Record<string, (args: string, end?: string) => Promise<Response>>> = {
  "a session": async (args, end = "") => post(stack, call(args) + end, await openSession(stack)),
  "revision 2026": (args, end = "") => post(stack, call(args, META) + end, STATELESS),
  "a batch": async (args, end = "") =>
    post(stack, `[${call("{}", "{}", 8)},${call(args)}]${end}`, await openSession(stack, { version: "2025-03-26" })),
  "no session": (args, end = "") => post(stack, call(args) + end),
  initialize: (args, end = "") =>
    post(
      stack,
      `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"experimental":${args}},"clientInfo":{"name":"c","version":"1"}}}${end}`,
    ),
  REST: (args, end = "") =>
    fetch(`${stack.origin}/tools/memory_status`, {
      method: "POST",
      headers: { authorization: `Bearer ${stack.token}` },
      body: args + end,
    }),
};
const routes = Object.entries(ROUTES);

describe("the limits of a request", () => {
  // The text after the message is not JSON, so that this refusal shows that the message was not parsed.
  it.each(routes)("refuses 300,000 arguments over %s before it parses them", async (_name, send) => {
    const response = await send(wide(300_000), "this is not JSON");
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain("more than 256 members");
    if (text.includes("jsonrpc")) expect(JSON.parse(text)).toMatchObject({ error: { code: -32600 }, id: null });
  });

  it.each(routes)("refuses 100,000 levels over %s, and lists of 20,000 values", async (_name, send) => {
    for (const [args, limit] of [
      [deep(100_000), "more than 64 levels"],
      [`{"a":[${"0,".repeat(20_000)}0]}`, "more than 10000 values"],
    ] as const) {
      const response = await send(args);
      expect(response.status).toBe(400);
      expect(await response.text()).toContain(limit);
    }
  });

  it("records a refused message without its body, and continues to serve", async () => {
    const own = await openSession(stack);
    await (await post(stack, call(deep(100)), own)).text();
    const { items } = await until(
      () => stack.log.list({ method: "POST /mcp", outcome: "error" }, 1, null),
      (page) => page.items.length === 1,
    );
    expect(items[0]).toMatchObject({ httpStatus: 400, errorCode: "invalid_argument" });
    expect((await post(stack, call("{}"), own)).status).toBe(200);
  });

  it.each(routes.filter(([name]) => name !== "initialize" && name !== "no session"))(
    "refuses 65 arguments over %s, and names an unknown one of 64",
    async (_name, send) => {
      expect(await (await send(wide(65))).text()).toContain("more than 64 arguments");
      expect(await (await send(wide(64))).text()).toContain('has no argument \\"a0\\"');
    },
  );
});
