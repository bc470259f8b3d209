import { mkdirSync, statfsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import type { BackupComparison, BackupKind } from "../core/backup.ts";
import type { ProposalStore } from "../core/inbox.ts";
import type { ArchivedMemory } from "../core/memory-import.ts";
import type { MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import type { ChangeStore } from "../core/replication/change-store.ts";
import type { TokenStore } from "../core/tokens.ts";
import { RecollectError } from "../text/errors.ts";
import { backupName } from "./lifecycle/backup-folder.ts";
import { type MadeBackup, makeBackup } from "./lifecycle/backups.ts";
import { BackupReader } from "./lifecycle/compare-backup.ts";
import { type DamageChoice, damageFindingOf, moveInPlace, type Recovery } from "./lifecycle/damage.ts";
import {
  type OpenDatabaseOptions,
  openDatabase,
  openUnchecked,
  rebuild,
  setDatabaseAside,
} from "./lifecycle/open-database.ts";
import { replaceByBackup } from "./lifecycle/restore.ts";
import { ReplaceableStore } from "./replaceable-store.ts";
import { toStorageError } from "./storage-error.ts";
import { openStoreParts, type StoreParts, type StorePartsOptions } from "./store-parts.ts";

/** The database file is created with its folder if it does not exist. */
export interface OpenMemoryStoreOptions extends StorePartsOptions {
  readonly backupFolder: string;
  /** Default `ask`: throw an error that `damageOf` recognises, and change nothing. */
  readonly ifDamaged?: DamageChoice;
  /** This version of Recollect, if it opens the database for the first time: it is backed up before. Default: null. */
  readonly newVersion?: string | null;
  /** Check the entire database before it is opened, because an earlier check found damage. Default: false. */
  readonly suspected?: boolean;
  /** Called when a query or a check meets damage. A repair is then tried. */
  readonly onDamage?: (finding: string) => void;
  /** Called with each failure of a write. */
  readonly onWriteError?: (error: unknown) => void;
  /** Called when the damage was in indexes only, and they were rebuilt. */
  readonly onRepaired?: (recovery: Recovery) => void;
  /** Called when a backup has replaced the database, which may have been damaged. */
  readonly onRestored?: () => void;
}

export interface OpenedStore {
  readonly memories: MemoryStore;
  readonly proposals: ProposalStore;
  readonly changes: ChangeStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
  readonly tokens: TokenStore;
  /** How a damaged database was replaced when it was opened; null if it was not damaged. */
  readonly recovery: Recovery | null;
  /** Whether the backup for `newVersion` failed. */
  readonly lacksBackup: boolean;
  /** Frees caches that the next search fills again: vectors (0.4 s at 100,000), ids, pages of the file. */
  releaseMemory(): void;
  /** Runs the full check, and rebuilds damaged indexes. Returns the damage that remains, or null. */
  integrity(): Promise<string | null>;
  /**
   * Makes a backup; one at a time. A backup of a damaged database is refused, and the damage is acted on.
   * @param kind default: `daily`, which replaces the earlier one of its day
   */
  backup(kind?: Exclude<BackupKind, "schema" | "version">): Promise<MadeBackup>;
  /**
   * Replaces all memories by a backup; calls wait in the meantime. The present database becomes a backup, or is
   * set aside if it is damaged.
   * @param backup the path of its file
   * @returns the name of the backup of the present database; null if it was damaged
   */
  restore(backup: string): Promise<string | null>;
  /** Checks every page of a backup. Returns the finding, or null. */
  verifyBackup(backup: string): Promise<string | null>;
  /** What a restore would change; with a `query`, only memories that contain it. */
  compareBackup(backup: string, query: string): Promise<BackupComparison>;
  /** Opens a comparison of a backup with the present memories, in small steps. The caller closes it. */
  readBackup(backup: string): BackupReader;
  /** Reads memories of a backup with their history, from a copy of it; unknown ids are omitted. */
  archivedIn(backup: string, ids: readonly string[]): Promise<ArchivedMemory[]>;
  /** Rejects writes with this error until it is called with null. */
  setRefusal(error: RecollectError | null): void;
  /** Commits queued writes and closes the database; does nothing the second time. */
  close(): Promise<void>;
}

/** How often a repair that needs more space looks for it. */
const SPACE_POLL_INTERVAL_MS = 2_000;

/** Opens the database of memories and tokens. @throws storage */
export async function openMemoryStore(options: OpenMemoryStoreOptions): Promise<OpenedStore> {
  const { path, backupFolder, clock, logger, ifDamaged = "ask", suspected = false, newVersion = null } = options;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let damage: string | null = null;
  let spacePoll: NodeJS.Timeout | undefined;
  let repairing: Promise<boolean> | null = null;
  let closed = false;
  let backingUp: Promise<unknown> = Promise.resolve();
  const use = (database: Database) => openStoreParts(database, options, onError);
  const onError = (error: unknown) => {
    options.onWriteError?.(error);
    void repairIfDamaged(error);
  };
  const rebuildText = async (database: Database) => {
    const { text } = openStoreParts(
      database,
      { ...options, aggregateWorker: undefined, maintenanceWorker: undefined },
      () => undefined,
    );
    await text.rebuild(() => undefined, new AbortController().signal);
  };
  const databaseOptions: OpenDatabaseOptions<StoreParts> = {
    path,
    backupFolder,
    clock,
    logger,
    ifDamaged,
    suspected,
    newVersion,
    use,
    rebuildText,
  };
  const { opened, recovery, lacksBackup } = await openDatabase(databaseOptions);
  const store = new ReplaceableStore({ parts: opened, onError: repairIfDamaged });
  // Best effort: what this start does not forget, the next one does.
  opened.proposals.forgetDecided(clock.now()).catch((error: unknown) => {
    logger.warn("What is left of decided proposals was not deleted.", { error });
  });
  /** Rebuilds the indexes. Returns whether the damage is gone. */
  async function repairIfDamaged(error: unknown): Promise<boolean> {
    const finding = damageFindingOf(error);
    if (finding === null || closed || damage !== null) return false;
    repairing ??= repair(finding).finally(() => {
      repairing = null;
    });
    return repairing;
  }

  async function repair(finding: string): Promise<boolean> {
    logger.error("The database is damaged.", { finding });
    options.onDamage?.(finding);
    await backingUp;
    let repaired: Recovery | null = null;
    let failure: unknown = null;
    try {
      await store.replace(async () => {
        repaired = await rebuild(databaseOptions, finding).catch((error: unknown) => {
          logger.error("The damaged indexes could not be rebuilt.", { error });
          failure = error;
          return null;
        });
        return openUnchecked(databaseOptions);
      });
    } catch (error) {
      logger.error("The damaged database could not be opened again.", { error });
    }
    if (repaired !== null) {
      options.onRepaired?.(repaired);
      return true;
    }
    damage = finding;
    // A write could put rows into pages that it takes for free, and so destroy readable data.
    store.parts.refuseWrites(new RecollectError("damaged_in_part", { finding }));
    if (isDiskFull(failure)) repairWhenThereIsSpace(finding);
    return false;
  }

  function repairWhenThereIsSpace(finding: string): void {
    spacePoll = setTimeout(() => {
      if (closed || damage === null) return;
      if (!hasSpaceForCopy(path)) return repairWhenThereIsSpace(finding);
      damage = null;
      void repairIfDamaged(new RecollectError("damaged_in_part", { finding }));
    }, SPACE_POLL_INTERVAL_MS).unref();
  }

  async function replaceBy(prepared: string): Promise<string | null> {
    const name = damage === null ? backupName(backupFolder, "restore", clock.now()) : null;
    let failure: unknown = null;
    await store.replace(async () => {
      try {
        if (name !== null) replaceByBackup({ path, prepared, backupFolder, name });
        else {
          setDatabaseAside(path, clock);
          moveInPlace(prepared, path);
        }
        damage = null;
      } catch (error) {
        failure = error;
      }
      const parts = await openUnchecked(databaseOptions);
      if (damage !== null) parts.refuseWrites(new RecollectError("damaged_in_part", { finding: damage }));
      return parts;
    });
    if (failure !== null) throw toStorageError(failure);
    options.onRestored?.();
    const { text } = store.parts;
    if (await text.isOutdated()) {
      text
        .rebuild(() => undefined, new AbortController().signal)
        .catch((error: unknown) => logger.warn("The text index of a backup could not be rebuilt.", { error }));
    }
    return name;
  }

  return {
    memories: store.part("memories"),
    proposals: store.part("proposals"),
    changes: store.part("changes"),
    text: store.part("text"),
    vectors: store.part("vectors"),
    tokens: store.part("tokens"),
    recovery,
    lacksBackup,
    releaseMemory: () => store.parts.releaseMemory(),
    async integrity() {
      if (damage !== null) return damage;
      const error = await store.parts.maintenance.check().then(
        (finding) => (finding === null ? null : new RecollectError("damaged_in_part", { finding })),
        (thrown: unknown) => thrown,
      );
      if (error === null) return null;
      const finding = damageFindingOf(error);
      if (finding === null) throw error;
      return (await repairIfDamaged(error)) ? null : finding;
    },
    backup(kind = "daily") {
      const copy = (folder: string, name: string) => store.parts.maintenance.copy(folder, name);
      const making = backingUp.then(() => makeBackup(copy, kind, { folder: backupFolder, clock, logger }));
      backingUp = making.catch(() => undefined);
      // A copy that fails its check was made of a damaged database.
      making.catch(repairIfDamaged);
      return making;
    },
    async restore(backup) {
      const prepared = `${path}.partial`;
      await store.parts.maintenance.prepareRestore(backup, prepared);
      const restoring = backingUp.then(() => replaceBy(prepared));
      backingUp = restoring.catch(() => undefined);
      return restoring;
    },
    verifyBackup: (backup) => store.parts.maintenance.verify(backup),
    compareBackup: (backup, query) => store.parts.maintenance.compare(backup, query),
    readBackup: (backup) => new BackupReader(path, backup),
    async archivedIn(backup, ids) {
      const folder = await mkdtemp(join(dirname(path), "backup-"));
      try {
        const copy = join(folder, "memories.sqlite");
        await store.parts.maintenance.prepareRestore(backup, copy);
        const parts = await openUnchecked({ ...databaseOptions, path: copy });
        try {
          const memories = await parts.memories.getMany(ids);
          return await Promise.all(
            memories.map(async (memory) => ({
              ...memory,
              history: (await parts.memories.history(memory.id)).reverse(),
            })),
          );
        } finally {
          await parts.close();
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    setRefusal: (error) => store.parts.setRefusal(error),
    async close() {
      closed = true;
      clearTimeout(spacePoll);
      // Its caller gets the error of a failed backup; here it only has to be finished.
      await backingUp;
      await store.close();
    },
  };
}

function isDiskFull(error: unknown): boolean {
  const storageError = error === null ? null : toStorageError(error);
  return storageError instanceof RecollectError && storageError.details?.reason === "disk_full";
}

/** Whether the disk has room for a second database of the same size; false where the system does not say. */
function hasSpaceForCopy(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize > statSync(path).size;
  } catch {
    return false;
  }
}
