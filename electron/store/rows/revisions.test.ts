import { describe, expect, it } from "vitest";
import { idAt, memoryAt, openTestStore, START } from "../testing/open-store.ts";

const codex = { name: "codex", version: "3" };
const edit = (action: "update" | "delete" | "restore", after: number) => ({ client: codex, at: START + after, action });

describe("history", () => {
  it("returns every state of a memory with its client, newest first", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1, { content: "one", tags: ["a"] }));
    await memories.update(idAt(1), { tags: ["b"] }, null, edit("update", 10_000));
    await memories.update(idAt(1), { content: "two" }, null, edit("update", 20_000));
    await memories.update(idAt(1), { domain: "owner/repo", source: "x" }, null, edit("update", 30_000));
    await memories.setDeleted(idAt(1), true, null, edit("delete", 40_000));
    await memories.setDeleted(idAt(1), false, null, edit("restore", 50_000));
    await memories.update(idAt(1), { content: "one" }, null, edit("update", 60_000));
    const history = await memories.history(idAt(1));
    expect(history.map(({ revision, action, content, tags }) => [revision, action, content, ...tags])).toEqual([
      [7, "update", "one", "b"],
      [6, "restore", "two", "b"],
      [5, "delete", "two", "b"],
      [4, "update", "two", "b"],
      [3, "update", "two", "b"],
      [2, "update", "one", "b"],
      [1, "capture", "one", "a"],
    ]);
    expect(history[3]).toEqual({
      memoryId: idAt(1),
      revision: 4,
      action: "update",
      content: "two",
      namespace: "context",
      domain: "owner/repo",
      tags: ["b"],
      source: "x",
      validFrom: null,
      validUntil: null,
      client: codex,
      at: new Date(START + 30_000).toISOString(),
    });
    expect(history[6]?.client?.name).toBe("claude-code");
  });

  it("keeps a content that an imported memory had twice when it is replaced", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1, { content: "one" }));
    await memories.update(idAt(1), { content: "two" }, null, edit("update", 10_000));
    const memory = await memories.update(idAt(1), { content: "one" }, null, edit("update", 20_000));
    const history = (await memories.history(idAt(1))).reverse();
    const other = (await openTestStore()).memories;
    await other.insertArchived([{ ...memory, history }]);
    await other.update(idAt(1), { content: "three" }, null, edit("update", 30_000));
    const contents = (await other.history(idAt(1))).map(({ content }) => content);
    expect(contents).toEqual(["three", "one", "two", "one"]);
  });

  it("records that a memory was superseded, and by which one", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1));
    await memories.insert(memoryAt(2, { supersedes: idAt(1), client: null }));
    expect(await memories.get(idAt(1))).toMatchObject({ supersededBy: idAt(2), revision: 2 });
    expect((await memories.history(idAt(1)))[0]).toMatchObject({ action: "supersede", revision: 2, client: null });
  });

  it("inserts nothing if the memory to supersede does not exist", async () => {
    const { memories } = await openTestStore();
    await expect(memories.insert(memoryAt(2, { supersedes: idAt(1) }))).rejects.toMatchObject({ code: "not_found" });
    expect(await memories.get(idAt(2))).toBeNull();
  });

  it("reinstates a superseded memory when its successor is purged", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1));
    await memories.insert(memoryAt(2, { supersedes: idAt(1) }));
    await memories.setDeleted(idAt(2), true, null, edit("delete", 1));
    await memories.purge([idAt(2)]);
    expect((await memories.list({}, "created", 9, null)).items.map(({ id }) => id)).toEqual([idAt(1)]);
  });

  it("returns no history for an unknown or purged memory", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1));
    await memories.setDeleted(idAt(1), true, 1, edit("delete", 1));
    expect(await memories.purge("trash")).toBe(1);
    expect(await memories.history(idAt(1))).toEqual([]);
    expect(await memories.purge([idAt(1)])).toBe(0);
  });

  it("does not purge a memory outside the trash", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1));
    expect(await memories.purge([idAt(1)])).toBe(0);
    expect(await memories.get(idAt(1))).not.toBeNull();
  });

  it("adds no revision if a memory already has the wanted state", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1));
    expect(await memories.setDeleted(idAt(1), false, null, edit("restore", 1))).toMatchObject({ revision: 1 });
    const deleted = await memories.setDeleted(idAt(1), true, null, edit("delete", 1));
    expect(await memories.setDeleted(idAt(1), true, null, edit("delete", 2))).toEqual(deleted);
    await expect(memories.setDeleted(idAt(1), false, 1, edit("restore", 3))).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(memories.update(idAt(1), { content: "x" }, null, edit("update", 4))).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
