import { beforeEach, describe, expect, it } from "vitest";
import { OWNER } from "../../electron/core/caller.ts";
import { openSession, openTestStack, post } from "../testing/clients.ts";
import type { Stack } from "../testing/stack.ts";

const QUERIES = [
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    '"',
    '""',
    '"unclosed',
    "'",
    "AND",
    "a OR",
    "NOT",
    "NEAR(a b, 3)",
    "a*",
    "*",
    "^a",
    "content:a",
  ],
  ...[
    "-",
    "--",
    "-a",
    "(",
    "((((",
    "{a b} : c",
    ":",
    "\\",
    "%s",
    "'; DROP TABLE memories; --",
    "<script>",
    "__proto__",
  ],
  ...[
    "ns:",
    "ns:nope",
    "tag:",
    '-tag:"',
    "since:yesterday",
    "since:-1d",
    "before:2026-13-45",
    "domain:../../etc",
    "source:%",
  ],
  ...[
    "\ud800",
    "\udc00a",
    "👩‍👩‍👧‍👦",
    "数据库",
    "数",
    "ｆｕｌｌ",
    "ไทยภาษา",
    "שלום",
    "مرحبا \u202e abc",
    "\u200b",
    "\ufeff",
    "\u0301",
  ],
  ...["é".repeat(20_000), "a ".repeat(10_000), '"a b" '.repeat(3_000), "ab_".repeat(6_000), "数据".repeat(10_000)],
];
const TOO_LONG = "x".repeat(20_001);

let stack: Stack;
beforeEach(async () => {
  stack = await openTestStack();
  await stack.service.capture(OWNER, { content: "a note on 数据库 and a b" });
});

describe("unusual queries", () => {
  it("return results over MCP for any characters, and are refused if too long", async () => {
    const headers = await openSession(stack);
    const ask = async (query: string) => {
      const params = { name: "search_memories", arguments: { query } };
      const response = await post(stack, { jsonrpc: "2.0", id: 2, method: "tools/call", params }, headers);
      expect(response.status).toBe(200);
      return (await response.json()) as { result: { isError?: boolean; structuredContent: Record<string, unknown> } };
    };
    for (const query of QUERIES) {
      const { result } = await ask(query);
      expect(result.isError, JSON.stringify(query.slice(0, 40))).not.toBe(true);
      expect(result.structuredContent.results).toBeInstanceOf(Array);
    }
    expect(JSON.stringify(await ask(TOO_LONG))).toMatch(/20000 characters/);
  });

  it("return results over REST for any characters, and are refused if too long", async () => {
    const ask = (query: string) =>
      fetch(new URL("/tools/search_memories", stack.origin), {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${stack.token}` },
        body: JSON.stringify({ query }),
      });
    for (const query of QUERIES) {
      const response = await ask(query);
      expect(response.status, JSON.stringify(query.slice(0, 40))).toBe(200);
      await response.text();
    }
    const refused = await ask(TOO_LONG);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: "invalid_argument", message: expect.stringMatching(/query/) },
    });
  });
});
