import { once } from "node:events";
import { accessSync, chmodSync, constants, createWriteStream, existsSync, mkdirSync, statSync } from "node:fs";
import { copyFile, mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import type {
  Backup,
  BackupComparison,
  BackupKind,
  DifferenceKind,
  ReadableFile,
  RestoreReport,
} from "../core/backup.ts";
import { OWNER } from "../core/caller.ts";
import type { EventMap, MemoryChange } from "../core/events.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { Clock, Logger } from "../core/ports.ts";
import { formatUrn } from "../core/urn.ts";
import { listBackups, outdatedBackups, removeLeftovers, sizeOf } from "../store/lifecycle/backup-folder.ts";
import type { MadeBackup } from "../store/lifecycle/backups.ts";
import { damageFindingOf } from "../store/lifecycle/damage.ts";
import type { OpenedStore } from "../store/open-memory-store.ts";
import { COPY_PREFIX } from "../store/readable-memories.ts";
import { RecollectError } from "../text/errors.ts";

export interface BackupsOptions {
  readonly store: Pick<
    OpenedStore,
    "backup" | "restore" | "verifyBackup" | "compareBackup" | "readBackup" | "archivedIn" | "readReadable"
  >;
  readonly service: Pick<MemoryService, "restoreArchived">;
  /** The folder of the backups. */
  readonly folder: string;
  readonly dataFolder: string;
  /** The owner's choice for a second copy. */
  readonly secondFolder: { get(): string | null; set(folder: string | null): void };
  /** The name of this machine. */
  readonly host: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the alerts may have changed. */
  readonly onChange: () => void;
  /** Called after a restore of everything. */
  readonly onRestored: (changes: EventMap["memories.changed"]) => void;
}

/** An import is many requests in a row: one backup is made before all of them. */
const IMPORT_INTERVAL_MS = 60 * 60_000;
/** Memories that can be chosen for one restore. */
const MAX_CHOSEN = 1_000;
/** After a restore of everything, more changes are announced as one without addresses. */
const MAX_ANNOUNCED = 2_000;

/** The backups of the memories, and what the owner should know about them. */
export class Backups {
  readonly #options: BackupsOptions;
  #failure: unknown = null;
  #smaller: RecollectError | null = null;
  #secondFailure: RecollectError | null = null;
  #copying: Promise<void> = Promise.resolve();
  #importedAt = Number.NEGATIVE_INFINITY;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** Newest first; those that only the second folder has are included. */
  list(): Backup[] {
    const { folder, secondFolder, host } = this.#options;
    const own = listBackups(folder);
    const names = new Set(own.map(({ name }) => name));
    const chosen = secondFolder.get();
    const others = chosen === null ? [] : listSecondFolder(chosen, host).filter(({ name }) => !names.has(name));
    return [...own, ...others].sort((a, b) => (a.at < b.at ? 1 : -1));
  }

  /** Makes a backup. A failure is an alert until a backup succeeds. @throws storage */
  async make(kind: Exclude<BackupKind, "schema" | "version">): Promise<Backup> {
    const { store, onChange } = this.#options;
    try {
      const made = await store.backup(kind);
      this.#failure = null;
      this.#smaller = smallerAlert(made);
      this.#copySoon(made.backup.name);
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

  /** Checks every page of a backup. Returns the finding, or null. @throws not_found */
  verify(name: string): Promise<string | null> {
    return this.#options.store.verifyBackup(this.#pathOf(name));
  }

  /** Compares a backup with the present memories. @throws not_found, storage */
  async compare(name: string, query: string): Promise<BackupComparison> {
    return this.#options.store.compareBackup(this.#pathOf(name), query);
  }

  /**
   * Restores everything, or chosen memories: those that the backup lacks are moved to the trash. The present state is
   * kept as a backup first.
   * @param ids null for everything
   * @throws not_found, invalid_argument, storage; then nothing has changed
   */
  async restore(name: string, ids: readonly string[] | null): Promise<RestoreReport> {
    const report = ids === null ? await this.#restoreAll(name) : await this.#restoreChosen(name, ids);
    this.#options.logger.info("A backup was restored.", { name, chosen: ids?.length ?? "all", ...report });
    this.#options.onChange();
    return report;
  }

  /** Writes the readable part of the present database. The reader deletes the file with its folder; else a start does. */
  writeReadable(): Promise<ReadableFile | null> {
    return writeReadableFile(this.#options.store, this.#options.dataFolder);
  }

  secondFolder(): string | null {
    return this.#options.secondFolder.get();
  }

  /** Copies the newest backup there immediately. @throws invalid_argument for a folder that cannot have backups */
  async setSecondFolder(chosen: string | null): Promise<void> {
    const { secondFolder, dataFolder, folder } = this.#options;
    secondFolder.set(chosen === null ? null : checkSecondFolder(chosen, dataFolder));
    this.#secondFailure = null;
    const newest = listBackups(folder).find(({ memories }) => memories !== null);
    if (newest !== undefined) this.#copySoon(newest.name);
    await this.#copying;
    this.#options.onChange();
  }

  alerts(): readonly RecollectError[] {
    const failure = this.#failure;
    const problem = failure instanceof Error ? failure.message : String(failure);
    return [
      ...(failure === null ? [] : [new RecollectError("backup_failed", { problem })]),
      ...(this.#smaller === null ? [] : [this.#smaller]),
      ...(this.#secondFailure === null ? [] : [this.#secondFailure]),
    ];
  }

  /** Waits for a copy to the second folder. */
  async close(): Promise<void> {
    await this.#copying;
  }

  async #restoreAll(name: string): Promise<RestoreReport> {
    const { store, onRestored } = this.#options;
    const kinds = await this.#differences(name).catch((error: unknown) => {
      // The present memories are damaged: that is a reason to restore.
      if (damageFindingOf(error) === null) throw error;
      return null;
    });
    const changes = kinds === null ? [] : this.#changesOf(name, kinds);
    const { kept, salvaged } = await store.restore(this.#pathOf(name));
    this.#smaller = null;
    onRestored(changes);
    if (kept !== null) this.#copySoon(kept);
    return { counts: kinds === null ? null : countKinds([...kinds.values()]), kept, salvaged };
  }

  async #restoreChosen(name: string, ids: readonly string[]): Promise<RestoreReport> {
    const { store, service } = this.#options;
    const kinds = await this.#differences(name);
    if (ids.length > MAX_CHOSEN) throw new RecollectError("list_too_long", { maximum: MAX_CHOSEN }, { field: "ids" });
    const chosen = [...new Set(ids)];
    const removed = chosen.filter((id) => kinds.get(id) === "removed");
    const wanted = chosen.filter((id) => kinds.get(id) !== "removed");
    const archived = await store.archivedIn(this.#pathOf(name), wanted);
    const found = new Set(archived.map(({ id }) => id));
    const unknown = wanted.filter((id) => !found.has(id));
    if (unknown.length > 0) throw new RecollectError("backup_ids_unknown", { ids: unknown }, { field: "ids" });
    const kept = await this.make("restore");
    await service.restoreArchived(
      OWNER,
      archived.filter(({ id }) => kinds.has(id)),
      removed,
    );
    return { counts: countKinds(chosen.flatMap((id) => kinds.get(id) ?? [])), kept: kept.name, salvaged: null };
  }

  async #differences(name: string): Promise<Map<string, DifferenceKind>> {
    const reader = this.#read(name);
    try {
      const kinds = new Map<string, DifferenceKind>();
      for await (const { id, kind } of reader.differences()) kinds.set(id, kind);
      return kinds;
    } finally {
      reader.close();
    }
  }

  /** The changes that subscribers and windows are notified of. */
  #changesOf(name: string, kinds: ReadonlyMap<string, DifferenceKind>): MemoryChange[] {
    const reader = this.#read(name);
    try {
      return [...kinds].slice(0, MAX_ANNOUNCED).flatMap(([id, kind]): MemoryChange[] => {
        const found = reader.find(id);
        if (found === null) return [];
        const { domain, namespace } = found;
        const urn = formatUrn({ domain, namespace, id });
        const common = { id, urn, previousUrn: urn, domain, namespace, tags: [], previousTags: [], client: null };
        return [{ ...common, revision: 1, pinned: null, kind: ANNOUNCED[kind] }];
      });
    } finally {
      reader.close();
    }
  }

  #read(name: string) {
    return this.#options.store.readBackup(this.#pathOf(name));
  }

  /** @throws not_found */
  #pathOf(name: string): string {
    const { folder, secondFolder, host } = this.#options;
    const chosen = secondFolder.get();
    const folders = [folder, ...(chosen === null ? [] : [folderOfMachine(chosen, host)])];
    for (const each of folders) {
      if (listBackups(each).some((backup) => backup.name === name)) return path.join(each, name);
    }
    throw new RecollectError("backup_unknown", { name });
  }

  /** Never fails: the second folder may be a disk that is not connected. */
  #copySoon(name: string): void {
    const { store, folder, secondFolder, host, clock, logger, onChange } = this.#options;
    const chosen = secondFolder.get();
    if (chosen === null) return;
    this.#copying = this.#copying
      .then(() =>
        copyToSecondFolder(path.join(folder, name), folderOfMachine(chosen, host), {
          now: clock.now(),
          verify: (copy) => store.verifyBackup(copy),
        }),
      )
      .then(
        () => {
          this.#secondFailure = null;
        },
        (error: unknown) => {
          logger.error("The second copy of a backup failed", { error });
          const problem = error instanceof Error ? error.message : String(error);
          this.#secondFailure = new RecollectError("second_folder_failed", { path: chosen, problem });
        },
      )
      .finally(onChange);
  }
}

