import type { StateCounts } from "./validity.ts";

/**
 * Why a backup was made. `version`: before the first start of another version of Recollect. `schema`, `import` and
 * `restore`: before the database was changed by one of these.
 */
export const BACKUP_KINDS = ["daily", "manual", "version", "schema", "import", "restore"] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

/** A copy of the database of memories. */
export interface Backup {
  /** The name of its file. */
  readonly name: string;
  readonly kind: BackupKind;
  /** When it was made, ISO 8601. */
  readonly at: string;
  readonly bytes: number;
  /** Its current memories, counted as in every other place; null if the file cannot be read, as the other counts. */
  readonly memories: number | null;
  readonly trash: number | null;
  readonly superseded: number | null;
  readonly expired: number | null;
  readonly upcoming: number | null;
}

/** The counts of a backup that can be read; null for another one. */
export function countsOfBackup({ memories, trash, superseded, expired, upcoming }: Backup): StateCounts | null {
  if (memories === null || trash === null || superseded === null || expired === null || upcoming === null) return null;
  return { memories, trash, superseded, expired, upcoming };
}

/** The effect of a restore on a memory: `added`, `changed`, or `removed` because the backup does not contain it. */
export const DIFFERENCE_KINDS = ["added", "changed", "removed"] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface BackupDifference {
  readonly id: string;
  readonly kind: DifferenceKind;
  readonly namespace: string;
  readonly domain: string;
  /** The start of the content in the backup, or null if the backup does not contain the memory. */
  readonly backedUp: string | null;
  /** The start of the present content, or null if the memory does not exist. */
  readonly present: string | null;
  /** Whether it is in the trash, in the backup and now. */
  readonly wasInTrash: boolean;
  readonly isInTrash: boolean;
}

/** How a backup differs from the present memories. */
export interface BackupComparison {
  readonly counts: Readonly<Record<DifferenceKind, number>>;
  /** The first differences of each kind, at most {@link MAX_DIFFERENCES} of each. */
  readonly differences: readonly BackupDifference[];
}

export const MAX_DIFFERENCES = 200;

/** What a restore found in a damaged database. */
export interface Salvaged {
  /** Memories that the backup lacks, or has in an earlier version. */
  readonly recovered: number;
  /** Memories that were in the damaged database, and whose last version is neither readable there nor in the backup. */
  readonly lost: number;
}

/** A file of JSON lines with the readable memories of a damaged database. */
export interface ReadableFile {
  readonly file: string;
  /** How many memories are known to be lost. */
  readonly lost: number;
}

/** The result of a restore. */
export interface RestoreReport {
  /** Null if the present memories could not be compared, because they were damaged. */
  readonly counts: Readonly<Record<DifferenceKind, number>> | null;
  /** The backup of the state before, for undo; null if that state was damaged and was set aside. */
  readonly kept: string | null;
  /** The memories that the damaged database had and the backup lacks; null if it was not damaged or not readable. */
  readonly salvaged: Salvaged | null;
}
