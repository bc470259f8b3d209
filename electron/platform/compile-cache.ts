import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import module from "node:module";
import path from "node:path";
import { ownUser, WRITABLE_BY_OTHERS } from "./file-owner.ts";

/** When the start is over, so that storing the code delays no first request. */
const STORE_DELAY_MS = 5_000;
/** Code of former versions is not used any more. Code in use is stored again after its next start. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000;

/**
 * Loads modules with compiled code from this folder, and stores the code of those that are compiled. Node's default is a
 * folder for temporary files: many systems empty it when they start, and another user could put code there that this
 * process would run. Does nothing if the folder cannot be made, is a link, or another user owns it or can write it.
 */
export function enableCompileCache(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = lstatSync(folder);
    const user = ownUser();
    const isOwn = user === null || (stats.uid === user && (stats.mode & WRITABLE_BY_OTHERS) === 0);
    if (!stats.isDirectory() || !isOwn) return;
  } catch {
    return;
  }
  // Node 20 has no cache.
  module.enableCompileCache?.(folder);
}

/**
 * Stores the compiled code soon, and deletes old code. Otherwise Node stores it only when a process exits without a
 * signal, and keeps a copy in memory until then.
 */
export function storeCompileCache(folder: string, delayMs = STORE_DELAY_MS): void {
  setTimeout(() => {
    module.flushCompileCache();
    deleteOldCode(folder);
  }, delayMs).unref();
}

function deleteOldCode(folder: string): void {
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile() && Date.now() - lstatSync(file).mtimeMs > MAX_AGE_MS) rmSync(file);
    }
  } catch {
    // It is only a cache.
  }
}
