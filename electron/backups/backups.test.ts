import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openMemoryStore } from "../store/open-memory-store.ts";
import { memoryAt, optionsIn, SILENT, START, temporaryFolder } from "../store/testing/open-store.ts";
import { Backups } from "./backups.ts";

let folder: string;
let now: number;
let changes: number;
beforeEach(async () => {
  folder = await temporaryFolder();
  now = START;
  changes = 0;
});

async function open(memories: number) {
  const clock = { now: () => now };
  const store = await openMemoryStore({ ...optionsIn(folder), clock });
  await Promise.all(Array.from({ length: memories }, (_, number) => store.memories.insert(memoryAt(number))));
  return { store, backups: new Backups({ store, clock, logger: SILENT, onChange: () => changes++ }) };
}

describe("alerts about backups", () => {
  it("reports a backup that failed until one succeeds", async () => {
    const { store, backups } = await open(1);
    // A file in the place of the folder: no user can write there.
    writeFileSync(join(folder, "backups"), "");
    await expect(backups.make("daily")).rejects.toThrow();
    expect(backups.alerts()).toMatchObject([{ details: { reason: "backup_failed" } }]);
    expect(changes).toBe(1);
    rmSync(join(folder, "backups"));
    await backups.make("daily");
    expect(backups.alerts()).toEqual([]);
    await store.close();
  });

  it("compares a backup that has far fewer memories with the one before", async () => {
    const { store, backups } = await open(60);
    await backups.make("daily");
    for (let number = 1; number < 60; number++) {
      await store.memories.setDeleted(memoryAt(number).id, true, null, { client: null, at: now, action: "delete" });
    }
    await store.memories.purge("trash");
    now += 86_400_000;
    await backups.make("daily");
    expect(backups.alerts()).toMatchObject([
      { details: { reason: "backup_smaller", memories: 1, before: 60, name: "memories-2026-01-31.sqlite" } },
    ]);
    await store.close();
  });
});

it("makes one backup before the requests of an import", async () => {
  const { store, backups } = await open(2);
  await backups.beforeImport();
  now += 60_000;
  await backups.beforeImport();
  expect(await backups.make("manual")).toMatchObject({ kind: "manual", memories: 2 });
  now += 2 * 3_600_000;
  await backups.beforeImport();
  expect(changes).toBe(3);
  await store.close();
});
