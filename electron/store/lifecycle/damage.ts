import { closeSync, copyFileSync, fsyncSync, openSync, renameSync } from "node:fs";
import { RecollectError } from "../../core/errors.ts";

/**
 * What to do with a damaged database: throw and change nothing, restore the newest backup, or start with an empty one.
 */
export type DamageChoice = "ask" | "restore" | "fresh";

/** How a damaged database was replaced. */
export interface Recovery {
  /** The new path of the damaged file. */
  readonly setAside: string;
  /** The backup that replaced it; null if an empty database did. */
  readonly restoredFrom: string | null;
}

/**
 * Reads an error with the reason `damaged`, so that a host can offer to restore the backup; null for any other error.
 */
export function damageOf(error: unknown): { readonly path: string; readonly newestBackup: string | null } | null {
  if (!(error instanceof RecollectError) || error.details?.reason !== "damaged") return null;
  const { path, newestBackup } = error.details;
  return { path: String(path), newestBackup: typeof newestBackup === "string" ? newestBackup : null };
}

/** Puts a copy of a backup in the place of a database, completely or not at all. */
export function restoreBackup(backup: string, path: string): void {
  const partial = `${path}.partial`;
  copyFileSync(backup, partial);
  const file = openSync(partial, "r+");
  fsyncSync(file);
  closeSync(file);
  renameSync(partial, path);
}
