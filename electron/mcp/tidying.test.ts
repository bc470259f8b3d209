import { expect, it } from "vitest";
import { capture, kinds } from "../../tests/testing/calls.ts";
import { connectV2, openTestStack } from "../../tests/testing/clients.ts";

it.each(kinds)("names the groups of near duplicates with ids that other tools take (%s)", async (_kind, connect) => {
  const client = await connect(await openTestStack());
  const one = await capture(client, { content: "The staging database is restored every Monday night." });
  await capture(client, { content: "Releases are tagged by the build." });
  const two = await capture(client, { content: "The staging database is restored each Monday night." });
  const result = await client.callTool({ name: "list_memories", arguments: { sort: "duplicates", limit: 1 } });
  expect(result.structuredContent).toMatchObject({ memories: [{ id: two.id }, { id: one.id }] });
  const { notices } = result.structuredContent as { notices: string[] };
  const [, ids = ""] = /^Near duplicates, newest first: (.+)$/.exec(notices[0] ?? "") ?? [];
  expect(JSON.stringify(result.content)).toContain(ids);
  const read = await client.callTool({ name: "get_memory", arguments: { ids: ids.split(", ") } });
  expect(read.structuredContent).toMatchObject({ memories: [{ id: two.id }, { id: one.id }] });
});

it("lists memories that no client has recalled", async () => {
  const stack = await openTestStack();
  const author = await connectV2(stack, "auto", { name: "author" });
  const used = await capture(author, { content: "The shop uses PostgreSQL." });
  const unused = await capture(author, { content: "Invoices are rendered with WeasyPrint." });
  const reader = await connectV2(stack, "auto", { name: "reader", token: await stack.issue({}, "reader") });
  await reader.callTool({ name: "get_memory", arguments: { id: used.id } });
  const listed = async (query: string) =>
    (await author.callTool({ name: "list_memories", arguments: { query } })).structuredContent;
  await expect.poll(() => listed("recalled:never")).toMatchObject({ memories: [{ id: unused.id }] });
  const refused = await author.callTool({ name: "list_memories", arguments: { query: "recalled:often" } });
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: "invalid_argument" } });
});
