import { describe, expect, it, onTestFinished, vi } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";

describe("changing", () => {
  it("edits, moves and retags a memory and announces its previous URN and tags", async () => {
    const { service, changes } = await openTestService();
    const { memory } = await service.capture(OWNER, { content: "x", tags: ["a"] });
    const moved = await service.update(clientWith(), memory.urn, { domain: "owner/repo", tags: ["b"], source: "f.ts" });
    expect(moved).toMatchObject({ domain: "owner/repo", tags: ["b"], source: "f.ts", revision: 2, client: null });
    expect(moved.urn).toBe(`recollect://owner%2Frepo/context/${memory.id}`);
    expect(changes.at(-1)).toMatchObject([
      {
        kind: "updated",
        urn: moved.urn,
        previousUrn: memory.urn,
        tags: ["b"],
        previousTags: ["a"],
        client: { name: "claude-code" },
      },
    ]);
    expect(await service.get(OWNER, memory.urn)).toEqual(moved);
    expect((await service.update(OWNER, memory.id, { source: null })).source).toBeNull();
  });

  it("adds a revision when earlier content is restored", async () => {
    const { service } = await openTestService();
    const { memory } = await service.capture(OWNER, { content: "first" });
    await service.update(OWNER, memory.id, { content: "second" });
    const [, original] = await service.history(OWNER, memory.id);
    await service.update(OWNER, memory.id, { content: original?.content });
    expect((await service.history(OWNER, memory.id)).map(({ content }) => content)).toEqual([
      "first",
      "second",
      "first",
    ]);
  });

  it("announces nothing when nothing changes", async () => {
    const { service, changes } = await openTestService();
    const { memory } = await service.capture(OWNER, { content: "x", tags: ["a"] });
    await service.update(OWNER, memory.id, { content: "x", tags: ["A"] });
    await service.restore(OWNER, memory.id);
    expect(changes).toHaveLength(1);
  });

  it("refuses a change of an outdated revision and returns the current memory", async () => {
    const { service } = await openTestService();
    const { memory } = await service.capture(OWNER, { content: "x" });
    const current = await service.update(OWNER, memory.id, { content: "y" });
    const conflict = { code: "conflict", field: "expectedRevision", details: { current } };
    await expect(service.update(OWNER, memory.id, { content: "z", expectedRevision: 1 })).rejects.toMatchObject(
      conflict,
    );
    await expect(service.delete(OWNER, memory.id, 1)).rejects.toMatchObject(conflict);
    await expect(service.delete(OWNER, memory.id, 0)).rejects.toMatchObject({ code: "invalid_argument" });
    expect(await service.get(OWNER, memory.id)).toEqual(current);
  });

  it("adds a revision and an announcement for moves to the trash and back", async () => {
    const { service, changes } = await openTestService();
    const { memory } = await service.capture(OWNER, { content: "x" });
    expect((await service.delete(OWNER, memory.id, 1)).deletedAt).not.toBeNull();
    expect((await service.list(OWNER, {})).items).toEqual([]);
    await expect(service.update(OWNER, memory.id, { content: "y" })).rejects.toMatchObject({
      code: "not_found",
      hint: expect.stringContaining("Restore"),
    });
    expect((await service.restore(OWNER, memory.id)).deletedAt).toBeNull();
    expect((await service.history(OWNER, memory.id)).map(({ action }) => action)).toEqual([
      "restore",
      "delete",
      "capture",
    ]);
    expect(changes.flat().map(({ kind }) => kind)).toEqual(["captured", "deleted", "restored"]);
  });

  it("announces concurrent changes in one event", async () => {
    const { service, changes } = await openTestService();
    const captured = await Promise.all(
      [1, 2, 3].map((number) => service.capture(OWNER, { content: `memory ${number}` })),
    );
    const before = changes.length;
    // One commit has all three, as long as its time limit has not passed.
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    await Promise.all(captured.map(({ memory }) => service.delete(OWNER, memory.id)));
    expect(changes.slice(before).map((change) => change.length)).toEqual([3]);
  });

  it.each(["nonsense", "recollect://user/context", "recollect://a/b/c/d", ""])(
    "refuses the address %j",
    async (address) => {
      const { service } = await openTestService();
      await expect(service.get(OWNER, address)).rejects.toMatchObject({ code: "invalid_argument" });
    },
  );

  it("returns not_found for an unknown id", async () => {
    const { service } = await openTestService();
    const id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    for (const attempt of [service.get(OWNER, id), service.update(OWNER, id, {}), service.history(OWNER, id)]) {
      await expect(attempt).rejects.toMatchObject({ code: "not_found", hint: expect.any(String) });
    }
  });
});

describe("operations for the owner only", () => {
  it("pins memories with one event, and announces each memory that left the trash", async () => {
    const { service, changes } = await openTestService();
    const ids: string[] = [];
    for (const content of ["a", "b", "c"]) ids.push((await service.capture(OWNER, { content })).memory.id);
    // A step ends when its time is over, and announces its memories.
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    expect((await service.setPinned(OWNER, ids, true)).map(({ pinned }) => pinned)).toEqual([true, true, true]);
    expect(changes.at(-1)?.map(({ kind }) => kind)).toEqual(["updated", "updated", "updated"]);
    for (const id of ids.slice(0, 2)) await service.delete(OWNER, id);
    expect(await service.purge(OWNER, "trash")).toBe(2);
    // On a busy machine it takes more than one step, each with its event.
    expect(changes.flat().filter(({ kind }) => kind === "purged")).toHaveLength(2);
    await expect(service.get(OWNER, ids[0] ?? "")).rejects.toMatchObject({ code: "not_found" });
    expect(await service.purge(OWNER, [ids[2] ?? ""])).toBe(0);
  });

  it("changes nothing if one of several references is unknown", async () => {
    const { service } = await openTestService();
    const { memory } = await service.capture(OWNER, { content: "x" });
    await expect(service.setPinned(OWNER, [memory.id, "01ARZ3NDEKTSV4RRFFQ69G5FAV"], true)).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await service.get(OWNER, memory.id)).pinned).toBe(false);
  });

  it("refuses the owner's operations to a client", async () => {
    const { service } = await openTestService();
    const { memory } = await service.capture(OWNER, { content: "x" });
    const client = clientWith();
    for (const attempt of [
      service.setPinned(client, [memory.id], true),
      service.purge(client, "trash"),
      service.addNamespace(client, "more"),
      service.capture(client, { content: "y", pinned: true }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: "permission_denied", hint: expect.any(String) });
    }
  });
});
