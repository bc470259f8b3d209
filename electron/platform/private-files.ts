import { closeSync, constants, fchmodSync, mkdirSync, openSync, readdirSync } from "node:fs";
import path from "node:path";
import type { DataFiles } from "./paths.ts";

/**
 * Makes databases, backups and log files readable only by their owner, including files of an earlier version or a
 * restored backup. The mode of the data folder is not changed, because the owner may have chosen the folder. Does
 * nothing on Windows, which has no such modes.
 */
export function makeFilesPrivate(files: DataFiles, platform: NodeJS.Platform): void {
  if (platform === "win32") return;
  makeFolder(files.logs);
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

/** The log would create its folder with the permissions of the umask. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It exists, or opening the log reports the problem.
  }
}

/** Ignores a file that is missing or belongs to another user, and a link, which may lead to any file. */
function setMode(file: string, mode: number): void {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      fchmodSync(descriptor, mode);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Opening the file reports the problem.
  }
}
