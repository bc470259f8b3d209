import { chmodSync, existsSync, statSync, writeFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import type { Clock, Logger } from "../../core/ports.ts";
import { hasOtherTables, isDamage } from "../../sqlite/damage.ts";
import { readHeader } from "../../sqlite/header.ts";
import { latestVersion, migrate, schemaVersion } from "../../sqlite/migrate.ts";
import { toStorageError } from "../../sqlite/storage-error.ts";
import { RecollectError } from "../../text/errors.ts";
import { addFunctions } from "../rows/conditions.ts";
import { listBackups, versionBackupName } from "./backup-folder.ts";
import { copyDatabase } from "./backups.ts";
import {
  type DamageChoice,
  DamageFound,
  damageFindingOf,
  finishReplacement,
  type Recovery,
  removeDatabase,
  replaceDatabase,
  setDatabaseAside,
} from "./damage.ts";
import { newestKnownBackup } from "./go-back.ts";
import { assertOwn, markAsOwn } from "./identity.ts";
import { checkFully, checkQuickly } from "./integrity.ts";
import { tablesAndIndexes, versionsWith } from "./known-schemas.ts";
import { MIGRATIONS } from "./migrations.ts";
import { prepareRestore } from "./restore.ts";
import { addReadable } from "./salvage.ts";

export interface OpenDatabaseOptions<Opened> {
  readonly path: string;
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ifDamaged: DamageChoice;
  /** The version of Recollect that opens the database for the first time. Null if this version opened it before. */
  readonly newVersion: string | null;
  /** An earlier check found damage: check every table and index before opening. */
  readonly suspected: boolean;
  /** Prepares what uses the database. Damage that it meets is damage of the database. */
  readonly use: (database: Database.Database) => Opened;
  /** Fills an empty text index from the memories. */
  readonly rebuildText: (database: Database.Database) => Promise<void>;
}

/**
 * Opens the database: rejects one of a newer version, checks it after an unclean stop, backs it up and migrates it. If
 * only data derived from the memories is damaged, it is rebuilt without asking.
 * @returns also whether a backup for `newVersion` is still missing
 * @throws storage; `damageOf` recognises damage
 */
export async function openDatabase<Opened>(
  options: OpenDatabaseOptions<Opened>,
): Promise<{ readonly opened: Opened; readonly recovery: Recovery | null; readonly lacksBackup: boolean }> {
  const { path, backupFolder, clock, logger, ifDamaged } = options;
  finishReplacement(path, clock.now());
  try {
    return { ...(await openUndamaged(options, options.suspected)), recovery: null };
  } catch (error) {
    const finding = hasOtherTables(error) ? String(error) : damageFindingOf(error);
    if (finding === null) throw toStorageError(error);
    const rebuilt = await rebuild(options, finding);
    if (rebuilt !== null) return { ...(await openUndamaged(options, false)), recovery: rebuilt };
    const newestBackup = newestKnownBackup(backupFolder, clock.now());
    if (ifDamaged === "ask") {
      throw new RecollectError("damaged", { path, newestBackup, finding }, { cause: error });
    }
    const restoredFrom = ifDamaged === "restore" ? newestBackup : null;
    const prepared = `${path}.partial`;
    if (restoredFrom !== null) await prepareRestore(restoredFrom, prepared);
    const salvaged = ifDamaged === "restore" && hasContent(path) ? await addReadable(path, prepared) : null;
    if (salvaged !== null) await rebuildTextOf(prepared, options);
    if (!existsSync(prepared)) createEmpty(prepared);
    const recovery: Recovery = {
      by: restoredFrom === null && salvaged === null ? "empty" : "backup",
      salvaged,
      finding,
      setAside: replaceDatabase(prepared, path, () => setDatabaseAside(path, clock.now())),
      restoredFrom,
    };
    logger.warn("A damaged database was set aside.", { ...recovery });
    // The database came from a backup, or is empty.
    return { opened: await openUnchecked(options), recovery, lacksBackup: false };
  }
}

/**
 * Rebuilds a closed database from its contents into a new file, and sets the damaged file aside.
 * @returns null, and changes nothing, if not all contents can be read
 * @throws an error of SQLite or of the file system, for example on a full disk; then too it changes nothing
 */
export async function rebuild(
  { path, clock, logger, rebuildText }: OpenDatabaseOptions<unknown>,
  finding: string,
): Promise<Recovery | null> {
  const target = `${path}.partial`;
  removeDatabase(target);
  let isRebuilt = false;
  try {
    isRebuilt = hasContent(path) && !isFolder(path) && (await rebuildFromContents({ path, target, rebuildText }));
  } finally {
    if (!isRebuilt) removeDatabase(target);
  }
  if (!isRebuilt) return null;
  chmodSync(target, 0o600);
  const recovery: Recovery = {
    by: "rebuild",
    finding,
    setAside: replaceDatabase(target, path, () => setDatabaseAside(path, clock.now())),
    restoredFrom: null,
    salvaged: null,
  };
  logger.warn("Indexes of the database were damaged and were rebuilt from the memories.", { ...recovery });
  return recovery;
}

async function rebuildTextOf(path: string, { rebuildText }: OpenDatabaseOptions<unknown>): Promise<void> {
  const database = new Database(path);
  try {
    await rebuildText(database);
  } finally {
    database.close();
  }
}

/** @throws an error of SQLite, {@link DamageFound}, or storage */
async function openUndamaged<Opened>(
  options: OpenDatabaseOptions<Opened>,
  suspected: boolean,
): Promise<{ readonly opened: Opened; readonly lacksBackup: boolean }> {
  const { path, backupFolder, logger } = options;
  if (isFolder(path)) throw new DamageFound("It is a folder.");
  // SQLite would overwrite a file of one byte.
  if (hasContent(path) && readHeader(path) === null) throw new DamageFound("The file is too short.");
  if (hasContent(path)) await inspect(path, suspected, logger);
  else if (hadContent(path, backupFolder)) {
    throw new DamageFound(existsSync(path) ? "The file is empty." : "The file is missing.");
  } else createEmpty(path);
  const isBackedUp = options.newVersion === null || (await backUpForVersion(options, options.newVersion));
  return { opened: await openUnchecked(options, isBackedUp), lacksBackup: !isBackedUp };
}

/**
 * Backs a database up before another version opens it for the first time. A failure, on a full disk for example, does
 * not prevent the start.
 * @returns whether there is a backup, or nothing to back up
 * @throws an error of SQLite, or storage, if the database is damaged
 */
async function backUpForVersion(
  { path, backupFolder, clock, logger }: OpenDatabaseOptions<unknown>,
  version: string,
): Promise<boolean> {
  const database = new Database(path, { timeout: 5_000 });
  try {
    if (schemaVersion(database) === 0) return true;
    const backup = await copyDatabase(database, backupFolder, versionBackupName(backupFolder, version, clock.now()));
    logger.info("The database was backed up before the first start of this version.", { backup, version });
    return true;
  } catch (error) {
    if (damageFindingOf(error) !== null) throw error;
    logger.error("The backup before the first start of this version failed.", { version, error });
    return false;
  } finally {
    database.close();
  }
}

/**
 * Opens the database without a check.
 * @param isBackedUp whether a backup of this state was just made
 * @throws an error of SQLite, or storage
 */
export async function openUnchecked<Opened>(
  { path, backupFolder, logger, newVersion, use }: OpenDatabaseOptions<Opened>,
  isBackedUp = false,
): Promise<Opened> {
  const database = new Database(path, { timeout: 5_000 });
  try {
    setPragmas(database);
    const found = schemaVersion(database);
    if (found > 0 && found < latestVersion(MIGRATIONS) && !(isBackedUp && newVersion !== null)) {
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
 * Checks a database through a read-only connection, so that a database of a newer version stays unchanged, and the
 * write-ahead log remains after an unclean stop and causes another check next time. A clean close deletes the log.
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

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Tables that are made from the others: the text index and the counts. */
const DERIVED = /^(text_index|text_vocabulary|facet_counts|tag_counts|embedding_counts)/;
/** Triggers that keep the counts. No other trigger may run while rows are copied. */
const COUNTING = /^(facet_counts|tag_counts|embedding_counts)_/;
/** Vectors are made from the contents by the indexer. */
const VECTORS = "passages";
/** Rows copied in one turn of the event loop. */
const STEP_ROWS = 2_000;

interface RebuildOptions {
  /** The damaged database; it is only read. */
  readonly path: string;
  /** A new file. */
  readonly target: string;
  /** Fills the empty text index. */
  readonly rebuildText: (database: Database.Database) => Promise<void>;
}

/**
 * Copies every row that a person or a client wrote to a new database, and makes everything else again from these rows:
 * secondary indexes, the text index, counts, and vectors that cannot be read. An index with a destroyed page cannot be
 * repaired in its own file: SQLite reads an index also to delete it.
 * @returns whether every row could be read and the new database passed the full check
 */
async function rebuildFromContents({ path, target, rebuildText }: RebuildOptions): Promise<boolean> {
  let source: Database.Database | null = null;
  const copy = new Database(target);
  try {
    source = new Database(path, { readonly: true, timeout: 5_000 });
    await copyContents(source, copy);
    migrate(copy, MIGRATIONS);
    await rebuildText(copy);
    return (await checkFully(copy)) === null;
  } catch (error) {
    if (isDamage(error) || hasOtherTables(error) || error instanceof Incomplete) return false;
    throw error;
  } finally {
    source?.close();
    copy.close();
  }
}

class Incomplete extends Error {}

async function copyContents(source: Database.Database, copy: Database.Database): Promise<void> {
  const versions = versionsWith(tablesAndIndexes(source));
  const found = schemaVersion(source);
  const version = versions.includes(found) ? found : versions.at(-1);
  // Without the tables of any version, rows would be left out.
  if (version === undefined) throw new Incomplete();
  migrate(
    copy,
    MIGRATIONS.filter((migration) => migration.version <= version),
  );
  // The file is synced by the caller before it replaces the damaged one.
  copy.pragma("synchronous = OFF");
  copy.pragma("foreign_keys = OFF");
  copy.exec("BEGIN");
  const triggers = copy
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
    .filter(({ name }) => !COUNTING.test(name));
  for (const { name } of triggers) copy.exec(`DROP TRIGGER "${name}"`);
  for (const table of tablesOf(copy)) {
    try {
      await copyTable(source, copy, table);
    } catch (error) {
      if (table !== VECTORS || !isDamage(error)) throw error;
      copy.exec("DELETE FROM passages; UPDATE memories SET embedded_by = NULL;");
    }
  }
  for (const { sql } of triggers) copy.exec(sql);
  copy.exec("COMMIT");
  const lost = copy
    .prepare<[], number>("SELECT count(*) FROM memories WHERE row NOT IN (SELECT memory_row FROM contents)")
    .pluck();
  if (lost.get() !== 0) throw new Incomplete();
}

/** The tables to copy, `memories` first: others count or refer to its rows. */
function tablesOf(database: Database.Database): string[] {
  const names = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite#_%' ESCAPE '#'")
    .pluck()
    .all()
    .filter((name) => !DERIVED.test(name));
  return ["memories", ...names.filter((name) => name !== "memories")];
}

/** Reads a table without its indexes. */
async function copyTable(source: Database.Database, copy: Database.Database, table: string): Promise<void> {
  const columns = copy
    .prepare<[], string>(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`)
    .pluck()
    .all()
    .map((name) => `"${name}"`);
  // A migration may have filled the table.
  copy.exec(`DELETE FROM "${table}"`);
  const insert = copy.prepare(
    `INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  const rows = source
    .prepare<[], unknown[]>(`SELECT ${columns.join(", ")} FROM "${table}" NOT INDEXED`)
    .raw()
    .iterate();
  let count = 0;
  for (const row of rows) {
    insert.run(...row);
    count += 1;
    if (count % STEP_ROWS === 0) await nextTurn();
  }
}

const INCREMENTAL = 2;

/** Lets a database return free pages. A database that was created without this setting is rewritten once. */
export function enableIncrementalVacuum(database: Database.Database, logger: Logger): void {
  if (database.pragma("auto_vacuum", { simple: true }) === INCREMENTAL) return;
  try {
    database.pragma("auto_vacuum = INCREMENTAL");
    database.pragma("temp_store = FILE");
    database.exec("VACUUM");
    database.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    logger.warn("The database could not be rewritten to return free space; the next start tries again.", { error });
  } finally {
    database.pragma("temp_store = MEMORY");
  }
}
