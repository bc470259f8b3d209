import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { copyFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Backup } from "../core/backup.ts";
import { listBackups, outdatedBackups, removeLeftovers } from "../store/lifecycle/backup-folder.ts";
import { RecollectError } from "../text/errors.ts";

/**
 * The place of the copies: a folder of this machine in the owner's folder, so that two machines can share one.
 * @param host the name of the machine
 */
export function folderOfMachine(chosen: string, host: string): string {
  return path.join(chosen, `recollect-backups-${host.replace(/[^\w.-]/g, "_")}`);
}

/** @throws invalid_argument (field `folder`) for a folder that cannot have backups */
export function checkSecondFolder(chosen: string, dataFolder: string): string {
  const refuse = (problem: string) =>
    new RecollectError("second_folder_invalid", { path: chosen, problem }, { field: "folder" });
  if (!path.isAbsolute(chosen)) throw refuse("its path is not complete");
  const folder = path.normalize(chosen);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw refuse("it does not exist");
  const relative = path.relative(dataFolder, folder);
  const isInside = relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative));
  if (isInside) throw refuse("it is in the data folder");
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw refuse("it is not writable");
  }
  return folder;
}

interface CopyOptions {
  readonly now: number;
  /** Returns what a check of the copy found, or null. */
  readonly verify: (copy: string) => Promise<string | null>;
}

/**
 * Copies a backup to the second folder, checks the copy, and deletes copies that have become superfluous.
 * @param folder from {@link folderOfMachine}
 */
export async function copyToSecondFolder(source: string, folder: string, { now, verify }: CopyOptions): Promise<void> {
  // A missing folder is often a disk that is not connected: it must not be created on another disk.
  if (!existsSync(path.dirname(folder))) throw new Error("The folder does not exist.");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeLeftovers(folder);
  const target = path.join(folder, path.basename(source));
  const partial = `${target}.partial`;
  await copyFile(source, partial);
  chmodSync(partial, 0o600);
  const finding = await verify(partial);
  if (finding !== null) {
    await rm(partial, { force: true });
    throw new RecollectError("backup_damaged", { path: target, finding });
  }
  await rename(partial, target);
  for (const { name } of outdatedBackups(listBackups(folder), now)) await rm(path.join(folder, name), { force: true });
}

/** The backups in the second folder; empty if it is missing. */
export function listSecondFolder(chosen: string, host: string): Backup[] {
  return listBackups(folderOfMachine(chosen, host));
}
