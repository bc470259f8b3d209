import { describe, expect, it } from "vitest";
import { changedFields, changesOf, type Draft, mergeDrafts } from "./draft.ts";

const base: Draft = { content: "text", namespace: "context", domain: "user", tags: ["a", "b"], source: "file.ts" };

describe("changesOf", () => {
  it("returns only the changed fields, and null for an emptied source", () => {
    expect(changesOf(base, base)).toEqual({});
    expect(changesOf({ ...base, content: "new", source: "" }, base)).toEqual({ content: "new", source: null });
    expect(changedFields({ ...base, tags: ["a"] }, base)).toEqual(["tags"]);
  });
});

describe("mergeDrafts", () => {
  it("merges changes to different fields", () => {
    const merge = mergeDrafts(base, { ...base, content: "mine" }, { ...base, namespace: "decisions" });
    expect(merge.conflicts).toEqual([]);
    expect(merge.draft).toMatchObject({ content: "mine", namespace: "decisions" });
  });

  it("keeps the tags that either side added and drops those that either side removed", () => {
    const merge = mergeDrafts(base, { ...base, tags: ["a", "b", "mine"] }, { ...base, tags: ["b", "theirs"] });
    expect(merge.draft.tags).toEqual(["b", "mine", "theirs"]);
    expect(merge.conflicts).toEqual([]);
  });

  it("reports a conflict if both sides changed a field to different values", () => {
    const merge = mergeDrafts(base, { ...base, content: "mine" }, { ...base, content: "theirs" });
    expect(merge.conflicts).toEqual(["content"]);
    expect(merge.draft.content).toBe("mine");
  });

  it("reports no conflict if both sides made the same change", () => {
    expect(mergeDrafts(base, { ...base, content: "x" }, { ...base, content: "x" }).conflicts).toEqual([]);
  });
});
