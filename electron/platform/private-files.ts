import { chmodSync, readdirSync } from "node:fs";
import path from "node:path";
import type { DataFiles } from "./paths.ts";

/**
 * Takes away from others what an earlier version, a restored backup or the owner's own copying left readable to them:
 * databases with their logs, backups and log files. The data folder itself may have been chosen, and stays as it is.
 * Windows has no such modes; there the folder's own rights hold.
 */
export function keepFilesPrivate(files: DataFiles, platform: NodeJS.Platform): void {
  if (platform === "win32") return;
  for (const folder of [files.backups, files.logs]) setMode(folder, 0o700);
  const databases = /^(?:memories|requests)\b.*\.sqlite|^owner\.lock/;
  for (const name of namesIn(files.folder).filter((name) => databases.test(name))) {
    setMode(path.join(files.folder, name), 0o600);
  }
  for (const name of namesIn(files.backups)) setMode(path.join(files.backups, name), 0o600);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What is not there or belongs to another stays as it is. */
function setMode(file: string, mode: number): void {
  try {
    chmodSync(file, mode);
  } catch {
    // Its use will tell what is wrong with it.
  }
}