const ANNOUNCED = { added: "captured", changed: "updated", removed: "purged" } as const;

function countKinds(kinds: readonly DifferenceKind[]): Record<DifferenceKind, number> {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const kind of kinds) counts[kind] += 1;
  return counts;
}

function smallerAlert({ backup, larger }: MadeBackup): RecollectError | null {
  if (larger === null) return null;
  const { name } = larger;
  return new RecollectError("backup_smaller", { memories: sizeOf(backup), before: sizeOf(larger), name });
}

/**
 * The place of the copies: a folder of this machine in the owner's folder, so that two machines can share one.
 * @param host the name of the machine
 */
function folderOfMachine(chosen: string, host: string): string {
  return path.join(chosen, `recollect-backups-${host.replace(/[^\w.-]/g, "_")}`);
}

/** @throws invalid_argument (field `folder`) for a folder that cannot have backups */
function checkSecondFolder(chosen: string, dataFolder: string): string {
  const refuse = (problem: string) =>
    new RecollectError("second_folder_invalid", { path: chosen, problem }, { field: "folder" });
  if (!path.isAbsolute(chosen)) throw refuse("its path is not complete");
  const folder = path.normalize(chosen);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw refuse("it does not exist");
  const relative = path.relative(dataFolder, folder);
  const isInside = relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative));
  if (isInside) throw refuse("it is in the data folder");
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw refuse("it is not writable");
  }
  return folder;
}

