import { expect, it } from "vitest";
import { META_2026, openSession, openTestStack, post } from "../../tests/testing/clients.ts";
import type { Stack } from "../../tests/testing/stack.ts";

const revisions = [
  ["2025", {}, (stack: Stack) => openSession(stack)],
  ["2026", META_2026, async () => ({ "mcp-protocol-version": "2026-07-28" })],
] as const;

it.each(revisions)(
  "a client of revision %s can send null for an absent member",
  async (_revision, meta, headersFor) => {
    const stack = await openTestStack();
    const headers = await headersFor(stack);
    const send = async (method: string, members: object, name?: string) => {
      const params = { ...members, _meta: { ...meta, progressToken: null } };
      const routing =
        meta === META_2026 ? { "mcp-method": method, ...(name === undefined ? {} : { "mcp-name": name }) } : {};
      const response = await post(stack, { jsonrpc: "2.0", id: 7, method, params }, { ...headers, ...routing });
      const text = await response.text();
      return JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text);
    };
    expect((await send("tools/list", { cursor: null })).result.tools).toHaveLength(9);
    const called = await send("tools/call", { name: "memory_status", arguments: null }, "memory_status");
    expect(called).toMatchObject({ id: 7, result: { structuredContent: expect.anything() } });
  },
);

it("a client of revision 2025 can send null for absent parameters", async () => {
  const stack = await openTestStack();
  const message = { jsonrpc: "2.0", id: 8, method: "tools/list", params: null };
  const response = await post(stack, message, await openSession(stack));
  expect(await response.text()).toContain('"id":8');
  expect(response.status).toBe(200);
});
