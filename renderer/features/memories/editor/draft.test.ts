import { describe, expect, it } from "vitest";
import {
  changedFields,
  changesOf,
  type Draft,
  draftOf,
  formatValidityTime,
  mergeDrafts,
  validityProblem,
} from "./draft.ts";

const base: Draft = {
  content: "text",
  namespace: "context",
  domain: "user",
  tags: ["a", "b"],
  source: "file.ts",
  validFrom: "",
  validUntil: "",
};

describe("changesOf", () => {
  it("returns only the changed fields, and null for an emptied source", () => {
    expect(changesOf(base, base)).toEqual({});
    expect(changesOf({ ...base, content: "new", source: "" }, base)).toEqual({ content: "new", source: null });
    expect(changedFields({ ...base, tags: ["a"] }, base)).toEqual(["tags"]);
  });
});

describe("the interval of a draft", () => {
  const at = (validFrom: string | null, validUntil: string | null) => draftOf({ ...base, validFrom, validUntil });

  it("shows a time as a local date, with the time of day unless it is midnight, and reads it back", () => {
    const times = [new Date(2026, 11, 31), new Date(2026, 11, 31, 18, 5), new Date(2026, 11, 31, 0, 0, 7, 30)];
    const shown = times.map((time) => formatValidityTime(time.toISOString()));
    expect(shown).toEqual(["2026-12-31", "2026-12-31 18:05", "2026-12-31 00:00:07.030"]);
    for (const [index, time] of times.entries()) {
      expect(changesOf({ ...base, validUntil: shown[index] ?? "" }, base)).toEqual({ validUntil: time.toISOString() });
    }
    expect(changesOf(at(null, null), at(null, times[0]?.toISOString() ?? ""))).toEqual({ validUntil: null });
  });

  it("names the field that is wrong", () => {
    const problem = (validFrom: string, validUntil: string) => validityProblem({ ...base, validFrom, validUntil });
    expect(problem("", "")).toBeNull();
    expect(problem("2026-03-01", "2026-03-02")).toBeNull();
    expect(problem("soon", "2026-03-02")).toEqual({ field: "validFrom", problem: "time" });
    expect(problem("", "2026-02-30")).toEqual({ field: "validUntil", problem: "time" });
    expect(problem("2026-03-02", "2026-03-02 00:00")).toEqual({ field: "validUntil", problem: "order" });
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
