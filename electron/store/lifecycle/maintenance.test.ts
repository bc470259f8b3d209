import { existsSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { workerUrl } from "../../../tests/testing/entries.ts";
import { openMemoryStore } from "../open-memory-store.ts";
import { memoryAt, optionsIn, SILENT, sharedFolder } from "../testing/open-store.ts";
import { createMaintenanceThread, type Maintenance } from "./maintenance.ts";

const WORKER = workerUrl("maintenanceWorker");

const filledFolder = sharedFolder(async (folder) => {
  const store = await openMemoryStore(optionsIn(folder));
  const content = "words of a memory ".repeat(100);
  await Promise.all(
    Array.from({ length: 4_000 }, (_, number) =>
      store.memories.insert(memoryAt(number + 1, { content: `${content} ${number}` })),
    ),
  );
  await store.close();
});

async function openFilled(folder: string) {
  const store = await openMemoryStore({ ...optionsIn(folder), maintenanceWorker: WORKER });
  onTestFinished(() => store.close());
  return store;
}

/** Captures memories one after another until the work has finished. @returns how many were captured before that */
async function captureDuring(work: Promise<unknown>, capture: () => Promise<unknown>) {
  let running = true;
  const finished = work.finally(() => {
    running = false;
  });
  let captured = -1;
  while (running) {
    await capture();
    captured++;
  }
  await finished;
  return captured;
}

it("checks and copies the database on its thread while memories are captured", async () => {
  const folder = await filledFolder();
  const store = await openFilled(folder);
  let finding: string | null = "not checked";
  let backup = "";
  let number = 10_000;
  const capture = () => store.memories.insert(memoryAt(number++));
  const check = store.integrity().then((found) => {
    finding = found;
  });
  expect(await captureDuring(check, capture)).toBeGreaterThan(0);
  expect(finding).toBeNull();
  const copy = store.backup().then((made) => {
    backup = join(optionsIn(folder).backupFolder, made.backup.name);
  });
  expect(await captureDuring(copy, capture)).toBeGreaterThan(0);
  const copied = new Database(backup, { readonly: true });
  expect(copied.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(copied.prepare("SELECT count(*) FROM memories").pluck().get()).toBeGreaterThanOrEqual(4_000);
  copied.close();
  await store.close();
  expect(existsSync(join(folder, "memories.sqlite-wal"))).toBe(false);
});

it.each<[string, (maintenance: Maintenance, folder: string) => Promise<unknown>]>([
  ["check", (maintenance) => maintenance.check()],
  ["copy", (maintenance, folder) => maintenance.copy(folder, "memories-2026-01-31.sqlite")],
])("moves the write-ahead log into the file after a %s, on its thread", async (_, work) => {
  const folder = await filledFolder();
  const { path } = optionsIn(folder);
  const database = new Database(path);
  onTestFinished(() => void database.close());
  // As while a long read prevents it.
  database.pragma("wal_autocheckpoint = 0");
  const size = statSync(path).size;
  database.exec("CREATE TABLE numbers (number BLOB); INSERT INTO numbers VALUES (zeroblob(8000000))");
  expect(statSync(path).size).toBe(size);
  const thread = createMaintenanceThread({ path, workerUrl: WORKER, logger: SILENT });
  onTestFinished(() => thread.close());
  await work(thread.methods, folder);
  expect(statSync(path).size).toBeGreaterThan(size + 6_000_000);
});

it("returns damage that prevents the check as its finding", async () => {
  const folder = await filledFolder();
  const { path } = optionsIn(folder);
  const store = await openFilled(folder);
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(statSync(path).size / 2), 0, null, statSync(path).size / 2);
  expect(await store.integrity()).toMatch(/\w+/);
});
