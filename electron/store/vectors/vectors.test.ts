import { describe, expect, it, onTestFinished } from "vitest";
import type { MemoryFilter } from "../../core/filter.ts";
import { createVectorScan } from "../../search/vectors/vector-scan.ts";
import { openMemoryStore } from "../open-memory-store.ts";
import { idAt, memoryAt, numberOf, openTestStore, optionsIn, temporaryFolder } from "../testing/open-store.ts";

const MODEL = "model/one";
const edit = (action: "update" | "delete" | "restore") => ({ client: null, at: 1, action });

/** A vector with the direction `angle` in the first two of 32 dimensions. */
function pointing(angle: number): Int8Array {
  const vector = new Int8Array(32);
  vector[0] = Math.round(127 * Math.cos(angle));
  vector[1] = Math.round(127 * Math.sin(angle));
  return vector;
}
const passage = (angle: number, start = 0) => ({ start, end: start + 10, vector: pointing(angle) });

async function storeOf(count: number, fields: (number: number) => object = () => ({})) {
  const folder = await temporaryFolder();
  const store = await openTestStore(folder);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await Promise.all(numbers.map((number) => store.memories.insert(memoryAt(number, fields(number)))));
  await Promise.all(
    numbers.map((number) => store.vectors.put(idAt(number), 1, MODEL, [passage((number / count) * 1.5)])),
  );
  const find = async (filter: MemoryFilter = {}, limit = 3) =>
    (await store.vectors.search(pointing(0), MODEL, filter, limit)).hits.map(({ id }) => numberOf(id));
  return { ...store, folder, find };
}

