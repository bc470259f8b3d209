import { closeSync, fdatasyncSync, mkdirSync, openSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import SQLite, { type Database } from "better-sqlite3";
import type { Backup, BackupKind } from "../../core/backup.ts";
import type { Clock, Logger } from "../../core/ports.ts";
import { toFileError } from "../../core/util/file-error.ts";
import { runWhenDue } from "../../core/util/run-when-due.ts";
import { toStorageError } from "../../sqlite/storage-error.ts";
import { RecollectError } from "../../text/errors.ts";
import {
  backupName,
  checkBackup,
  isFuture,
  isMuchSmaller,
  listBackups,
  newestDailyAt,
  outdatedBackups,
  readBackup,
  removeLeftovers,
  sizeOf,
} from "./backup-folder.ts";
import { removeDatabase } from "./damage.ts";

/** A minute after the start, when clients have connected. */
const FIRST_DELAY_MS = 60_000;
/**
 * Pages copied, and then synced, in one step: 2 MiB. Commits wait for the disk no longer than it takes to write them.
 */
const STEP_PAGES = 512;
const INTERVAL_MS = 24 * 60 * 60_000;

interface BackupSchedule {
  readonly backUp: () => Promise<unknown>;
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Makes a backup a day after the newest daily one, by the wall clock. The returned function stops that, and waits for a
 * running one.
 */
export function scheduleBackups({ backUp, folder, clock, logger }: BackupSchedule): () => Promise<void> {
  const run = () =>
    backUp().then(
      () => true,
      (error: unknown) => {
        logger.error("The backup failed", { error });
        return false;
      },
    );
  const lastAt = () => newestDailyAt(folder, clock.now());
  return runWhenDue({ clock, firstDelayMs: FIRST_DELAY_MS, intervalMs: INTERVAL_MS, lastAt, run });
}

export interface MadeBackup {
  readonly backup: Backup;
  /** The newest backup before, if it has far more memories; both are kept then. */
  readonly larger: Backup | null;
}

/**
 * Makes a verified backup and deletes the outdated ones. A daily backup replaces the earlier one of its day, unless it
 * is much smaller.
 * @param copy as {@link copyDatabase}
 */
export async function makeBackup(
  copy: (folder: string, name: string) => Promise<string>,
  kind: Exclude<BackupKind, "schema" | "version">,
  { folder, clock, logger }: Omit<BackupSchedule, "backUp">,
): Promise<MadeBackup> {
  removeLeftovers(folder);
  const now = clock.now();
  const before = listBackups(folder).find((backup) => backup.memories !== null && !isFuture(backup, now));
  // It gets its name of the day only once it was compared with the others.
  const path = await copy(folder, backupName(folder, kind === "daily" ? "manual" : kind, now));
  let backup = readBackup(folder, path.slice(folder.length + 1));
  if (backup === null) throw new RecollectError("backup_unreadable", { path });
  const larger = before !== undefined && isMuchSmaller(sizeOf(backup), sizeOf(before)) ? before : null;
  if (kind === "daily" && larger === null) {
    const name = backupName(folder, "daily", now);
    await rename(path, join(folder, name));
    backup = { ...backup, name, kind };
  }
  if (larger !== null) logger.warn("The backup has far fewer memories than the one before.", { backup, larger });
  for (const { name } of outdatedBackups(listBackups(folder), now)) {
    if (name !== backup.name) await rm(join(folder, name), { force: true });
  }
  logger.info("The memories were backed up.", { file: join(folder, backup.name), memories: backup.memories });
  return { backup, larger };
}

/**
 * Copies an open database into a folder, as it is at the start. Its check blocks the thread for seconds if it is large.
 * A copy that is incomplete or damaged never has the name of a backup.
 * @param afterRead called when the database has been read
 * @throws storage (`damaged_in_part`) if the copy is damaged, because the database is
 */
export async function copyDatabase(
  database: Database,
  folder: string,
  name: string,
  afterRead: () => void = () => undefined,
): Promise<string> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw toFileError(error);
  }
  const target = join(folder, name);
  const partial = `${target}.partial`;
  removeDatabase(partial);
  try {
    await copyPages(database.name, partial);
    afterRead();
    disableWal(partial);
    const finding = checkBackup(partial);
    if (finding !== null) throw new RecollectError("damaged_in_part", { finding });
    const file = await open(partial, "r+");
    await file.chmod(0o600);
    await file.sync();
    await file.close();
    await rename(partial, target);
  } catch (error) {
    removeDatabase(partial);
    throw toFileError(toStorageError(error));
  }
  return target;
}

/**
 * Copies a database in steps, and syncs each. Synced in one step, hundreds of megabytes would occupy the disk for a
 * quarter of a second, and a commit would wait for them.
 */
async function copyPages(path: string, target: string): Promise<void> {
  const source = new SQLite(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
  let file: number | null = null;
  try {
    // One read transaction: else SQLite starts again after a write of another connection between two steps.
    source.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
    await source.backup(target, {
      progress() {
        file ??= openSync(target, "r+");
        fdatasyncSync(file);
        return STEP_PAGES;
      },
    });
  } finally {
    source.close();
    if (file !== null) closeSync(file);
  }
}

/** Turns off the write-ahead log of a copy: it is then one file that can be read from a read-only folder. */
function disableWal(path: string): void {
  const copy = new SQLite(path);
  copy.pragma("journal_mode = DELETE");
  copy.close();
}
