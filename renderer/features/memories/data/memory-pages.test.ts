import { describe, expect, it } from "vitest";
import type { Memory } from "../../../../electron/core/memory.ts";
import { sampleMemory } from "../../../testing/sample-memory.ts";
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
    })),
    pageParams: groups.map(() => null),
  };
}
const ids = (data: MemoryPages) => rowsOf(data).map((row) => row.memory.id);
const query = (address = "", view = "all") => parseQuery(view, new URLSearchParams(address));

describe("the pages of a list", () => {
  it("take a new memory at its place", () => {
    const data = pages([["20", "15"], ["10"]], "more");
    expect(ids(insertMemory(data, memory("25"), "created"))).toEqual(["25", "20", "15", "10"]);
    expect(ids(insertMemory(data, memory("12"), "created"))).toEqual(["20", "15", "12", "10"]);
  });

  it("leave what lies past them to its own page, and add it where the list is complete", () => {
    expect(ids(insertMemory(pages([["20"]], "more"), memory("05"), "created"))).toEqual(["20"]);
    expect(ids(insertMemory(pages([["20"]]), memory("05"), "created"))).toEqual(["20", "05"]);
    expect(ids(insertMemory(pages([[]]), memory("05"), "created"))).toEqual(["05"]);
  });

  it("never show a memory twice", () => {
    expect(ids(insertMemory(pages([["20", "15"]]), memory("15"), "created"))).toEqual(["20", "15"]);
  });

  it("change a memory where it stands, whatever the order says", () => {
    const data = patchMemories(pages([["20", "15"]]), [
      memory("15", { content: "new", createdAt: "2027-01-01T00:00:00.000Z" }),
    ]);
    expect(ids(data)).toEqual(["20", "15"]);
    expect(rowsOf(data)[1]?.memory.content).toBe("new");
  });

  it("stay the same object where nothing changes, so that nothing is drawn again", () => {
    const data = pages([["20"]]);
    expect(patchMemories(data, [memory("99")])).toBe(data);
    expect(removeMemories(data, new Set(["99"]))).toBe(data);
  });
});

describe("a memory written elsewhere", () => {
  it("belongs to the lists whose filters it passes", () => {
    const written = memory("20", { namespace: "config", tags: ["db"], client: { name: "Cursor", version: "1" } });
    expect(belongsTo(written, query("namespace=config&tag=db&client=cursor"))).toBe(true);
    expect(belongsTo(written, query("namespace=decisions"))).toBe(false);
    expect(belongsTo(written, query("tag=sql"))).toBe(false);
    expect(belongsTo(written, query("", "pinned"))).toBe(false);
    expect(belongsTo(written, query("", "trash"))).toBe(false);
  });

  it("is left to the application where words are searched", () => {
    expect(belongsTo(memory("20"), query("q=twenty"))).toBe(false);
  });

  it("belongs to the trash once it is deleted", () => {
    const deleted = memory("20", { deletedAt: "2026-02-01T00:00:00.000Z" });
    expect(belongsTo(deleted, query())).toBe(false);
    expect(belongsTo(deleted, query("", "trash"))).toBe(true);
  });
});
