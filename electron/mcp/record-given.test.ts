import { expect, it } from "vitest";
import { connectV2, openTestStack } from "../../tests/testing/clients.ts";
import { OWNER } from "../core/caller.ts";

it.each(["auto", "legacy"] as const)(
  "records the memories that a client (%s) searches, lists and reads, with the session in _meta",
  async (mode) => {
    const stack = await openTestStack();
    const { memory } = await stack.service.capture(OWNER, { content: "Orders are in PostgreSQL.", domain: "user" });
    const client = await connectV2(stack, mode);
    const call = (name: string, args: Record<string, unknown>, _meta?: Record<string, unknown>) =>
      client.callTool({ name, arguments: args, ...(_meta === undefined ? {} : { _meta }) });
    await call("search_memories", { query: "PostgreSQL" }, { "example.com/sessionId": "session one" });
    await call("list_memories", {}, { "x-turn-metadata": { session_id: "session two" } });
    await call("get_memory", { id: memory.id });
    await call("search_memories", { query: "nothing of this kind" }, { sessionId: "session one" });
    const id = memory.id;
    expect(await stack.use.inSession("session one")).toMatchObject([
      { memory: id, by: "search", subject: "test-client" },
    ]);
    expect(await stack.use.inSession("session two")).toMatchObject([{ memory: id, by: "list" }]);
    expect(await stack.use.withoutSession(0, Date.now())).toMatchObject([{ memory: id, by: "read", session: null }]);
  },
);

it("records nothing of a failed call, nor of the owner's own calls", async () => {
  const stack = await openTestStack();
  await stack.service.capture(OWNER, { content: "Orders are in PostgreSQL.", domain: "user" });
  const client = await connectV2(stack, "auto");
  await client.callTool({ name: "get_memory", arguments: { id: "01JZZZZZZZZZZZZZZZZZV4W6XK" } });
  await stack.service.search(OWNER, { query: "PostgreSQL" });
  expect(await stack.use.ofClient("test-client")).toMatchObject({ given: 0 });
});

it("reports to a client how many of its memories were used, and nothing of other clients", async () => {
  const stack = await openTestStack();
  const { memory } = await stack.service.capture(OWNER, { content: "Orders are in PostgreSQL.", domain: "user" });
  const status = async () => {
    const client = await connectV2(stack, "auto");
    return (await client.callTool({ name: "memory_status", arguments: {} })).structuredContent;
  };
  expect(await status()).not.toHaveProperty("use");
  const given = { memories: [memory.id], by: "prompt", at: Date.now(), session: "s", project: null } as const;
  stack.use.record({ ...given, subject: "test-client", client: "test-client" });
  stack.use.record({ ...given, subject: "other", client: "other" });
  expect(await status()).not.toHaveProperty("use");
  const [first] = await stack.use.inSession("s");
  await stack.use.setOutcomes([{ row: first?.row ?? 0, used: true, conversation: "c", message: 2 }]);
  expect(await status()).toMatchObject({ use: { known: 1, used: 1 } });
});
