import { describe, expect, it } from "vitest";
import { OWNER } from "../core/caller.ts";
import { clientWith, openTestService } from "./test-service.ts";

async function openTwo() {
  const opened = await openTestService();
  const { memory: one } = await opened.service.capture(clientWith(), { content: "Deploys run at night." });
  const { memory: other } = await opened.service.capture(clientWith(), { content: "Deploys run at 3 in the night." });
  opened.changes.length = 0;
  return { ...opened, one, other };
}

describe("merging two memories", () => {
  it("keeps one with the new text and lets it replace the other, in one change", async () => {
    const { service, one, other, changes } = await openTwo();
    const merged = await service.merge(OWNER, {
      keep: one.id,
      other: other.id,
      content: "Deploys run at 3.",
      expectedRevision: 1,
      otherRevision: 1,
    });
    expect(merged.kept).toMatchObject({ id: one.id, content: "Deploys run at 3.", revision: 2 });
    expect(merged.superseded).toMatchObject({ id: other.id, supersededBy: one.id, revision: 2 });
    expect(changes.map((set) => set.map(({ id, kind }) => [id, kind]))).toEqual([
      [
        [one.id, "updated"],
        [other.id, "updated"],
      ],
    ]);
    expect((await service.list(OWNER, {})).items.map(({ id }) => id)).toEqual([one.id]);
    expect((await service.history(OWNER, other.id))[0]).toMatchObject({ action: "supersede", client: null });
  });

  it("changes neither where one of them changed meanwhile", async () => {
    const { service, one, other } = await openTwo();
    await service.update(clientWith(), other.id, { tags: ["new"] });
    const merging = service.merge(OWNER, { keep: one.id, other: other.id, content: "Merged.", otherRevision: 1 });
    await expect(merging).rejects.toMatchObject({ code: "conflict" });
    expect(await service.get(OWNER, one.id)).toMatchObject({ content: "Deploys run at night.", revision: 1 });
  });

  it("refuses a memory with itself, and one that is replaced already", async () => {
    const { service, one, other } = await openTwo();
    await expect(service.merge(OWNER, { keep: one.id, other: one.id })).rejects.toMatchObject({ field: "other" });
    await service.merge(OWNER, { keep: one.id, other: other.id });
    await expect(service.merge(OWNER, { keep: other.id, other: one.id })).rejects.toMatchObject({ field: "other" });
  });

  it("is the owner's alone", async () => {
    const { service, one, other } = await openTwo();
    const merging = service.merge(clientWith(), { keep: one.id, other: other.id });
    await expect(merging).rejects.toMatchObject({ code: "permission_denied" });
  });

  it("is taken back by reinstating the other, which is a revision", async () => {
    const { service, one, other } = await openTwo();
    await service.merge(OWNER, { keep: one.id, other: other.id });
    const [memory] = await service.reinstate(OWNER, [other.id, one.id]);
    expect(memory).toMatchObject({ supersededBy: null, revision: 3 });
    expect((await service.history(OWNER, other.id))[0]?.action).toBe("restore");
    expect((await service.list(OWNER, {})).items).toHaveLength(2);
  });
});

describe("taking a merge back", () => {
  it("gives the kept one its text again and takes the other into use, in one change", async () => {
    const { service, one, other, changes } = await openTwo();
    const merged = await service.merge(OWNER, { keep: one.id, other: other.id, content: "Deploys run at 3." });
    changes.length = 0;
    const parted = await service.separate(OWNER, {
      kept: one.id,
      other: other.id,
      content: one.content,
      expectedRevision: merged.kept.revision,
      otherRevision: merged.superseded.revision,
    });
    expect(parted.kept).toMatchObject({ content: one.content, revision: 3 });
    expect(parted.reinstated).toMatchObject({ supersededBy: null, revision: 3 });
    expect(changes.map((set) => set.map(({ id }) => id))).toEqual([[one.id, other.id]]);
    expect((await service.list(OWNER, {})).items).toHaveLength(2);
  });

  it("changes neither where the kept one was changed meanwhile", async () => {
    const { service, one, other } = await openTwo();
    const { kept } = await service.merge(OWNER, { keep: one.id, other: other.id, content: "Deploys run at 3." });
    await service.update(clientWith(), one.id, { content: "Deploys run at 4." });
    const parting = service.separate(OWNER, {
      kept: one.id,
      other: other.id,
      content: one.content,
      expectedRevision: kept.revision,
    });
    await expect(parting).rejects.toMatchObject({ code: "conflict" });
    expect(await service.get(OWNER, other.id)).toMatchObject({ supersededBy: one.id, revision: 2 });
    expect(await service.get(OWNER, one.id)).toMatchObject({ content: "Deploys run at 4." });
  });

  it("refuses two that were not merged, and changes nothing", async () => {
    const { service, one, other } = await openTwo();
    const parting = service.separate(OWNER, { kept: one.id, other: other.id, content: "Something else." });
    await expect(parting).rejects.toMatchObject({ code: "invalid_argument", field: "other" });
    expect(await service.get(OWNER, one.id)).toMatchObject({ content: one.content, revision: 1 });
  });

  it("is the owner's alone", async () => {
    const { service, one, other } = await openTwo();
    await service.merge(OWNER, { keep: one.id, other: other.id });
    const parting = service.separate(clientWith(), { kept: one.id, other: other.id });
    await expect(parting).rejects.toMatchObject({ code: "permission_denied" });
  });
});
