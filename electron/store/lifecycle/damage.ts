import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
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

/** Renames a complete database to the path of another, which must not be open. The other's log would be replayed. */
export function moveInPlace(file: string, path: string): void {
  const handle = openSync(file, "r+");
  fsyncSync(handle);
  closeSync(handle);
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  renameSync(file, path);
}
