import { mkdirSync, readdirSync, statSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Database } from "better-sqlite3";
import type { Clock } from "../core/ports.ts";

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
  const file = await open(partial, "r+");
  await file.sync();
  await file.close();
  await rename(partial, target);
  return target;
}

/** Makes today's backup, replacing an earlier one of the same day, and lets the oldest go. Answers its path. */
export async function backUpToday(database: Database, folder: string, clock: Clock): Promise<string> {
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const path = await copyDatabase(database, folder, `memories-${day}.sqlite`);
  const daily = (await readdir(folder)).filter((name) => DAILY.test(name)).sort();
  for (const name of daily.slice(0, -DAILY_BACKUPS)) await rm(join(folder, name), { force: true });
  return path;
}

/** The newest backup of any kind; null where there is none. */
export function newestBackup(folder: string): string | null {
  const names = listFolder(folder).filter((name) => ANY_BACKUP.test(name));
  const dated = names.map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }));
  dated.sort((a, b) => b.at - a.at || (basename(a.path) < basename(b.path) ? 1 : -1));
  return dated[0]?.path ?? null;
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No folder: no backup was ever made.
    return [];
  }
}
