import { statSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import type { Clock, Logger } from "../core/ports.ts";
import { copyDatabase, newestSoundBackup } from "./backups.ts";
import { addFunctions } from "./conditions.ts";
import { type DamageChoice, damagedError, type Recovery, restoreBackup, setAside } from "./damage.ts";
import { checkFully, checkQuickly } from "./integrity.ts";
import { assertNotFromFuture, migrate, schemaVersion } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { isDamage, toStorageError } from "./storage-error.ts";

export interface OpenDatabaseOptions {
  readonly path: string;
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ifDamaged: DamageChoice;
  /** An earlier look has found damage: every table and index is looked at. */
  readonly suspected: boolean;
}

export interface OpenedDatabase {
  readonly database: Database.Database;
  readonly recovery: Recovery | null;
}

/**
 * Opens the database: refuses one from the future, looks for damage after an unclean stop, backs up and migrates.
 * @throws storage; `damageOf` tells damage from the rest
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { path, backupFolder, clock, logger, ifDamaged } = options;
  try {
    return { database: await openSound(options, options.suspected), recovery: null };
  } catch (error) {
    const finding = findingOf(error);
    if (finding === null) throw toStorageError(error);
    const backup = newestSoundBackup(backupFolder);
    if (ifDamaged === "ask") throw damagedError(path, backup, finding, error);
    const restoredFrom = ifDamaged === "restore" ? backup : null;
    const recovery = { setAside: setAside(path, clock), restoredFrom };
    if (restoredFrom !== null) restoreBackup(restoredFrom, path);
    logger.warn("A damaged database was set aside.", { finding, ...recovery });
    return { database: await openSound(options, false), recovery };
  }
}

async function openSound(
  { path, backupFolder, logger }: OpenDatabaseOptions,
  suspected: boolean,
): Promise<Database.Database> {
  if (isThere(path)) await inspect(path, suspected, logger);
  else writeFileSync(path, "", { mode: 0o600 });
  const database = new Database(path, { timeout: 5_000 });
  try {
    setPragmas(database);
    const found = schemaVersion(database);
    if (found > 0 && found < (MIGRATIONS.at(-1)?.version ?? 0)) {
      const backup = await copyDatabase(database, backupFolder, `memories-before-schema-${found + 1}.sqlite`);
      logger.info("The database was backed up before its schema is changed.", { backup });
    }
    if (migrate(database, MIGRATIONS) > 0) database.pragma("optimize");
    addFunctions(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Looks at a database without the right to write: one from the future stays as it is, and one that was not closed keeps
 * its log, by which the next look knows it. SQLite takes the log away at every clean close.
 */
async function inspect(path: string, suspected: boolean, logger: Logger): Promise<void> {
  const database = new Database(path, { readonly: true, timeout: 5_000 });
  try {
    assertNotFromFuture(database, MIGRATIONS, path);
    if (!suspected && !isThere(`${path}-wal`)) return;
    logger.info(
      suspected
        ? "Damage was found before: looking the whole database through."
        : "The last stop was not a clean one: checking the database.",
    );
    const finding = suspected ? await checkFully(database) : checkQuickly(database);
    if (finding !== null) throw new DamageFound(finding);
  } finally {
    database.close();
  }
}

function setPragmas(database: Database.Database): void {
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  database.pragma("temp_store = MEMORY");
  database.pragma("cache_size = -24000");
  database.pragma("journal_size_limit = 33554432");
}

class DamageFound extends Error {}

function findingOf(error: unknown): string | null {
  if (error instanceof DamageFound) return error.message;
  return isDamage(error) ? (error as Error).message : null;
}

function isThere(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
