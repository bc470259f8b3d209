import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { RecollectError } from "../../core/errors.ts";
import type { Clock, Logger } from "../../core/ports.ts";
import { setAside } from "../../core/util/set-aside.ts";
import { latestVersion, migrate, schemaVersion } from "../../sqlite/migrate.ts";
import { MIGRATIONS } from "../migrations.ts";
import { addFunctions } from "../rows/conditions.ts";
import { toStorageError } from "../storage-error.ts";
import { listBackups, newestSoundBackup } from "./backup-folder.ts";
import { copyDatabase } from "./backups.ts";
import {
  type DamageChoice,
  DamageFound,
  damageFindingOf,
  moveInPlace,
  type Recovery,
  restoreBackup,
} from "./damage.ts";
import { assertOwn, markAsOwn } from "./identity.ts";
import { checkFully, checkQuickly } from "./integrity.ts";
import { rebuildFromContents } from "./rebuild.ts";
import { enableIncrementalVacuum } from "./reclaim.ts";

export interface OpenDatabaseOptions<Opened> {
  readonly path: string;
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ifDamaged: DamageChoice;
  /** An earlier check found damage: check every table and index before opening. */
  readonly suspected: boolean;
  /** Prepares what uses the database. Damage that it meets is damage of the database. */
  readonly use: (database: Database.Database) => Opened;
  /** Fills an empty text index from the memories. */
  readonly rebuildText: (database: Database.Database) => Promise<void>;
}

/**
 * Opens the database: rejects one of a newer version, checks it after an unclean stop, backs it up and migrates it. If
 * only what is derived from the memories is damaged, it is rebuilt without asking.
 * @throws storage; `damageOf` recognises damage
 */
export async function openDatabase<Opened>(
  options: OpenDatabaseOptions<Opened>,
): Promise<{ readonly opened: Opened; readonly recovery: Recovery | null }> {
  const { path, backupFolder, clock, logger, ifDamaged } = options;
  try {
    return { opened: await openUndamaged(options, options.suspected), recovery: null };
  } catch (error) {
    const finding = damageFindingOf(error);
    if (finding === null) throw toStorageError(error);
    const rebuilt = await rebuild(options, finding);
    if (rebuilt !== null) return { opened: await openUndamaged(options, false), recovery: rebuilt };
    const newestBackup = newestSoundBackup(backupFolder, clock.now());
    if (ifDamaged === "ask") {
      throw new RecollectError("storage", "damaged", { path, newestBackup, finding }, { cause: error });
    }
    const restoredFrom = ifDamaged === "restore" ? newestBackup : null;
    const recovery: Recovery = {
      by: restoredFrom === null ? "empty" : "backup",
      finding,
      setAside: setDatabaseAside(path, clock),
      restoredFrom,
    };
    if (restoredFrom === null) createEmpty(path);
    else restoreBackup(restoredFrom, path);
    logger.warn("A damaged database was set aside.", { ...recovery });
    return { opened: await openUnchecked(options), recovery };
  }
}

/**
 * Replaces a closed database by one that is rebuilt from its contents, and sets the damaged file aside.
 * @returns null, and changes nothing, if not all contents can be read
 * @throws an error of SQLite or of the file system, for example on a full disk; then too it changes nothing
 */
export async function rebuild(
  { path, clock, logger, rebuildText }: OpenDatabaseOptions<unknown>,
  finding: string,
): Promise<Recovery | null> {
  const target = `${path}.partial`;
  rmSync(target, { force: true });
  let isRebuilt = false;
  try {
    isRebuilt = hasContent(path) && (await rebuildFromContents({ path, target, rebuildText }));
  } finally {
    if (!isRebuilt) for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(target + suffix, { force: true });
  }
  if (!isRebuilt) return null;
  chmodSync(target, 0o600);
  const recovery: Recovery = {
    by: "rebuild",
    finding,
    setAside: setDatabaseAside(path, clock),
    restoredFrom: null,
  };
  moveInPlace(target, path);
  logger.warn("Indexes of the database were damaged and were rebuilt from the memories.", { ...recovery });
  return recovery;
}

/** Keeps a damaged database under another name, with its write-ahead log. Returns the new path. */
export function setDatabaseAside(path: string, clock: Clock): string {
  // A read-only connection leaves an empty log and its index.
  if (!hasContent(`${path}-wal`)) for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
  return setAside(path, "damaged", clock.now(), ["-wal", "-shm"]);
}

/** @throws an error of SQLite, {@link DamageFound}, or storage */
async function openUndamaged<Opened>(options: OpenDatabaseOptions<Opened>, suspected: boolean): Promise<Opened> {
  const { path, backupFolder, logger } = options;
  if (hasContent(path)) await inspect(path, suspected, logger);
  else if (hadContent(path, backupFolder)) {
    throw new DamageFound(existsSync(path) ? "The file is empty." : "The file is missing.");
  } else createEmpty(path);
  return openUnchecked(options);
}

/** Opens the database without a check. @throws an error of SQLite, or storage */
export async function openUnchecked<Opened>({
  path,
  backupFolder,
  logger,
  use,
}: OpenDatabaseOptions<Opened>): Promise<Opened> {
  const database = new Database(path, { timeout: 5_000 });
  try {
    setPragmas(database);
    const found = schemaVersion(database);
    if (found > 0 && found < latestVersion(MIGRATIONS)) {
      const backup = await copyDatabase(database, backupFolder, `memories-before-schema-${found + 1}.sqlite`);
      logger.info("The database was backed up before its schema is changed.", { backup });
    }
    if (migrate(database, MIGRATIONS) > 0) database.pragma("optimize");
    markAsOwn(database);
    enableIncrementalVacuum(database, logger);
    addFunctions(database);
    return use(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Checks a database through a read-only connection: one of a newer version stays unchanged, and one that was not closed
 * keeps its write-ahead log, which marks it as such for the next check. SQLite deletes the log at every clean close.
 */
async function inspect(path: string, suspected: boolean, logger: Logger): Promise<void> {
  const database = new Database(path, { readonly: true, timeout: 5_000 });
  try {
    assertOwn(database, path);
    if (!suspected && !hasContent(`${path}-wal`)) return;
    logger.info(
      suspected
        ? "Damage was found before: checking the entire database."
        : "Recollect did not stop cleanly: checking the database.",
    );
    const finding = suspected ? await checkFully(database) : checkQuickly(database);
    if (finding !== null) throw new DamageFound(finding);
  } finally {
    database.close();
  }
}

function setPragmas(database: Database.Database): void {
  // Before the first page of a new file is written.
  database.pragma("auto_vacuum = INCREMENTAL");
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  database.pragma("secure_delete = ON");
  database.pragma("temp_store = MEMORY");
  // A larger cache makes no search, list or capture at 100,000 memories faster: the system has the file in memory.
  database.pragma("cache_size = -4000");
  database.pragma("journal_size_limit = 33554432");
}

function createEmpty(path: string): void {
  writeFileSync(path, "", { mode: 0o600 });
}

/** Whether a file that is missing or empty contained memories: it is then not a new start. */
function hadContent(path: string, backupFolder: string): boolean {
  return hasContent(`${path}-wal`) || listBackups(backupFolder).some(({ memories }) => memories !== 0);
}

function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