describe("vectors", () => {
  it("finds the most similar memories by their best passage", async () => {
    const { vectors, memories } = await storeOf(3);
    await memories.insert(memoryAt(4));
    await vectors.put(idAt(4), 1, MODEL, [passage(2), passage(0.001, 10)]);
    const { hits } = await vectors.search(pointing(0), MODEL, {}, 2);
    expect(hits.map(({ id, passage: best }) => [numberOf(id), best])).toEqual([
      [4, 1],
      [1, 0],
    ]);
    expect(hits[0]?.similarity).toBeCloseTo(1, 2);
  });

  it("finds the same memories after the store was reopened", async () => {
    const first = await storeOf(5);
    const before = await first.find();
    await first.close();
    const { vectors } = await openTestStore(first.folder);
    const { hits } = await vectors.search(pointing(0), MODEL, {}, 3);
    expect(hits.map(({ id }) => numberOf(id))).toEqual(before);
    expect(before).toHaveLength(3);
  });

  it("finds vectors that are written while the cache is loading", async () => {
    const first = await storeOf(50);
    await first.close();
    const { vectors, memories } = await openTestStore(first.folder);
    await memories.insert(memoryAt(99));
    const searching = vectors.search(pointing(0), MODEL, {}, 1);
    await vectors.put(idAt(99), 1, MODEL, [passage(0)]);
    await searching;
    expect((await vectors.search(pointing(0), MODEL, {}, 1)).hits.map(({ id }) => id)).toEqual([idAt(99)]);
  });

  it("applies filters that many or few memories match", async () => {
    const { find } = await storeOf(300, (number) => ({
      domain: number > 290 ? "owner/rare" : "user",
      tags: number % 100 === 0 ? ["hundred"] : ["other"],
    }));
    expect((await find({ domains: ["owner/rare"] }, 99)).sort()).toEqual(
      [...Array(10).keys()].map((step) => 291 + step),
    );
    expect(await find({ tags: ["hundred"] }, 9)).toEqual([100, 200, 300]);
    expect(await find({ withoutTags: ["other"], domains: ["user"] }, 9)).toHaveLength(2);
  });

  it("excludes memories that are in the trash, superseded or purged, and finds the trash on request", async () => {
    const { memories, vectors, find } = await storeOf(4);
    await memories.setDeleted(idAt(1), true, null, edit("delete"));
    await memories.insert(memoryAt(9, { supersedes: idAt(2) }));
    await memories.setDeleted(idAt(3), true, null, edit("delete"));
    await memories.purge([idAt(3)]);
    expect(await find()).toEqual([4]);
    expect(await find({ trash: "only" })).toEqual([1]);
    expect(await find({ trash: "include", superseded: "include" }, 9)).toHaveLength(3);
    expect(await vectors.vectorsOf(idAt(3), MODEL)).toEqual([]);
  });

  it("makes a memory pending and removes its vectors when its content changes", async () => {
    const { memories, vectors, find } = await storeOf(2);
    expect(await vectors.counts(MODEL)).toEqual({ ready: 2, pending: 0 });
    await memories.update(idAt(1), { content: "something else" }, null, edit("update"));
    expect(await find()).toEqual([2]);
    expect(await vectors.pending(MODEL, 10)).toEqual([{ id: idAt(1), content: "something else", revision: 2 }]);
    const all = [idAt(1), idAt(2), idAt(3)];
    expect(await vectors.pendingAmong(all, MODEL)).toEqual(new Set([idAt(1)]));
    expect(await vectors.pendingAmong(all, "model/two")).toEqual(new Set([idAt(1), idAt(2)]));
    expect(await vectors.counts(MODEL)).toEqual({ ready: 1, pending: 1 });
  });

  it("rejects the vectors of outdated content, but not after a change of the domain", async () => {
    const { memories, vectors } = await storeOf(0);
    await memories.insert(memoryAt(1));
    await memories.update(idAt(1), { content: "newer" }, null, edit("update"));
    expect(await vectors.put(idAt(1), 1, MODEL, [passage(1)])).toBe(false);
    await memories.update(idAt(1), { domain: "owner/repo" }, null, edit("update"));
    expect(await vectors.put(idAt(1), 2, MODEL, [passage(1)])).toBe(true);
    expect(await vectors.put(idAt(8), 1, MODEL, [passage(1)])).toBe(false);
  });

  it("makes all memories outside the trash pending for another model, the oldest first", async () => {
    const { memories, vectors, find } = await storeOf(3);
    expect((await vectors.pending("model/two", 2)).map(({ id }) => id)).toEqual([idAt(1), idAt(2)]);
    await memories.setDeleted(idAt(2), true, null, edit("delete"));
    expect(await vectors.counts("model/two")).toEqual({ ready: 0, pending: 2 });
    await vectors.put(idAt(1), 1, "model/two", [passage(0)]);
    expect((await vectors.pending("model/two", 9)).map(({ id }) => id)).toEqual([idAt(3)]);
    expect(await find()).toEqual([3]);
    expect(await vectors.vectorsOf(idAt(1), "model/two")).toEqual([pointing(0)]);
    await memories.setDeleted(idAt(2), false, null, edit("restore"));
    expect(await vectors.counts("model/two")).toEqual({ ready: 1, pending: 2 });
  });

  it("does not return a memory without passages as pending", async () => {
    const { memories, vectors } = await storeOf(0);
    await memories.insert(memoryAt(1));
    await vectors.put(idAt(1), 1, MODEL, []);
    expect(await vectors.pending(MODEL, 9)).toEqual([]);
  });

  it("finds memories by their old vectors while they are renewed, also after a restart, and then by the new ones", async () => {
    const { vectors, find, close, folder } = await storeOf(120);
    const before = await find();
    await vectors.renew();
    expect(await find()).toEqual(before);
    expect(await vectors.counts(MODEL)).toEqual({ ready: 0, pending: 120 });
    await close();
    const reopened = await openTestStore(folder);
    const found = async () => (await reopened.vectors.search(pointing(0), MODEL, {}, 3)).hits;
    expect((await found()).map(({ id }) => numberOf(id))).toEqual(before);
    await reopened.vectors.put(idAt(120), 1, MODEL, [passage(0)]);
    expect((await found()).map(({ id }) => id)).toContain(idAt(120));
    expect(await reopened.vectors.counts(MODEL)).toEqual({ ready: 1, pending: 119 });
  });

  it("makes the memories with outdated content pending once for each version", async () => {
    const { vectors, find } = await storeOf(120, (number) => ({ content: number % 40 === 0 ? "alt" : "new" }));
    const pending = async () => (await vectors.pending(MODEL, 10)).map(({ id }) => numberOf(id));
    const isOutdated = (content: string) => content === "alt";
    const never = new AbortController().signal;
    await vectors.renewOutdated(1, isOutdated, AbortSignal.abort());
    expect(await pending()).toEqual([]);
    await vectors.renewOutdated(1, isOutdated, never);
    expect(await pending()).toEqual([40, 80, 120]);
    expect(await find({}, 120)).toHaveLength(120);
    await vectors.put(idAt(40), 1, MODEL, [passage(0)]);
    await vectors.renewOutdated(1, isOutdated, never);
    expect(await pending()).toEqual([80, 120]);
    await vectors.renewOutdated(2, isOutdated, never);
    expect(await pending()).toEqual([40, 80, 120]);
  });

  it("finds enough memories for a filter that few of the most similar ones match", async () => {
    const { find } = await storeOf(2_600, (number) => ({ tags: number > 400 ? ["late"] : [] }));
    expect(await find({ tags: ["late"] })).toEqual([401, 402, 403]);
    const { find: findMixed } = await storeOf(2_600, (number) => ({ tags: number % 10 < 8 ? ["most"] : [] }));
    expect(await findMixed({ tags: ["most"] }, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  it("releases the vectors and reads them again at the next search", async () => {
    let scans = 0;
    const store = await openMemoryStore({
      ...optionsIn(await temporaryFolder()),
      createScan: (dimensions) => {
        scans++;
        return createVectorScan(dimensions);
      },
    });
    onTestFinished(store.close);
    await store.memories.insert(memoryAt(1));
    await store.vectors.put(idAt(1), 1, MODEL, [passage(0)]);
    const search = () => store.vectors.search(pointing(0), MODEL, {}, 1);
    for (let round = 0; round < 3; round++) expect((await search()).hits).toHaveLength(1);
    expect(scans).toBe(1);
    store.releaseMemory();
    expect((await search()).hits).toHaveLength(1);
    expect(scans).toBe(2);
  });

  it("does not release the vectors while a search reads them", async () => {
    const store = await openMemoryStore({
      ...optionsIn(await temporaryFolder()),
      createScan: (dimensions) => {
        queueMicrotask(() => store.releaseMemory());
        return createVectorScan(dimensions);
      },
    });
    onTestFinished(store.close);
    for (const number of [1, 2, 3]) {
      await store.memories.insert(memoryAt(number));
      await store.vectors.put(idAt(number), 1, MODEL, [passage(0)]);
    }
    expect((await store.vectors.search(pointing(0), MODEL, {}, 10)).hits).toHaveLength(3);
  });
});
