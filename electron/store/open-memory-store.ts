import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BackupComparison, BackupKind, RestoreReport, Salvaged } from "../core/backup.ts";
import type { ProposalStore } from "../core/inbox.ts";
import type { ArchivedMemory } from "../core/memory-import.ts";
import type { MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import type { ChangeStore } from "../core/replication/change-store.ts";
import type { TokenStore } from "../core/tokens.ts";
import type { UseStore } from "../core/use.ts";
import { createMutex } from "../core/util/mutex.ts";
import { toStorageError } from "../sqlite/storage-error.ts";
import { RecollectError } from "../text/errors.ts";
import { backupName } from "./lifecycle/backup-folder.ts";
import { type MadeBackup, makeBackup } from "./lifecycle/backups.ts";
import { BackupReader } from "./lifecycle/compare-backup.ts";
import {
  type DamageChoice,
  damageFindingOf,
  type Recovery,
  replaceDatabase,
  setDatabaseAside,
} from "./lifecycle/damage.ts";
import { type OpenDatabaseOptions, openDatabase, openUnchecked, rebuild } from "./lifecycle/open-database.ts";
import { replaceByBackup } from "./lifecycle/restore.ts";
import { COPY_PREFIX, type ReadableMemories, readReadable } from "./readable-memories.ts";
import { openStoreParts, ReplaceableStore, type StoreParts, type StorePartsOptions } from "./store-parts.ts";

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
  readonly onRestored?: (found: Pick<Recovery, "salvaged" | "setAside"> | null) => void;
}

export interface OpenedStore {
  readonly memories: MemoryStore;
  readonly proposals: ProposalStore;
  readonly changes: ChangeStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
  readonly tokens: TokenStore;
  /** Which memories clients got, and whether they relied on them. */
  readonly use: UseStore;
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
   * @returns the name of the backup of the present database, or null if it was damaged; then also its readable memories
   */
  restore(backup: string): Promise<Pick<RestoreReport, "kept" | "salvaged">>;
  /** Checks every page of a backup. Returns the finding, or null. */
  verifyBackup(backup: string): Promise<string | null>;
  /** What a restore would change; with a `query`, only memories that contain it. */
  compareBackup(backup: string, query: string): Promise<BackupComparison>;
  /** Opens a comparison of a backup with the present memories, in small steps. The caller closes it. */
  readBackup(backup: string): BackupReader;
  /** Reads memories of a backup with their history, from a copy of it; unknown ids are omitted. */
  archivedIn(backup: string, ids: readonly string[]): Promise<ArchivedMemory[]>;
  /**
   * Reads the readable part of a database of Recollect, damaged or not, from a copy that is deleted after the last memory.
   * @param file null for this database
   * @returns null if nothing can be read
   */
  readReadable(file: string | null): Promise<ReadableMemories | null>;
  /** Rejects writes with this error until it is called with null. */
  setRefusal(error: RecollectError | null): void;
  /** Commits queued writes and closes the database; does nothing the second time. */
  close(): Promise<void>;
}

