import { copyFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Logger } from "../../core/ports.ts";
import { memoryAt, openTestStore, START, temporaryFolder } from "../testing/open-store.ts";
import { backupName } from "./backup-folder.ts";
import { scheduleBackups } from "./backups.ts";

const HOUR = 3_600_000;
let folder: string;
/** A backup. */
let sample: string;
let now: number;
let backups: number;
let lines: string[];
let logger: Logger;
beforeEach(async () => {
  const parent = await temporaryFolder();
  const store = await openTestStore(parent);
  await store.memories.insert(memoryAt(1));
  const { backup } = await store.backup();
  sample = join(parent, "sample.sqlite");
  folder = join(parent, "backups");
  renameSync(join(folder, backup.name), sample);
  vi.useFakeTimers();
  now = START;
  backups = 0;
  lines = [];
  const note = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  logger = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
});
afterEach(() => void vi.useRealTimers());

/** Time passes, awake: timers run. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 300_000) {
    now += 300_000;
    await vi.advanceTimersByTimeAsync(300_000);
  }
}

function schedule(backUp: () => Promise<unknown>) {
  return scheduleBackups({ backUp, folder, clock: { now: () => now }, logger });
}

/** A copy of a real backup for each day. */
async function backUp(): Promise<void> {
  backups += 1;
  const file = join(folder, backupName(folder, "daily", now));
  copyFileSync(sample, file);
  utimesSync(file, now / 1000, now / 1000);
}

it("makes a backup soon after the start, then a day after the last one, also across a restart and a sleep", async () => {
  let stop = schedule(backUp);
  await pass(HOUR);
  expect(backups).toBe(1);
  await pass(22 * HOUR);
  expect(backups).toBe(1);
  await stop();
  stop = schedule(backUp);
  await pass(HOUR / 2);
  expect(backups).toBe(1);
  await pass(HOUR);
  expect(backups).toBe(2);
  // The machine sleeps: the wall clock advances, timers do not.
  now += 30 * HOUR;
  await pass(HOUR / 2);
  expect(backups).toBe(3);
  await stop();
  await pass(48 * HOUR);
  expect(backups).toBe(3);
});

it("tries again an hour after a failure", async () => {
  const stop = schedule(async () => {
    backups += 1;
    throw new Error("disk full");
  });
  await pass(HOUR / 2);
  expect(backups).toBe(1);
  expect(lines[0]).toBe("error: The backup failed");
  await pass(HOUR);
  expect(backups).toBe(2);
  await stop();
});

it("makes a backup although a wrong clock dated others in the future", async () => {
  await backUp();
  writeFileSync(join(folder, "memories-2031-01-01.sqlite"), "");
  now = START + 25 * HOUR;
  const stop = schedule(backUp);
  await pass(HOUR / 2);
  expect(backups).toBe(2);
  await stop();
});
