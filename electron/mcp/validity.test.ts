import { describe, expect, it } from "vitest";
import { capture, kinds, read } from "../../tests/testing/calls.ts";
import { openTestStack, until } from "../../tests/testing/clients.ts";
import { OWNER } from "../core/caller.ts";

const HOUR = 3_600_000;
const at = (time: number) => new Date(time).toISOString();

describe.each(kinds)("%s", (_kind, connect) => {
  it("hides an expired memory from tools and addresses, and returns it with asOf", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    const [before, until] = [at(Date.now() - 2 * HOUR), at(Date.now() - HOUR)];
    const { id, urn } = await capture(client, { content: "The freeze is on.", tags: ["freeze"], validUntil: until });
    const found = async (tool: string, given: Record<string, unknown>) =>
      JSON.stringify((await client.callTool({ name: tool, arguments: given })).structuredContent).includes(id);
    expect(await found("search_memories", { query: "freeze" })).toBe(false);
    expect(await found("search_memories", { query: "freeze", asOf: before })).toBe(true);
    expect(await found("search_memories", { query: `freeze asof:${before}` })).toBe(true);
    expect(await found("list_memories", {})).toBe(false);
    expect(await found("list_memories", { asOf: before })).toBe(true);
    expect(await found("list_memories", { validity: "expired" })).toBe(true);
    expect(await found("get_memory", { id })).toBe(true);
    expect(await found("get_memory", { id, asOf: before })).toBe(true);
    const refused = await client.callTool({ name: "get_memory", arguments: { id, asOf: until } });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("was not valid");
    for (const address of ["recollect://user/_", "recollect://_/context"]) {
      expect(await read(client, address)).not.toContain(urn);
      expect(await read(client, `${address}?asOf=${encodeURIComponent(before)}`)).toContain(urn);
    }
    expect(await read(client, `recollect://topics/freeze?asOf=${before}`)).toContain(urn);
    expect(await read(client, urn)).toContain(`validUntil: "${until}"`);
    expect(await read(client, `recollect://memory/${id}?asOf=${before}`)).toContain("The freeze is on.");
    await expect(read(client, `${urn}?asOf=${until}`)).rejects.toThrow("was not valid");
    const { structuredContent } = await client.callTool({ name: "memory_status", arguments: {} });
    expect(structuredContent).toMatchObject({ counts: { memories: 0, expired: 1, upcoming: 0 } });
  });

  it("names the field of a wrong interval, and removes an end by an empty text", async () => {
    const stack = await openTestStack();
    const client = await connect(stack);
    const refused = await client.callTool({
      name: "capture_memory",
      arguments: { content: "x", validFrom: "2026-03-01", validUntil: "2026-03-01" },
    });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toContain("validUntil");
    const { id } = await capture(client, { content: "x", validUntil: "2020-01-01" });
    await client.callTool({ name: "update_memory", arguments: { id, validUntil: "" } });
    expect(await stack.service.get(OWNER, id)).toMatchObject({ validUntil: null, revision: 2 });
  });
});

it("notifies subscribers when a memory expires while nothing reads", async () => {
  const clock = { time: Date.UTC(2026, 5, 1), now: () => clock.time };
  const stack = await openTestStack({ clock });
  const kindsOf: string[] = [];
  stack.events.on("memories.changed", (changes) => kindsOf.push(...changes.map(({ kind }) => kind)));
  await stack.service.capture(OWNER, { content: "Soon over.", validUntil: at(clock.time + 50) });
  clock.time += 50;
  await until(
    () => kindsOf,
    (seen) => seen.includes("validity"),
  );
  expect((await stack.service.list(OWNER, {})).items).toEqual([]);
});
