import { existsSync, readFileSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { enableIncrementalVacuum } from "../lifecycle/open-database.ts";
import { idAt, memoryAt, openTestStore, optionsIn, SILENT, temporaryFolder } from "../testing/open-store.ts";

const edit = (action: "update" | "delete") => ({ client: null, at: 1, action });
const pageCount = (path: string, pragma: string): number => {
  const database = new Database(path, { readonly: true });
  try {
    return Number(database.pragma(pragma, { simple: true }));
  } finally {
    database.close();
  }
};

/** The words of the purged memories that the database file and its write-ahead log contain. */
function wordsIn(path: string): string[] {
  const files = [path, `${path}-wal`].filter((file) => existsSync(file));
  const bytes = files.map((file) => readFileSync(file).toString("latin1").toLowerCase()).join("");
  return ["xylocarp", "zugzwang", "quixotry", "vexillum"].filter((word) => bytes.includes(word));
}

it("leaves no word of a purged memory in the file, and returns its space", async () => {
  const folder = await temporaryFolder();
  const { path } = optionsIn(folder);
  const store = await openTestStore(folder);
  const { memories, vectors } = store;
  await Promise.all(Array.from({ length: 600 }, (_, number) => memories.insert(memoryAt(number + 1))));
  const filler = "filling ".repeat(1_000);
  for (let number = 1_001; number <= 1_300; number++) {
    await memories.insert(memoryAt(number, { content: `Xylocarp ${number} ${filler}`, tags: ["vexillum"] }));
  }
  await memories.update(idAt(1_001), { content: "Zugzwang", source: "quixotry.ts" }, null, edit("update"));
  await vectors.put(idAt(1_001), 2, "model", [{ start: 0, end: 8, vector: new Int8Array(32).fill(7) }]);
  expect(wordsIn(path)).toHaveLength(4);
  const size = statSync(path).size;
  for (let number = 1_001; number <= 1_300; number++)
    await memories.setDeleted(idAt(number), true, null, edit("delete"));
  expect(await memories.purge("trash")).toBe(300);
  await vi.waitFor(() => expect(statSync(`${path}-wal`).size).toBe(0), { timeout: 30_000, interval: 100 });
  expect(wordsIn(path)).toEqual([]);
  expect(statSync(path).size).toBeLessThan(size / 2);
  expect(pageCount(path, "freelist_count")).toBeLessThan(300);
  expect(await store.integrity()).toBeNull();
  expect((await store.text.search({ any: [{ kind: "word", token: "memory" }], all: [] }, {}, 10)).length).toBe(10);
});

it("finishes after a restart what a stop interrupted", async () => {
  const folder = await temporaryFolder();
  const { path } = optionsIn(folder);
  // Nothing is merged or returned before the stop.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const first = await openTestStore(folder);
  for (let number = 1; number <= 40; number++) {
    await first.memories.insert(memoryAt(number, { content: number === 7 ? "xylocarp" : `memory ${number}` }));
  }
  await first.memories.setDeleted(idAt(7), true, null, edit("delete"));
  await first.memories.purge([idAt(7)]);
  await first.close();
  expect(wordsIn(path)).toEqual(["xylocarp"]);
  await openTestStore(folder);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(wordsIn(path)).toEqual([]), { timeout: 30_000, interval: 100 });
});

it("rewrites a database that was created without incremental vacuum once", async () => {
  const folder = await temporaryFolder();
  const database = new Database(`${folder}/old.sqlite`);
  database.exec("CREATE TABLE numbers (number INTEGER); INSERT INTO numbers VALUES (7)");
  enableIncrementalVacuum(database, SILENT);
  expect(database.pragma("auto_vacuum", { simple: true })).toBe(2);
  expect(database.prepare("SELECT number FROM numbers").pluck().all()).toEqual([7]);
  database.close();
});
