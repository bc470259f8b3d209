import { z } from "zod";
import type { Backup, BackupComparison, ReadableFile, RestoreReport } from "../../core/backup.ts";
import { method, nothing } from "./method.ts";

const name = z.string().min(1).max(200);

/** The backups of the memories. */
export const backupMethods = {
  "backups.list": method<BackupList>()(nothing),
  "backups.make": method<Backup>()(nothing),
  /** Returns a description of the first damage, or null if none was found. */
  "backups.verify": method<string | null>()({ name }),
  /** What a restore would change; `query` limits this to memories that contain it. */
  "backups.compare": method<BackupComparison>()({ name, query: z.string().max(1000).optional() }),
  /** Restores chosen memories, or everything; the present state is kept as a backup first. */
  "backups.restore": method<RestoreReport>()({
    name,
    ids: z.array(z.string().min(1).max(40)).min(1).max(1000).nullable(),
  }),
  /** Writes the readable part of a damaged database to a file, which the caller deletes with its folder. Null if nothing is readable. */
  "backups.writeReadable": method<ReadableFile | null>()(nothing),
  /** Null removes the second place. */
  "backups.setSecondFolder": method<BackupList>()({ folder: z.string().trim().min(1).max(4096).nullable() }),
} as const;

export interface BackupList {
  /** Newest first. */
  readonly backups: readonly Backup[];
  /** A second place for the backups; null if there is none. */
  readonly secondFolder: string | null;
}
