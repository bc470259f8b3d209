import { existsSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { expect, it, onTestFinished, vi } from "vitest";
import { workerUrl } from "../../../tests/testing/entries.ts";
import { openMemoryStore } from "../open-memory-store.ts";
import { memoryAt, optionsIn, temporaryFolder } from "../testing/open-store.ts";

const WORKER = workerUrl("maintenanceWorker");
/** The log is copied into the file after 4 MiB, or 12 MiB more while the thread starts. A commit may be added to it. */
const MAX_LOG_BYTES = 20 * 1024 * 1024;
const CONTENT = "a sentence of eight words and some more ".repeat(100);

async function openStore(maintenanceWorker: URL | undefined) {
  const folder = await temporaryFolder();
  const store = await openMemoryStore({ ...optionsIn(folder), maintenanceWorker });
  onTestFinished(() => store.close());
  const { path } = optionsIn(folder);
  let number = 0;
  const insert = async (count: number) => {
    for (const end = number + count; number < end; ) {
      const batch = Array.from({ length: 10 }, () => memoryAt(number++, { content: `${CONTENT} ${number}` }));
      await Promise.all(batch.map((memory) => store.memories.insert(memory)));
    }
  };
  return { store, insert, path, log: `${path}-wal` };
}

it.each<[string, URL | undefined]>([
  ["on its thread", WORKER],
  ["on the calling thread, without a worker", undefined],
  ["on the calling thread, if the thread cannot start", new URL("missing-worker.ts", import.meta.url)],
])("keeps the write-ahead log short and the text index merged %s", { timeout: 300_000 }, async (_, worker) => {
  const { store, insert, path, log } = await openStore(worker);
  // More than 80 MB in the log, if nothing copied it into the file.
  await insert(3_000);
  expect(statSync(log).size).toBeLessThan(MAX_LOG_BYTES);
  const reader = new Database(path, { readonly: true });
  // Each of the 300 commits added one.
  const countSegments = reader.prepare<[], number>("SELECT count(DISTINCT segid) FROM text_index_idx").pluck();
  await vi.waitFor(() => expect(countSegments.get()).toBeLessThan(30), { timeout: 30_000, interval: 50 });
  expect(reader.pragma("integrity_check", { simple: true })).toBe("ok");
  reader.close();
  await store.close();
  expect(existsSync(log)).toBe(false);
});

it("copies the log into the file after a long read", { timeout: 300_000 }, async () => {
  const { insert, path } = await openStore(WORKER);
  await insert(10);
  const reader = new Database(path, { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec("BEGIN; SELECT count(*) FROM memories");
  await insert(1_000);
  const observer = new Database(path, { readonly: true });
  onTestFinished(() => void observer.close());
  const readLeft = () => {
    const [state] = observer.pragma("wal_checkpoint(NOOP)") as { log: number; checkpointed: number }[];
    return (state?.log ?? 0) - (state?.checkpointed ?? 0);
  };
  expect(readLeft()).toBeGreaterThan(1_000);
  reader.exec("COMMIT");
  await insert(500);
  await vi.waitFor(() => expect(readLeft()).toBeLessThan(1_000), { timeout: 30_000, interval: 50 });
});
