import { describe, expect, it } from "vitest";
import type { MemoryFilter } from "../../core/filter.ts";
import { idAt, memoryAt, openTestStore, START } from "../testing/open-store.ts";

const MINUTE = 60_000;
const at = (minute: number) => ({ createdAt: START + minute * MINUTE });

describe("neighbours", () => {
  it("finds memories of the same session within the time span, the nearest first", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1, { ...at(0), sessionId: "s" }));
    await memories.insert(memoryAt(2, { ...at(3), sessionId: "s" }));
    await memories.insert(memoryAt(3, { ...at(5), sessionId: "s" }));
    await memories.insert(memoryAt(4, { ...at(5), sessionId: "other" }));
    await memories.insert(memoryAt(5, { ...at(60), sessionId: "s" }));
    const found = await memories.neighbours([idAt(3), idAt(4), idAt(9)], 10 * MINUTE, 5);
    expect(found).toEqual(new Map([[idAt(3), [idAt(2), idAt(1)]]]));
    expect((await memories.neighbours([idAt(3)], 10 * MINUTE, 1)).get(idAt(3))).toEqual([idAt(2)]);
  });

  it("finds memories of the same source if there is one", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1, { ...at(0), source: "a.md" }));
    await memories.insert(memoryAt(2, { ...at(1), source: "a.md" }));
    await memories.insert(memoryAt(3, { ...at(1) }));
    expect(await memories.neighbours([idAt(1), idAt(3)], 10 * MINUTE, 5)).toEqual(new Map([[idAt(1), [idAt(2)]]]));
  });

  it("finds all memories captured at the same time, except those in the trash", async () => {
    const { memories } = await openTestStore();
    for (const number of [1, 2, 3, 4])
      await memories.insert(memoryAt(number, { ...at(0), sessionId: "s", source: "a" }));
    await memories.setDeleted(idAt(4), true, null, { client: null, at: START, action: "delete" });
    expect((await memories.neighbours([idAt(2)], MINUTE, 9)).get(idAt(2))?.toSorted()).toEqual([idAt(1), idAt(3)]);
  });

  it("returns the nearest memories that match the filter", async () => {
    const { memories } = await openTestStore();
    await memories.insert(memoryAt(1, { ...at(0), sessionId: "s" }));
    await memories.insert(memoryAt(2, { ...at(1), sessionId: "s", domain: "owner/repo" }));
    await memories.insert(memoryAt(3, { ...at(2), sessionId: "s", tags: ["here"] }));
    const near = async (limit: number, filter: MemoryFilter) =>
      (await memories.neighbours([idAt(1)], 10 * MINUTE, limit, filter)).get(idAt(1));
    expect(await near(2, { domains: ["user"] })).toEqual([idAt(3)]);
    expect(await near(2, { tags: ["here"] })).toEqual([idAt(3)]);
    expect(await near(1, { domains: ["user"] })).toBeUndefined();
  });

  it("finds a neighbour beyond any number of memories in the trash", async () => {
    const { memories } = await openTestStore();
    for (let number = 1; number <= 30; number++) {
      await memories.insert(memoryAt(number, { createdAt: START + number, sessionId: "s" }));
    }
    for (let number = 2; number <= 29; number++) {
      await memories.setDeleted(idAt(number), true, null, { client: null, at: START, action: "delete" });
    }
    expect((await memories.neighbours([idAt(1)], MINUTE, 1)).get(idAt(1))).toEqual([idAt(30)]);
  });
});
