import type { Backup, BackupKind } from "../core/backup.ts";
import { RecollectError } from "../core/errors.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { MadeBackup } from "../store/lifecycle/backups.ts";
import type { OpenedStore } from "../store/open-memory-store.ts";

export interface BackupsOptions {
  readonly store: Pick<OpenedStore, "backup">;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the alerts may have changed. */
  readonly onChange: () => void;
}

/** An import is many requests in a row: one backup is made before all of them. */
const IMPORT_INTERVAL_MS = 60 * 60_000;

/** The backups of the memories, and what the owner should know about them. */
export class Backups {
  readonly #options: BackupsOptions;
  #failure: unknown = null;
  #smaller: RecollectError | null = null;
  #importedAt = Number.NEGATIVE_INFINITY;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** Makes a backup. A failure is an alert until a backup succeeds. @throws storage */
  async make(kind: Exclude<BackupKind, "schema">): Promise<Backup> {
    const { store, onChange } = this.#options;
    try {
      const made = await store.backup(kind);
      this.#failure = null;
      this.#smaller = smallerAlert(made);
      return made.backup;
    } catch (error) {
      this.#failure = error;
      throw error;
    } finally {
      onChange();
    }
  }

  /** Makes a backup before an import, unless one was made in the last hour. A failure does not prevent the import. */
  async beforeImport(): Promise<void> {
    const { clock, logger } = this.#options;
    const now = clock.now();
    if (Math.abs(now - this.#importedAt) < IMPORT_INTERVAL_MS) return;
    this.#importedAt = now;
    await this.make("import").catch((error: unknown) => logger.error("The backup before an import failed", { error }));
  }

  alerts(): readonly RecollectError[] {
    const failure = this.#failure;
    if (failure === null) return this.#smaller === null ? [] : [this.#smaller];
    const problem = failure instanceof Error ? failure.message : String(failure);
    return [new RecollectError("storage", "backup_failed", { problem })];
  }
}

function smallerAlert({ backup, larger }: MadeBackup): RecollectError | null {
  if (larger === null) return null;
  const { memories, name } = larger;
  return new RecollectError("storage", "backup_smaller", {
    memories: backup.memories ?? 0,
    before: memories ?? 0,
    name,
  });
}
