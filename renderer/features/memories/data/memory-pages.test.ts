import { describe, expect, it } from "vitest";
import type { Memory } from "../../../../electron/core/memory.ts";
import { sampleMemory } from "../../../testing/samples.ts";
import { parseQuery } from "../query/memory-query.ts";
import { belongsTo, insertMemory, type MemoryPages, patchMemories, removeMemories, rowsOf } from "./memory-pages.ts";

const memory = (id: string, rest: Partial<Memory> = {}) =>
  sampleMemory({ id, createdAt: `2026-01-${id}T00:00:00.000Z`, ...rest });

function pages(groups: readonly (readonly string[])[], last: string | null = null): MemoryPages {
  return {
    pages: groups.map((ids, index) => ({
      rows: ids.map((id) => ({ memory: memory(id), match: null })),
      nextCursor: index === groups.length - 1 ? last : "more",
      mode: null,
      notices: [],
      lessLikely: 0,
    })),
    pageParams: groups.map(() => null),
  };
}
const ids = (data: MemoryPages) => rowsOf(data).map((row) => row.memory.id);
const query = (address = "", view = "all") => parseQuery(view, new URLSearchParams(address));

describe("memory pages", () => {
  it("inserts a new memory at its position", () => {
    const data = pages([["20", "15"], ["10"]], "more");
    expect(ids(insertMemory(data, memory("25"), "created"))).toEqual(["25", "20", "15", "10"]);
    expect(ids(insertMemory(data, memory("12"), "created"))).toEqual(["20", "15", "12", "10"]);
  });

  it("appends a memory only to a complete list", () => {
    expect(ids(insertMemory(pages([["20"]], "more"), memory("05"), "created"))).toEqual(["20"]);
    expect(ids(insertMemory(pages([["20"]]), memory("05"), "created"))).toEqual(["20", "05"]);
    expect(ids(insertMemory(pages([[]]), memory("05"), "created"))).toEqual(["05"]);
  });

  it("shows a memory once after it is inserted again", () => {
    expect(ids(insertMemory(pages([["20", "15"]]), memory("15"), "created"))).toEqual(["20", "15"]);
  });

  it("replaces a memory in place even if it would sort elsewhere", () => {
    const data = patchMemories(pages([["20", "15"]]), [
      memory("15", { content: "new", createdAt: "2027-01-01T00:00:00.000Z" }),
    ]);
    expect(ids(data)).toEqual(["20", "15"]);
    expect(rowsOf(data)[1]?.memory.content).toBe("new");
  });

  it("keeps the newer state of a memory when an older one arrives late", () => {
    const newest = memory("20", { content: "third", revision: 3, recallCount: 4 });
    const data = patchMemories(pages([["20"]]), [newest]);
    const older = [memory("20", { content: "second", revision: 2 }), memory("20", { revision: 3, recallCount: 3 })];
    for (const outdated of older) {
      expect(patchMemories(data, [outdated])).toBe(data);
      expect(rowsOf(insertMemory(data, outdated, "created")).map((row) => row.memory)).toEqual([newest]);
    }
    const pinned = { ...newest, pinned: true };
    expect(rowsOf(patchMemories(data, [pinned]))[0]?.memory).toBe(pinned);
  });

  it("drops the passage that a search found when the content changes", () => {
    const match = {
      words: ["tape"],
      excerpt: "on tape",
      highlights: [[3, 7]],
      similarity: 0.8,
      coverage: 1,
      floor: 0.1,
      by: ["text"],
    } as const;
    const [page] = pages([["20"]]).pages;
    if (page === undefined) throw new Error("no page");
    const found = { pages: [{ ...page, rows: [{ memory: memory("20"), match }] }], pageParams: [null] };
    const matchAfter = (change: Partial<Memory>) =>
      rowsOf(patchMemories(found, [memory("20", { ...change, revision: 2 })]))[0]?.match;
    expect(matchAfter({ tags: ["archive"] })).toEqual(match);
    expect(matchAfter({ content: "# The cache\n\n- on disk" })).toMatchObject({
      words: match.words,
      excerpt: "The cache on disk",
      similarity: null,
    });
  });

  it("returns the same pages if nothing changes, so that nothing renders again", () => {
    const data = pages([["20"]]);
    expect(patchMemories(data, [memory("99")])).toBe(data);
    expect(removeMemories(data, new Set(["99"]))).toBe(data);
  });
});

describe("belongsTo", () => {
  it("accepts a memory that matches the filters of a list", () => {
    const written = memory("20", { namespace: "config", tags: ["db"], client: { name: "Cursor", version: "1" } });
    expect(belongsTo(written, query("namespace=config&tag=db&client=cursor"))).toBe(true);
    expect(belongsTo(written, query("namespace=decisions"))).toBe(false);
    expect(belongsTo(written, query("tag=sql"))).toBe(false);
    expect(belongsTo(written, query("", "pinned"))).toBe(false);
    expect(belongsTo(written, query("", "trash"))).toBe(false);
  });

  it("rejects every memory for a search", () => {
    expect(belongsTo(memory("20"), query("q=twenty"))).toBe(false);
  });

  it("accepts a deleted memory for the trash only", () => {
    const deleted = memory("20", { deletedAt: "2026-02-01T00:00:00.000Z" });
    expect(belongsTo(deleted, query())).toBe(false);
    expect(belongsTo(deleted, query("", "trash"))).toBe(true);
  });
});
