import { mkdirSync, readdirSync, statSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import SQLite, { type Database } from "better-sqlite3";
import type { Clock } from "../core/ports.ts";
import { checkQuickly } from "./integrity.ts";

/** Daily backups that are kept; the oldest leaves first. */
export const DAILY_BACKUPS = 7;

const DAILY = /^memories-\d{4}-\d{2}-\d{2}\.sqlite$/;
const ANY_BACKUP = /^memories-.*\.sqlite$/;

/** Copies a live database into the folder, whole or not at all: a partial copy never bears a backup's name. */
export async function copyDatabase(database: Database, folder: string, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, name);
  const partial = `${target}.partial`;
  await rm(partial, { force: true });
  await database.backup(partial);
  standAlone(partial);
  const file = await open(partial, "r+");
  await file.chmod(0o600);
  await file.sync();
  await file.close();
  await rename(partial, target);
  return target;
}

/** Turns a copy's write-ahead log off, so that it is one file that can be read where nothing may be written. */
function standAlone(path: string): void {
  const copy = new SQLite(path);
  copy.pragma("journal_mode = DELETE");
  copy.close();
}

/** Makes today's backup, replacing an earlier one of the same day, and lets the oldest go. Answers its path. */
export async function backUpToday(database: Database, folder: string, clock: Clock): Promise<string> {
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const path = await copyDatabase(database, folder, `memories-${day}.sqlite`);
  const daily = (await readdir(folder)).filter((name) => DAILY.test(name)).sort();
  for (const name of daily.slice(0, -DAILY_BACKUPS)) await rm(join(folder, name), { force: true });
  return path;
}

/** The newest backup of any kind that can be read whole; null where there is none. */
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
    // Not even a database: then there is nothing to go back to in it.
    return false;
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No folder: no backup was ever made.
    return [];
  }
}