/** Deletes the copies that a killed process left. */
function removeBackupCopies(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(COPY_PREFIX) && /^\w{6}$/.test(name.slice(COPY_PREFIX.length))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

/** How often a repair that needs more space looks for it. */
const SPACE_POLL_INTERVAL_MS = 2_000;

/** Opens the database of memories and tokens. @throws storage */
export async function openMemoryStore(options: OpenMemoryStoreOptions): Promise<OpenedStore> {
  const { path, backupFolder, clock, logger, ifDamaged = "ask", suspected = false, newVersion = null } = options;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  removeBackupCopies(dirname(path));
  const onError = (error: unknown) => {
    options.onWriteError?.(error);
    void repair.ifDamaged(error);
  };
  const databaseOptions: OpenDatabaseOptions<StoreParts> = {
    path,
    backupFolder,
    clock,
    logger,
    ifDamaged,
    suspected,
    newVersion,
    use: (database) => openStoreParts(database, options, onError),
    async rebuildText(database) {
      const withoutThreads = { aggregateWorker: undefined, maintenanceWorker: undefined };
      const { text } = openStoreParts(database, { ...options, ...withoutThreads }, () => undefined);
      await text.rebuild(() => undefined, new AbortController().signal);
    },
  };
  const inTurn = createMutex();
  const repair: StoreRepair = new StoreRepair(options, databaseOptions, inTurn, () => store);
  const { opened, recovery, lacksBackup } = await openDatabase(databaseOptions);
  const store = new ReplaceableStore({ parts: opened, onError: (error) => repair.ifDamaged(error) });
  // Best effort: what this start does not forget, the next one does.
  opened.proposals.forgetDecided(clock.now()).catch((error: unknown) => {
    logger.warn("What is left of decided proposals was not deleted.", { error });
  });
  return {
    memories: store.part("memories"),
    proposals: store.part("proposals"),
    changes: store.part("changes"),
    text: store.part("text"),
    vectors: store.part("vectors"),
    tokens: store.part("tokens"),
    use: store.part("use"),
    recovery,
    lacksBackup,
    releaseMemory: () => store.parts.releaseMemory(),
    integrity: () => repair.check(),
    backup(kind = "daily") {
      const copy = (folder: string, name: string) => store.parts.maintenance.copy(folder, name);
      const making = inTurn(() => makeBackup(copy, kind, { folder: backupFolder, clock, logger }));
      // A copy that fails its check was made of a damaged database.
      making.catch((error: unknown) => repair.ifDamaged(error));
      return making;
    },
    async restore(backup) {
      const prepared = `${path}.partial`;
      await store.parts.maintenance.prepareRestore(backup, prepared);
      const salvaged = repair.isDamaged ? await store.parts.maintenance.addReadable(path, prepared) : null;
      return { kept: await inTurn(() => repair.replaceBy(prepared, salvaged)), salvaged };
    },
    verifyBackup: (backup) => store.parts.maintenance.verify(backup),
    compareBackup: (backup, query) => store.parts.maintenance.compare(backup, query),
    readBackup: (backup) => new BackupReader(path, backup),
    async archivedIn(backup, ids) {
      const folder = await mkdtemp(join(dirname(path), COPY_PREFIX));
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
    readReadable: (file) =>
      readReadable({
        salvage: (copy) => store.parts.maintenance.addReadable(file ?? path, copy),
        parent: dirname(path),
        database: databaseOptions,
        parts: options,
      }),
    setRefusal: (error) => store.parts.setRefusal(error),
    async close() {
      repair.stop();
      await inTurn(async () => undefined);
      await store.close();
    },
  };
}

/** Repairs a database that is in use when damage is found, and replaces it by a backup. */
class StoreRepair {
  readonly #options: OpenMemoryStoreOptions;
  readonly #database: OpenDatabaseOptions<StoreParts>;
  readonly #inTurn: ReturnType<typeof createMutex>;
  readonly #store: () => ReplaceableStore;
  /** The damage that remains. */
  #damage: string | null = null;
  #repairing: Promise<boolean> | null = null;
  #spacePoll: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @param inTurn runs one backup or restore at a time */
  constructor(
    options: OpenMemoryStoreOptions,
    database: OpenDatabaseOptions<StoreParts>,
    inTurn: ReturnType<typeof createMutex>,
    store: () => ReplaceableStore,
  ) {
    this.#options = options;
    this.#database = database;
    this.#inTurn = inTurn;
    this.#store = store;
  }

  /** Rebuilds the indexes if the error is damage. Returns whether the damage is gone. */
  async ifDamaged(error: unknown): Promise<boolean> {
    const finding = damageFindingOf(error);
    if (finding === null || this.#isStopped || this.#damage !== null) return false;
    this.#repairing ??= this.#repair(finding).finally(() => {
      this.#repairing = null;
    });
    return this.#repairing;
  }

  get isDamaged(): boolean {
    return this.#damage !== null;
  }

  /** Checks the entire database and repairs it. Returns the damage that remains, or null. */
  async check(): Promise<string | null> {
    if (this.#damage !== null) return this.#damage;
    const { parts } = this.#store();
    const error = await parts.maintenance.check().then(
      (finding) => (finding === null ? null : damagedInPart(finding)),
      (thrown: unknown) => thrown,
    );
    if (error === null) return null;
    // The database was closed during the check, to be repaired or restored.
    if (this.#repairing !== null) await this.#repairing;
    if (this.#store().parts !== parts) return this.check();
    const finding = damageFindingOf(error);
    if (finding === null) throw error;
    return (await this.ifDamaged(error)) ? null : finding;
  }

  /**
   * Replaces the database by a prepared file.
   * @param salvaged the report about the readable rows that the file has
   * @returns the name of the backup of the former database, or null if it was damaged
   */
  async replaceBy(prepared: string, salvaged: Salvaged | null): Promise<string | null> {
    const { path, backupFolder, clock, logger } = this.#database;
    const name = this.#damage === null ? backupName(backupFolder, "restore", clock.now()) : null;
    let failure: unknown = null;
    let aside = "";
    await this.#store().replace(async () => {
      try {
        if (name !== null) replaceByBackup({ path, prepared, backupFolder, name });
        else aside = replaceDatabase(prepared, path, () => setDatabaseAside(path, clock.now()));
        this.#damage = null;
      } catch (error) {
        failure = error;
      }
      const parts = await openUnchecked(this.#database);
      if (this.#damage !== null) parts.refuseWrites(damagedInPart(this.#damage));
      return parts;
    });
    if (failure !== null) throw toStorageError(failure);
    this.#options.onRestored?.(salvaged === null ? null : { salvaged, setAside: aside });
    const { text } = this.#store().parts;
    if (await text.isOutdated()) {
      text
        .rebuild(() => undefined, new AbortController().signal)
        .catch((error: unknown) => logger.warn("The text index of a backup could not be rebuilt.", { error }));
    }
    return name;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#spacePoll);
  }

  async #repair(finding: string): Promise<boolean> {
    const { logger, onDamage, onRepaired } = this.#options;
    logger.error("The database is damaged.", { finding });
    onDamage?.(finding);
    await this.#inTurn(async () => undefined);
    let repaired: Recovery | null = null;
    let failure: unknown = null;
    try {
      await this.#store().replace(async () => {
        repaired = await rebuild(this.#database, finding).catch((error: unknown) => {
          logger.error("The damaged indexes could not be rebuilt.", { error });
          failure = error;
          return null;
        });
        return openUnchecked(this.#database);
      });
    } catch (error) {
      logger.error("The damaged database could not be opened again.", { error });
    }
    if (repaired !== null) {
      onRepaired?.(repaired);
      return true;
    }
    this.#damage = finding;
    // A write could put rows into pages that it takes for free, and so destroy readable data.
    this.#store().parts.refuseWrites(damagedInPart(finding));
    if (isDiskFull(failure)) this.#repairWhenThereIsSpace(finding);
    return false;
  }

  #repairWhenThereIsSpace(finding: string): void {
    this.#spacePoll = setTimeout(() => {
      if (this.#isStopped || this.#damage === null) return;
      if (!hasSpaceForCopy(this.#database.path)) return this.#repairWhenThereIsSpace(finding);
      this.#damage = null;
      void this.ifDamaged(damagedInPart(finding));
    }, SPACE_POLL_INTERVAL_MS).unref();
  }
}

function damagedInPart(finding: string): RecollectError {
  return new RecollectError("damaged_in_part", { finding });
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
