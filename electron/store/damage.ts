import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync } from "node:fs";
import { RecollectError } from "../core/errors.ts";
import type { Clock } from "../core/ports.ts";

/** What to do with a damaged database: say so and touch nothing, go back to the newest backup, or begin anew. */
export type DamageChoice = "ask" | "restore" | "fresh";

/** What was done about a damaged database. */
export interface Recovery {
  /** Where the damaged file lies now. */
  readonly setAside: string;
  /** The backup that took its place; null: an empty database did. */
  readonly restoredFrom: string | null;
}

/** Tells of damage, naming the newest backup; {@link damageOf} reads it. */
export function damagedError(
  path: string,
  newestBackup: string | null,
  finding: string,
  cause?: unknown,
): RecollectError {
  return new RecollectError("storage", `The database ${path} is damaged: ${finding}`, {
    hint:
      newestBackup === null
        ? "There is no backup. Begin with an empty database; the damaged file is kept beside it under another name."
        : `Restore the newest backup (${newestBackup}); the damaged file is kept beside it under another name.`,
    details: { reason: "damaged", path, newestBackup },
    cause,
  });
}

/** Reads an error of {@link damagedError}: what a host needs to offer a remedy. Null for any other error. */
export function damageOf(error: unknown): { readonly path: string; readonly newestBackup: string | null } | null {
  if (!(error instanceof RecollectError) || error.details?.reason !== "damaged") return null;
  const { path, newestBackup } = error.details;
  return { path: String(path), newestBackup: typeof newestBackup === "string" ? newestBackup : null };
}

/** Moves a damaged database, with its log, out of the way under a name with the time; nothing is deleted. */
export function setAside(path: string, clock: Clock): string {
  const stamp = new Date(clock.now()).toISOString().replaceAll(":", "-");
  const target = `${path.replace(/\.sqlite$/, "")}.damaged-${stamp}.sqlite`;
  for (const suffix of ["-wal", "-shm", ""]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  }
  return target;
}

/** Puts a copy of a backup in a database's place, whole or not at all. */
export function restoreBackup(backup: string, path: string): void {
  const partial = `${path}.partial`;
  copyFileSync(backup, partial);
  const file = openSync(partial, "r+");
  fsyncSync(file);
  closeSync(file);
  renameSync(partial, path);
}
