import { describe, expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";

async function openTwo() {
  const opened = await openTestService();
  const { memory: one } = await opened.service.capture(clientWith(), { content: "Deploys run at night." });
  const { memory: other } = await opened.service.capture(clientWith(), { content: "Deploys run at 3 in the night." });
  opened.changes.length = 0;
  return { ...opened, one, other };
}

describe("merging two memories", () => {
  it("changes the kept memory and supersedes the other with one event", async () => {
    const { service, one, other, changes } = await openTwo();
    const merged = await service.merge(OWNER, {
      keep: one.id,
      others: [{ reference: other.id, revision: 1 }],
      content: "Deploys run at 3.",
      expectedRevision: 1,
    });
    expect(merged.kept).toMatchObject({ id: one.id, content: "Deploys run at 3.", revision: 2 });
    expect(merged.superseded).toMatchObject([{ id: other.id, supersededBy: one.id, revision: 2 }]);
    expect(changes.map((set) => set.map(({ id, kind }) => [id, kind]))).toEqual([
      [
        [one.id, "updated"],
        [other.id, "updated"],
      ],
    ]);
    expect((await service.list(OWNER, {})).items.map(({ id }) => id)).toEqual([one.id]);
    expect((await service.history(OWNER, other.id))[0]).toMatchObject({ action: "supersede", client: null });
  });

  it("changes neither memory if one of them is at another revision", async () => {
    const { service, one, other } = await openTwo();
    await service.update(clientWith(), other.id, { tags: ["new"] });
    const merging = service.merge(OWNER, {
      keep: one.id,
      others: [{ reference: other.id, revision: 1 }],
      content: "Merged.",
    });
    await expect(merging).rejects.toMatchObject({ code: "conflict" });
    expect(await service.get(OWNER, one.id)).toMatchObject({ content: "Deploys run at night.", revision: 1 });
  });

  it("refuses to merge a memory with itself or with its successor", async () => {
    const { service, one, other } = await openTwo();
    await expect(service.merge(OWNER, { keep: one.id, others: [{ reference: one.id }] })).rejects.toMatchObject({
      field: "others",
    });
    await service.merge(OWNER, { keep: one.id, others: [{ reference: other.id }] });
    await expect(service.merge(OWNER, { keep: other.id, others: [{ reference: one.id }] })).rejects.toMatchObject({
      field: "others",
    });
  });

  it("merges a group in one transaction with one event, and separates it again", async () => {
    const { service, changes } = await openTestService();
    const ids: string[] = [];
    for (let build = 1; build <= 40; build += 1) {
      ids.push(
        (await service.capture(clientWith(), { content: `Build ${build} passed on the main branch.` })).memory.id,
      );
    }
    const keep = ids.at(-1) ?? "";
    const others = ids.slice(0, -1).map((reference) => ({ reference, revision: 1 }));
    changes.length = 0;
    const merged = await service.merge(OWNER, { keep, others, content: "Builds 1 to 40 passed.", tags: ["build"] });
    expect(merged.kept).toMatchObject({ id: keep, content: "Builds 1 to 40 passed.", tags: ["build"] });
    expect(merged.superseded.map(({ id, supersededBy }) => [id, supersededBy])).toEqual(
      others.map(({ reference }) => [reference, keep]),
    );
    expect(changes.map((set) => set.length)).toEqual([40]);
    expect((await service.list(OWNER, {})).items.map(({ id }) => id)).toEqual([keep]);

    const separated = await service.separate(OWNER, {
      kept: keep,
      others: merged.superseded.map(({ id, revision }) => ({ reference: id, revision })),
      content: "Build 40 passed on the main branch.",
      tags: [],
      expectedRevision: merged.kept.revision,
    });
    expect(separated.reinstated.every(({ supersededBy }) => supersededBy === null)).toBe(true);
    expect(await service.count(OWNER, {})).toBe(40);
  });

  it("changes no memory of a group if one of them is at another revision", async () => {
    const { service, one, other } = await openTwo();
    const third = await service.capture(clientWith(), { content: "Deploys run at 3 each night." });
    await service.update(clientWith(), third.memory.id, { tags: ["new"] });
    const merging = service.merge(OWNER, {
      keep: one.id,
      others: [other.id, third.memory.id].map((reference) => ({ reference, revision: 1 })),
      content: "Merged.",
    });
    await expect(merging).rejects.toMatchObject({ code: "conflict" });
    expect(await service.get(OWNER, other.id)).toMatchObject({ supersededBy: null, revision: 1 });
    expect(await service.get(OWNER, one.id)).toMatchObject({ content: "Deploys run at night.", revision: 1 });
  });

  it.each([
    ["no memory", (): string[] => [], /is empty/],
    ["a memory twice", (id: string) => [id, id], /twice/],
    ["101 memories", (id: string) => Array.from({ length: 101 }, () => id), /at most 100/],
  ])("refuses to merge %s", async (_what, referencesOf, message) => {
    const { service, one, other } = await openTwo();
    const others = referencesOf(other.id).map((reference) => ({ reference }));
    await expect(service.merge(OWNER, { keep: one.id, others })).rejects.toMatchObject({
      field: "others",
      message: expect.stringMatching(message),
    });
    expect(await service.get(OWNER, other.id)).toMatchObject({ revision: 1 });
  });

  it("refuses to merge for a client", async () => {
    const { service, one, other } = await openTwo();
    const merging = service.merge(clientWith(), { keep: one.id, others: [{ reference: other.id }] });
    await expect(merging).rejects.toMatchObject({ code: "permission_denied" });
  });

  it("reinstates the superseded memory with a new revision", async () => {
    const { service, one, other } = await openTwo();
    await service.merge(OWNER, { keep: one.id, others: [{ reference: other.id }] });
    const [memory] = await service.reinstate(OWNER, [other.id, one.id]);
    expect(memory).toMatchObject({ supersededBy: null, revision: 3 });
    expect((await service.history(OWNER, other.id))[0]?.action).toBe("restore");
    expect((await service.list(OWNER, {})).items).toHaveLength(2);
  });
});

describe("separating two memories", () => {
  it("restores the kept memory's text and reinstates the other with one event", async () => {
    const { service, one, other, changes } = await openTwo();
    const merged = await service.merge(OWNER, {
      keep: one.id,
      others: [{ reference: other.id }],
      content: "Deploys run at 3.",
    });
    changes.length = 0;
    const separated = await service.separate(OWNER, {
      kept: one.id,
      others: merged.superseded.map(({ id, revision }) => ({ reference: id, revision })),
      content: one.content,
      expectedRevision: merged.kept.revision,
    });
    expect(separated.kept).toMatchObject({ content: one.content, revision: 3 });
    expect(separated.reinstated).toMatchObject([{ supersededBy: null, revision: 3 }]);
    expect(changes.map((set) => set.map(({ id }) => id))).toEqual([[one.id, other.id]]);
    expect((await service.list(OWNER, {})).items).toHaveLength(2);
  });

  it("separates nothing if the kept memory is at another revision", async () => {
    const { service, one, other } = await openTwo();
    const { kept } = await service.merge(OWNER, {
      keep: one.id,
      others: [{ reference: other.id }],
      content: "Deploys run at 3.",
    });
    await service.update(clientWith(), one.id, { content: "Deploys run at 4." });
    const separating = service.separate(OWNER, {
      kept: one.id,
      others: [{ reference: other.id }],
      content: one.content,
      expectedRevision: kept.revision,
    });
    await expect(separating).rejects.toMatchObject({ code: "conflict" });
    expect(await service.get(OWNER, other.id)).toMatchObject({ supersededBy: one.id, revision: 2 });
    expect(await service.get(OWNER, one.id)).toMatchObject({ content: "Deploys run at 4." });
  });

  it("refuses to separate memories that were not merged and changes nothing", async () => {
    const { service, one, other } = await openTwo();
    const separating = service.separate(OWNER, {
      kept: one.id,
      others: [{ reference: other.id }],
      content: "Something else.",
    });
    await expect(separating).rejects.toMatchObject({ code: "invalid_argument", field: "others" });
    expect(await service.get(OWNER, one.id)).toMatchObject({ content: one.content, revision: 1 });
  });

  it("refuses to separate for a client", async () => {
    const { service, one, other } = await openTwo();
    await service.merge(OWNER, { keep: one.id, others: [{ reference: other.id }] });
    const separating = service.separate(clientWith(), { kept: one.id, others: [{ reference: other.id }] });
    await expect(separating).rejects.toMatchObject({ code: "permission_denied" });
  });
});
