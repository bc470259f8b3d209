import { describe, expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import type { ArchivedMemory } from "../core/memory-import.ts";

const archived = (end: string, changes: Partial<ArchivedMemory> = {}): ArchivedMemory => ({
  id: `01ARZ3NDEKTSV4RRFFQ69G5F${end}`,
  urn: "",
  content: `Content ${end}`,
  namespace: "decisions",
  domain: "owner/repo",
  tags: ["x"],
  source: null,
  validFrom: null,
  validUntil: null,
  client: null,
  createdAt: "2024-01-02T03:04:05.678Z",
  updatedAt: "2024-01-02T03:04:05.678Z",
  revision: 1,
  deletedAt: null,
  pinned: false,
  supersededBy: null,
  recallCount: 0,
  recalledAt: null,
  history: [],
  ...changes,
});

describe("importMemories", () => {
  it("rejects every caller except the owner", async () => {
    const { service } = await openTestService();
    await expect(service.importMemories(clientWith(), [archived("AA")], false)).rejects.toMatchObject({
      code: "permission_denied",
    });
    expect((await service.list(OWNER, { domain: "_" })).items).toEqual([]);
  });

  it("announces imported memories once, and they can be found, counted and changed", async () => {
    const { service, changes } = await openTestService();
    const given = [archived("AA", { supersededBy: archived("AB").id }), archived("AB", { namespace: "recipes" })];
    expect((await service.importMemories(OWNER, given, false)).map(({ kind }) => kind)).toEqual([
      "imported",
      "imported",
    ]);
    expect(changes.map((change) => change.map(({ kind, id }) => [kind, id.slice(-2)]))).toEqual([
      [
        ["captured", "AA"],
        ["captured", "AB"],
      ],
    ]);
    expect(
      (await service.search(OWNER, { query: "content", domain: "_" })).items.map(({ memory }) => memory.id),
    ).toEqual([archived("AB").id]);
    expect(await service.namespaces(OWNER)).toContain("recipes");
    expect((await service.facets(OWNER, { domain: "_" })).tags).toEqual([{ value: "x", count: 1 }]);
    const changed = await service.update(OWNER, archived("AB").id, { content: "Other words", expectedRevision: 1 });
    expect(changed).toMatchObject({ revision: 2, createdAt: archived("AB").createdAt });
    expect((await service.history(OWNER, changed.id)).map(({ content, action }) => [content, action])).toEqual([
      ["Other words", "update"],
      ["Content AB", "capture"],
    ]);
  });

  it("stores all memories or none, and none in a trial run", async () => {
    const { service } = await openTestService();
    const waiting = archived("AC", { supersededBy: archived("AD").id });
    const outcomes = await service.importMemories(OWNER, [archived("AA"), archived("AA"), waiting], true);
    expect(outcomes.map(({ kind }) => kind)).toEqual(["imported", "refused", "waiting"]);
    expect((await service.list(OWNER, { domain: "_" })).items).toEqual([]);
  });
});
