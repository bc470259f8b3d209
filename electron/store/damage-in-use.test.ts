import { readdirSync } from "node:fs";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { damageOf, type Recovery } from "./lifecycle/damage.ts";
import { type OpenedStore, openMemoryStore } from "./open-memory-store.ts";
import { damagePages, zeroSecondHalf } from "./testing/damage-file.ts";
import { memoryAt, openTestStore, optionsIn, START, temporaryFolder } from "./testing/open-store.ts";

const MEMORIES = 400;
const VECTOR = new Int8Array(64).fill(7);
const EDIT = { client: null, at: START, action: "update" } as const;

/** A folder with a closed store of 400 memories, with tags, vectors and one revision each. */
async function createFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const store = await openTestStore(folder);
  const numbers = Array.from({ length: MEMORIES }, (_, index) => index);
  const content = (number: number) =>
    `memory number ${number} about subject${number % 40}, ${"in some detail ".repeat(9)}`;
  const all = numbers.map((number) => memoryAt(number, { content: content(number), tags: [`tag-${number % 7}`] }));
  await Promise.all(all.map((memory) => store.memories.insert(memory)));
  const passages = [{ start: 0, end: 9, vector: VECTOR }];
  await Promise.all(all.map(({ id }) => store.vectors.put(id, 1, "model", passages)));
  await store.backup();
  await store.close();
  return folder;
}

async function open(folder: string) {
  const findings: string[] = [];
  const repairs: Recovery[] = [];
  const store = await openMemoryStore({
    ...optionsIn(folder),
    onDamage: (finding) => findings.push(finding),
    onRepaired: (recovery) => repairs.push(recovery),
  });
  onTestFinished(() => store.close());
  return { store, findings, repairs };
}

async function listAll({ memories }: OpenedStore): Promise<number> {
  let count = 0;
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof memories.list>> = await memories.list({}, "created", 100, cursor);
    count += page.items.length;
    if (page.nextCursor === undefined) return count;
    cursor = page.nextCursor;
  }
}

const word = (token: string) => ({ any: [{ kind: "word" as const, token }], all: [] });

/** Reads and writes through every index. */
async function useEverything(store: OpenedStore): Promise<void> {
  expect(await listAll(store)).toBe(MEMORIES);
  for (let subject = 0; subject < 40; subject++) {
    expect(await store.text.search(word(`subject${subject}`), {}, 50)).toHaveLength(10);
  }
  expect((await store.memories.facets({})).total).toBe(MEMORIES);
  expect((await store.memories.tagsStartingWith("tag", {}, 9)).length).toBe(7);
  await store.memories.insert(memoryAt(MEMORIES + 1, { tags: ["tag-1"] }));
  expect((await store.text.search(word("number"), {}, 500)).length).toBe(MEMORIES + 1);
  expect(await store.memories.counts()).toMatchObject({ memories: MEMORIES + 1 });
  expect((await store.vectors.search(VECTOR, "model", {}, 500)).hits).toBeDefined();
  expect(await store.integrity()).toBeNull();
}

describe("damage after a clean stop, met in use", () => {
  it.each([
    ["an index of a list", "memories_by_created", 1],
    ["an index of ids", "sqlite_autoindex_memories_1", 1],
    ["the full-text index", "text_index_data", 8],
    ["the lengths of the full-text index", "text_index_docsize", 1],
    ["the index of tags", "memory_tags_by_tag", 1],
    ["the counts", "facet_counts", 1],
    ["the index of hashes", "contents_by_hash", 1],
  ] as const)("rebuilds %s from the memories, and every call succeeds", async (_, name, pages) => {
    const folder = await createFolder();
    damagePages(optionsIn(folder).path, name, pages);
    const { store, findings, repairs } = await open(folder);
    await useEverything(store);
    if (store.recovery === null) {
      expect(findings).toHaveLength(1);
      expect(repairs).toMatchObject([{ by: "rebuild", finding: findings[0] }]);
    } else expect(store.recovery).toMatchObject({ by: "rebuild" });
    expect(readdirSync(folder).filter((file) => file.includes(".damaged-") || file.includes(".partial"))).toHaveLength(
      1,
    );
  });

  it.each([
    ["counts", "UPDATE facet_counts SET memories = memories + 1"],
    ["counts of tags", "DELETE FROM tag_counts WHERE tag = 'tag-1'"],
    ["rows of the text index", "DELETE FROM text_index WHERE rowid < 9"],
  ])("finds and corrects wrong %s in the full check", async (_, sql) => {
    const folder = await createFolder();
    const database = new Database(optionsIn(folder).path);
    database.exec(sql);
    database.close();
    const { store, repairs } = await open(folder);
    expect(await store.integrity()).toBeNull();
    expect(repairs).toHaveLength(1);
    await useEverything(store);
  });

  it("keeps the memories and makes the vectors again if the vectors are damaged", async () => {
    const folder = await createFolder();
    damagePages(optionsIn(folder).path, "passages");
    const { store, repairs } = await open(folder);
    await store.vectors.search(VECTOR, "model", {}, 10);
    expect(repairs).toHaveLength(1);
    expect(await store.vectors.counts("model")).toEqual({ ready: 0, pending: MEMORIES });
    await useEverything(store);
  });

  it("reports damaged contents once, refuses writes, continues to read, and offers the backup at the next start", async () => {
    const folder = await createFolder();
    damagePages(optionsIn(folder).path, "contents");
    const { store, findings, repairs } = await open(folder);
    await expect(listAll(store)).rejects.toMatchObject({ details: { reason: "damaged_in_part" } });
    expect(findings).toHaveLength(1);
    expect(repairs).toEqual([]);
    await expect(store.memories.insert(memoryAt(999))).rejects.toMatchObject({
      details: { reason: "damaged_in_part" },
    });
    await expect(store.memories.update(memoryAt(0).id, { content: "other" }, null, EDIT)).rejects.toThrow();
    expect((await store.memories.list({}, "created-ascending", 50, null)).items).toHaveLength(50);
    expect(await store.text.search(word("subject7"), {}, 50)).toHaveLength(10);
    expect(await store.integrity()).toBe(findings[0]);
    expect(findings).toHaveLength(1);
    await store.close();

    const options = { ...optionsIn(folder), suspected: true };
    const error = await openMemoryStore(options).catch((thrown: unknown) => thrown);
    expect(damageOf(error)?.newestBackup).toContain("memories-2026-01-31.sqlite");
    const restored = await openMemoryStore({ ...options, ifDamaged: "restore" });
    onTestFinished(() => restored.close());
    expect(restored.recovery).toMatchObject({ by: "backup" });
    await useEverything(restored);
  });

  it("does not call a half zeroed file sound", async () => {
    const folder = await createFolder();
    zeroSecondHalf(optionsIn(folder).path);
    const opened = await open(folder).catch((error: unknown) => damageOf(error));
    if (opened !== null && "store" in opened) {
      await expect(listAll(opened.store)).rejects.toMatchObject({ details: { reason: "damaged_in_part" } });
      expect(opened.findings).toHaveLength(1);
      await expect(opened.store.memories.insert(memoryAt(999))).rejects.toThrow();
    } else expect(opened?.newestBackup).toContain("memories-2026-01-31.sqlite");
  });
});
