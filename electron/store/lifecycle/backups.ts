import { mkdirSync, readdirSync, statSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import SQLite, { type Database } from "better-sqlite3";
import type { Clock, Logger } from "../../core/ports.ts";
import { checkQuickly } from "./integrity.ts";

/** Daily backups kept. */
const MAX_DAILY_BACKUPS = 7;

const DAILY = /^memories-\d{4}-\d{2}-\d{2}\.sqlite$/;
const ANY_BACKUP = /^memories-.*\.sqlite$/;

/** A minute after the start, when clients have connected, and then once a day. */
const FIRST_DELAY_MS = 60_000;
const INTERVAL_MS = 24 * 60 * 60_000;

/**
 * Makes a backup every day while the application runs. The returned function stops that, and waits for a running one.
 */
export function scheduleBackups(backUp: () => Promise<string>, logger: Logger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = backUp().then(
      (file) => logger.info("The memories were backed up", { file }),
      (error: unknown) => logger.error("The backup failed", { error }),
    );
    timer = setTimeout(run, INTERVAL_MS).unref();
  };
  let timer = setTimeout(run, FIRST_DELAY_MS).unref();
  return () => {
    clearTimeout(timer);
    return running;
  };
}

/** Makes today's backup, replacing an earlier one of the same day, and deletes the oldest. Returns its path. */
export async function backUpToday(database: Database, folder: string, clock: Clock): Promise<string> {
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const path = await copyDatabase(database, folder, `memories-${day}.sqlite`);
  const daily = (await readdir(folder)).filter((name) => DAILY.test(name)).sort();
  for (const name of daily.slice(0, -MAX_DAILY_BACKUPS)) await rm(join(folder, name), { force: true });
  return path;
}

/** Copies an open database into a folder. An incomplete copy never has the name of a backup. */
export async function copyDatabase(database: Database, folder: string, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, name);
  const partial = `${target}.partial`;
  await rm(partial, { force: true });
  await database.backup(partial);
  disableWal(partial);
  const file = await open(partial, "r+");
  await file.chmod(0o600);
  await file.sync();
  await file.close();
  await rename(partial, target);
  return target;
}

/** Turns off the write-ahead log of a copy: it is then one file that can be read from a read-only folder. */
function disableWal(path: string): void {
  const copy = new SQLite(path);
  copy.pragma("journal_mode = DELETE");
  copy.close();
}

/** The newest backup of any kind that is not damaged; null if there is none. */
export function newestSoundBackup(folder: string): string | null {
  return (
    listFolder(folder)
      .filter((name) => ANY_BACKUP.test(name))
      .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at || (a.path < b.path ? 1 : -1))
      .find(({ path }) => isSound(path))?.path ?? null
  );
}

function isSound(path: string): boolean {
  try {
    const database = new SQLite(path, { readonly: true });
    try {
      return checkQuickly(database) === null;
    } finally {
      database.close();
    }
  } catch {
    // Not a database.
    return false;
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder is created with the first backup.
    return [];
  }
}
