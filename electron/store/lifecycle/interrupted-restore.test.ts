import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { openMemoryStore } from "../open-memory-store.ts";
import { damagePages } from "../testing/damage-file.ts";
import { memoryAt, openTestStore, optionsIn, temporaryFolder } from "../testing/open-store.ts";

const BACKED_UP = 60;
const LATER = 20;
const PROCESS = new URL("../testing/stopping-process.ts", import.meta.url).pathname;
const BACKUP = "memories-2026-01-31.sqlite";

/** A folder with a backup of 60 memories and a database of 80. */
async function createFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const store = await openTestStore(folder);
  const insert = (first: number, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        store.memories.insert(memoryAt(first + index, { tags: ["a"], content: `number ${first + index} `.repeat(40) })),
      ),
    );
  await insert(0, BACKED_UP);
  await store.backup();
  await insert(BACKED_UP, LATER);
  await store.close();
  return folder;
}

/** The number of operations, or null if the process was killed. */
function run(folder: string, action: string, limit: number): number | null {
  const { stdout, stderr, signal } = spawnSync(process.execPath, [PROCESS, folder, action, String(limit)], {
    encoding: "utf8",
  });
  if (signal === "SIGKILL") return null;
  if (stdout === "") throw new Error(stderr);
  return Number(stdout);
}

const leftoversIn = (folder: string) => readdirSync(folder).filter((name) => /\.(partial|ready)/.test(name));

/** Numbers from 1 to the end, evenly. Runs can differ by an operation, so the last ones are left out. */
function pointsIn(total: number, count: number): number[] {
  const last = total - 2;
  return Array.from({ length: count }, (_, index) => 1 + Math.floor((index * (last - 1)) / (count - 1)));
}

/** Kills the action at points of its own, and lets `check` open each result. */
async function killAt(
  folder: string,
  { action, points }: { readonly action: string; readonly points: number },
  check: (copy: string) => Promise<void>,
): Promise<void> {
  const copyOf = async () => {
    const copy = await temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    return copy;
  };
  const total = run(await copyOf(), action, 0);
  if (total === null) throw new Error("It was killed without a limit.");
  expect(total).toBeGreaterThan(points);
  for (const point of pointsIn(total, points)) {
    const copy = await copyOf();
    expect(run(copy, action, point)).toBeNull();
    await check(copy);
  }
}

async function countIn(folder: string, ifDamaged: "ask" | "restore"): Promise<number> {
  const store = await openMemoryStore({ ...optionsIn(folder), ifDamaged });
  onTestFinished(() => store.close());
  const { total } = await store.memories.facets({});
  await store.restore(join(folder, "backups", BACKUP));
  expect((await store.memories.facets({})).total).toBe(BACKED_UP);
  expect(await store.integrity()).toBeNull();
  await store.close();
  expect(leftoversIn(folder)).toEqual([]);
  return total;
}

it("leaves a database that opens and can be restored, wherever a restore is killed", async () => {
  await killAt(await createFolder(), { action: "restore", points: 20 }, async (copy) => {
    expect([BACKED_UP, BACKED_UP + LATER]).toContain(await countIn(copy, "ask"));
  });
}, 240_000);

it("restores a damaged database at the next start, wherever the first restore is killed", async () => {
  const folder = await createFolder();
  damagePages(join(folder, "memories.sqlite"), "contents", 2);
  writeFileSync(join(folder, "memories.sqlite"), "no header", { flag: "r+" });
  await killAt(folder, { action: "start", points: 10 }, async (copy) => {
    expect(await countIn(copy, "restore")).toBeGreaterThanOrEqual(BACKED_UP);
  });
}, 240_000);

it("keeps every memory, wherever the rebuild of damaged indexes is killed", async () => {
  const folder = await createFolder();
  damagePages(join(folder, "memories.sqlite"), "memories_by_created");
  await killAt(folder, { action: "open", points: 5 }, async (copy) => {
    const store = await openMemoryStore({ ...optionsIn(copy), suspected: true });
    onTestFinished(() => store.close());
    expect((await store.memories.facets({})).total).toBe(BACKED_UP + LATER);
    await store.close();
    expect(leftoversIn(copy)).toEqual([]);
  });
}, 240_000);

it("restores a backup next to the journal and the copies of work that was killed", async () => {
  const folder = await createFolder();
  const partial = join(folder, "memories.sqlite.partial");
  const journal = join(folder, "kept-journal");
  copyFileSync(join(folder, "backups", BACKUP), partial);
  const copy = new Database(partial);
  // The changes do not fit in the cache, so that the journal is synced before the transaction ends.
  copy.pragma("cache_size = 1");
  copy.exec("BEGIN; UPDATE contents SET content = content || ' changed'");
  copyFileSync(`${partial}-journal`, journal);
  copy.close();
  mkdirSync(join(folder, "backup-a1B2c3"));
  const store = await openMemoryStore(optionsIn(folder));
  onTestFinished(() => store.close());
  expect(existsSync(join(folder, "backup-a1B2c3"))).toBe(false);
  renameSync(journal, `${partial}-journal`);
  expect(await store.restore(join(folder, "backups", BACKUP))).toMatchObject({ salvaged: null });
  expect((await store.memories.facets({})).total).toBe(BACKED_UP);
  expect(leftoversIn(folder)).toEqual([]);
});
