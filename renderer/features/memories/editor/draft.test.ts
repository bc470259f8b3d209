import { describe, expect, it } from "vitest";
import { changedIn, changesOf, type Draft, mergeDrafts } from "./draft.ts";

const base: Draft = { content: "text", namespace: "context", domain: "user", tags: ["a", "b"], source: "file.ts" };

describe("a draft", () => {
  it("sends only what was changed, and no source for an emptied one", () => {
    expect(changesOf(base, base)).toEqual({});
    expect(changesOf({ ...base, content: "new", source: "" }, base)).toEqual({ content: "new", source: null });
    expect(changedIn({ ...base, tags: ["a"] }, base)).toEqual(["tags"]);
  });
});

describe("two changes of one memory", () => {
  it("go together where each side changed something else", () => {
    const merge = mergeDrafts(base, { ...base, content: "mine" }, { ...base, namespace: "decisions" });
    expect(merge.conflicts).toEqual([]);
    expect(merge.draft).toMatchObject({ content: "mine", namespace: "decisions" });
  });

  it("join their tags and keep what either took away out", () => {
    const merge = mergeDrafts(base, { ...base, tags: ["a", "b", "mine"] }, { ...base, tags: ["b", "theirs"] });
    expect(merge.draft.tags).toEqual(["b", "mine", "theirs"]);
    expect(merge.conflicts).toEqual([]);
  });

  it("stand against each other where both changed the same, differently", () => {
    const merge = mergeDrafts(base, { ...base, content: "mine" }, { ...base, content: "theirs" });
    expect(merge.conflicts).toEqual(["content"]);
    expect(merge.draft.content).toBe("mine");
  });

  it("agree where both changed the same alike", () => {
    expect(mergeDrafts(base, { ...base, content: "x" }, { ...base, content: "x" }).conflicts).toEqual([]);
  });
});
