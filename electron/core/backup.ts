/** Why a backup was made. `schema`, `import` and `restore`: before the database was changed by one of these. */
export const BACKUP_KINDS = ["daily", "manual", "schema", "import", "restore"] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

/** A copy of the database of memories. */
export interface Backup {
  /** The name of its file. */
  readonly name: string;
  readonly kind: BackupKind;
  /** When it was made, ISO 8601. */
  readonly at: string;
  readonly bytes: number;
  /** Its memories, without those in the trash; null if the file cannot be read. */
  readonly memories: number | null;
  readonly trash: number | null;
}
