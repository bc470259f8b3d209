import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import type { Salvaged } from "../../core/backup.ts";
import { setAside } from "../../core/util/set-aside.ts";
import { isDamage } from "../../sqlite/damage.ts";
import { RecollectError } from "../../text/errors.ts";

/**
 * What to do with a damaged database: throw and change nothing, restore the newest backup, or start with an empty one.
 */
export type DamageChoice = "ask" | "restore" | "fresh";

/** How a damaged database was replaced. */
export interface Recovery {
  readonly by: "rebuild" | "backup" | "empty";
  /** The damaged part. */
  readonly finding: string;
  /** The new path of the damaged file. */
  readonly setAside: string;
  /** The backup that replaced it; null if none did. */
  readonly restoredFrom: string | null;
  /** The memories that the damaged file had and the backup lacks; null if it was not readable. */
  readonly salvaged: Salvaged | null;
}

/** A check found damage without an error of SQLite. */
export class DamageFound extends Error {}

/**
 * Reads an error with the reason `damaged`, so that a host can offer to restore the backup; null for any other error.
 */
export function damageOf(error: unknown): { readonly path: string; readonly newestBackup: string | null } | null {
  if (!(error instanceof RecollectError) || error.details?.reason !== "damaged") return null;
  const { path, newestBackup } = error.details;
  return { path: String(path), newestBackup: typeof newestBackup === "string" ? newestBackup : null };
}

/** What an error says about damage of the database: from SQLite, from a check, or from a thread; null for others. */
export function damageFindingOf(error: unknown): string | null {
  if (error instanceof DamageFound) return error.message;
  if (isDamage(error)) return (error as Error).message;
  if (!(error instanceof RecollectError) || error.details?.reason !== "damaged_in_part") return null;
  return String(error.details.finding);
}

/**
 * Deletes a database that is not in use, for example an incomplete copy, with every file that SQLite keeps next to it. The
 * journal that a stopped process left would be rolled back into the next file of this name.
 */
export function removeDatabase(file: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

/** The name of the file in which a prepared database is made of a damaged one and a backup. */
export const salvagePath = (prepared: string): string => `${prepared}-salvage`;

/** The name of a complete database that is to replace another. */
const readyName = (path: string): string => `${path}.ready`;

/**
 * Replaces a database, which must not be open, by a complete one. A process that is killed in between has replaced it or
 * not: {@link finishReplacement} continues from the name of the complete file.
 * @param remove moves the present file away in one step
 * @returns the result of `remove`
 */
export function replaceDatabase<T>(complete: string, path: string, remove: () => T): T {
  const handle = openSync(complete, "r+");
  fsyncSync(handle);
  closeSync(handle);
  const ready = readyName(path);
  removeDatabase(ready);
  renameSync(complete, ready);
  let result: T;
  try {
    result = remove();
  } catch (error) {
    if (existsSync(path)) removeDatabase(ready);
    else moveInPlace(ready, path);
    throw error;
  }
  moveInPlace(ready, path);
  return result;
}

/** Continues a replacement that a killed process did not finish, and deletes incomplete copies. Call before opening. */
export function finishReplacement(path: string, now: number): void {
  const prepared = `${path}.partial`;
  for (const copy of [prepared, salvagePath(prepared)]) removeDatabase(copy);
  const ready = readyName(path);
  if (existsSync(path)) removeDatabase(ready);
  if (!existsSync(ready)) return;
  setDatabaseAside(path, now);
  moveInPlace(ready, path);
}

/** Keeps a damaged database under another name, with its write-ahead log. Returns the new path. */
export function setDatabaseAside(path: string, now: number): string {
  // A read-only connection leaves an empty log and its index.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  }
  // The database first: while it has its name, no replacement has happened, and it needs its log.
  return setAside(path, "damaged", now, ["-journal", "-wal", "-shm"], "first");
}

/** Renames a complete database to the path of another, which is gone. The other's log would be replayed. */
function moveInPlace(file: string, path: string): void {
  for (const suffix of ["-journal", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
  renameSync(file, path);
}