interface CopyOptions {
  readonly now: number;
  /** Returns what a check of the copy found, or null. */
  readonly verify: (copy: string) => Promise<string | null>;
}

/**
 * Copies a backup to the second folder, checks the copy, and deletes copies that have become superfluous.
 * @param folder from {@link folderOfMachine}
 */
async function copyToSecondFolder(source: string, folder: string, { now, verify }: CopyOptions): Promise<void> {
  // A missing folder is often a disk that is not connected: it must not be created on another disk.
  if (!existsSync(path.dirname(folder))) throw new Error("The folder does not exist.");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeLeftovers(folder);
  const target = path.join(folder, path.basename(source));
  const partial = `${target}.partial`;
  await copyFile(source, partial);
  chmodSync(partial, 0o600);
  const finding = await verify(partial);
  if (finding !== null) {
    await rm(partial, { force: true });
    throw new RecollectError("backup_damaged", { path: target, finding });
  }
  await rename(partial, target);
  for (const { name } of outdatedBackups(listBackups(folder), now)) await rm(path.join(folder, name), { force: true });
}

/** The backups in the second folder; empty if it is missing. */
function listSecondFolder(chosen: string, host: string): Backup[] {
  return listBackups(folderOfMachine(chosen, host));
}

/**
 * Writes the readable part of a damaged database to a file of JSON lines, in a folder that the reader deletes, or else
 * the next start.
 * @returns null if nothing can be read
 */
async function writeReadableFile(
  { readReadable }: Pick<OpenedStore, "readReadable">,
  dataFolder: string,
): Promise<ReadableFile | null> {
  const readable = await readReadable(null);
  if (readable === null) return null;
  const folder = await mkdtemp(path.join(dataFolder, COPY_PREFIX));
  const file = path.join(folder, "memories.jsonl");
  const stream = createWriteStream(file, { mode: 0o600, flags: "wx" });
  try {
    for await (const memory of readable.memories) {
      if (!stream.write(`${JSON.stringify(memory)}\n`)) await once(stream, "drain");
    }
    stream.end();
    await finished(stream);
    return { file, lost: readable.lost };
  } catch (error) {
    stream.destroy();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
