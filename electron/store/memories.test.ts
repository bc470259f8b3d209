import { describe, expect, it } from "vitest";
import { idAt, memoryAt, openTestStore, START } from "./testing/open-store.ts";

const edit = (action: "update" | "delete" | "restore", at = START + 60_000) => ({
  client: { name: "codex", version: "1" },
  at,
  action,
});

it("does not date a change before the capture when the clock was set back", async () => {
  const { memories } = await openTestStore();
  const { createdAt } = await memories.insert(memoryAt(1));
  const at = START - 86_400_000;
  const updated = await memories.update(idAt(1), { content: "changed" }, null, { client: null, at, action: "update" });
  expect(updated.updatedAt).toBe(createdAt);
  const deleted = await memories.setDeleted(idAt(1), true, null, { client: null, at, action: "delete" });
  expect(deleted.updatedAt).toBe(createdAt);
});

describe("memories", () => {
  it("returns a captured memory with all its fields", async () => {
    const { memories } = await openTestStore();
    const memory = await memories.insert(memoryAt(1, { tags: ["a", "b"], source: "notes.md", pinned: true }));
    expect(memory).toEqual({
      id: idAt(1),
      urn: `recollect://user/context/${idAt(1)}`,
      content: "memory number 1",
      namespace: "context",
      domain: "user",
      tags: ["a", "b"],
      source: "notes.md",
      validFrom: null,
      validUntil: null,
      client: { name: "claude-code", version: "2.1" },
      createdAt: "2026-01-31T12:00:01.000Z",
      updatedAt: "2026-01-31T12:00:01.000Z",
      revision: 1,
      deletedAt: null,
      pinned: true,
      supersededBy: null,
      recallCount: 0,
      recalledAt: null,
    });
    expect(await memories.get(idAt(1))).toEqual(memory);
  });

  it("returns several memories in the order of the ids and leaves out unknown ids", async () => {
    const { memories } = await openTestStore();
    for (const number of [1, 2, 3]) await memories.insert(memoryAt(number));
    const found = await memories.getMany([idAt(3), idAt(9), idAt(1)]);
    expect(found.map(({ id }) => id)).toEqual([idAt(3), idAt(1)]);
    const contents = await memories.contentsOf([idAt(3), idAt(9), idAt(1)]);
    expect([...contents]).toEqual(found.map(({ id, content }) => [id, content]));
  });

  it("reads a content that changed after it was read, and none that was purged", async () => {
    const { memories } = await openTestStore();
    for (const number of [1, 2]) await memories.insert(memoryAt(number));
    const read = async () => [...(await memories.contentsOf([idAt(1), idAt(2)])).values()];
    expect(await read()).toEqual(["memory number 1", "memory number 2"]);
    await memories.update(idAt(2), { content: "changed" }, null, edit("update"));
    expect(await read()).toEqual(["memory number 1", "changed"]);
    await memories.setDeleted(idAt(1), true, null, edit("delete"));
    await memories.purge("trash");
    expect(await read()).toEqual(["changed"]);
  });

  it("lists a domain from its first memory until its last one is purged", async () => {
    const { memories } = await openTestStore();
    const names = async () => (await memories.domains()).map(({ name }) => name);
    expect(await names()).toEqual([]);
    await memories.insert(memoryAt(1, { domain: "team/app" }));
    const first = await memories.domains();
    await memories.insert(memoryAt(2, { domain: "team/app" }));
    expect(await memories.domains()).toBe(first);
    await memories.update(idAt(2), { domain: "team/site" }, null, edit("update"));
    expect(await names()).toEqual(["team/app", "team/site"]);
    await memories.setDeleted(idAt(1), true, null, edit("delete"));
    await memories.purge("trash");
    expect(await names()).toEqual(["team/site"]);
  });

  it("rejects a memory with an existing id without affecting others in the same transaction", async () => {
    const { memories, text } = await openTestStore();
    await memories.insert(memoryAt(1));
    const results = await Promise.allSettled([
      memories.insert(memoryAt(2)),
      memories.insert(memoryAt(1, { content: "another content" })),
      memories.insert(memoryAt(3)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(results[1]).toMatchObject({ reason: { code: "storage" } });
    expect((await memories.list({}, "created", 10, null)).items).toHaveLength(3);
    expect(await text.size()).toBe(3);
  });

  it("changes only the fields that an update contains", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1, { tags: ["a"], source: "x" }));
    const changed = await memories.update(idAt(1), { content: "new", tags: ["b", "c"] }, 1, edit("update"));
    expect(changed).toMatchObject({ content: "new", tags: ["b", "c"], source: "x", revision: 2, domain: "user" });
    expect(changed.updatedAt).toBe(new Date(START + 60_000).toISOString());
  });

  it("adds no revision if an update changes nothing", async () => {
    const { memories } = await openTestStore();
    const memory = await memories.insert(memoryAt(1, { tags: ["a"] }));
    expect(await memories.update(idAt(1), { content: memory.content, tags: ["a"] }, null, edit("update"))).toEqual(
      memory,
    );
    expect(await memories.history(idAt(1))).toHaveLength(1);
  });

  it("rejects an update for another revision and returns the current memory", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1));
    const current = await memories.update(idAt(1), { content: "second" }, 1, edit("update"));
    await expect(memories.update(idAt(1), { content: "third" }, 1, edit("update"))).rejects.toMatchObject({
      code: "conflict",
      details: { current },
    });
    expect(await memories.get(idAt(1))).toEqual(current);
  });

  it("returns current facets after each write", async () => {
    const { memories } = await openTestStore();
    const filter = { tags: ["a"] };
    const totals = [(await memories.facets(filter)).total];
    await memories.insert(memoryAt(1, { tags: ["a"] }));
    totals.push((await memories.facets(filter)).total);
    await memories.setDeleted(idAt(1), true, null, edit("delete"));
    totals.push((await memories.facets(filter)).total, (await memories.facets({ ...filter, trash: "only" })).total);
    expect(totals).toEqual([0, 1, 0, 1]);
  });

  it("returns the facts that ranking needs", async () => {
    const { memories } = await openTestStore();
    const given = {
      domain: "acme/shop",
      namespace: "context",
      source: "notes.md",
      sessionId: "one",
      validFrom: "2026-01-01T00:00:00.000Z",
    };
    const { updatedAt, createdAt } = await memories.insert(memoryAt(1, { ...given, pinned: true }));
    const facts = {
      ...given,
      validFrom: Date.UTC(2026, 0, 1),
      createdAt: Date.parse(createdAt),
      updatedAt: Date.parse(updatedAt),
      recallCount: 0,
      pinned: true,
    };
    expect(await memories.rankingFacts([idAt(1), idAt(9)])).toEqual(new Map([[idAt(1), facts]]));
  });
});
