import { statSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { RecollectError } from "../../core/errors.ts";
import type { Clock, Logger } from "../../core/ports.ts";
import { setAside } from "../../core/util/set-aside.ts";
import { isDamage } from "../../sqlite/damage.ts";
import { latestVersion, migrate, schemaVersion } from "../../sqlite/migrate.ts";
import { MIGRATIONS } from "../migrations.ts";
import { addFunctions } from "../rows/conditions.ts";
import { copyDatabase, newestSoundBackup } from "./backups.ts";
import { type DamageChoice, type Recovery, restoreBackup } from "./damage.ts";
import { checkFully, checkQuickly } from "./integrity.ts";
import { toStorageError } from "./storage-error.ts";

interface OpenDatabaseOptions {
  readonly path: string;
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ifDamaged: DamageChoice;
  /** An earlier check found damage: check every table and index before opening. */
  readonly suspected: boolean;
}

interface OpenedDatabase {
  readonly database: Database.Database;
  readonly recovery: Recovery | null;
}

/**
 * Opens the database: rejects one of a newer version, checks it after an unclean stop, backs it up and migrates it.
 * @throws storage; `damageOf` recognises damage
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { path, backupFolder, clock, logger, ifDamaged } = options;
  try {
    return { database: await openUndamaged(options, options.suspected), recovery: null };
  } catch (error) {
    const finding = findingOf(error);
    if (finding === null) throw toStorageError(error);
    const newestBackup = newestSoundBackup(backupFolder);
    if (ifDamaged === "ask") {
      throw new RecollectError("storage", "damaged", { path, newestBackup, finding }, { cause: error });
    }
    const restoredFrom = ifDamaged === "restore" ? newestBackup : null;
    const recovery = { setAside: setAside(path, "damaged", clock.now(), ["-wal", "-shm"]), restoredFrom };
    if (restoredFrom !== null) restoreBackup(restoredFrom, path);
    logger.warn("A damaged database was set aside.", { finding, ...recovery });
    return { database: await openUndamaged(options, false), recovery };
  }
}

async function openUndamaged(
  { path, backupFolder, logger }: OpenDatabaseOptions,
  suspected: boolean,
): Promise<Database.Database> {
  if (hasContent(path)) await inspect(path, suspected, logger);
  else writeFileSync(path, "", { mode: 0o600 });
  const database = new Database(path, { timeout: 5_000 });
  try {
    setPragmas(database);
    const found = schemaVersion(database);
    if (found > 0 && found < latestVersion(MIGRATIONS)) {
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
 * Checks a database through a read-only connection: one of a newer version stays unchanged, and one that was not closed
 * keeps its write-ahead log, which marks it as such for the next check. SQLite deletes the log at every clean close.
 */
async function inspect(path: string, suspected: boolean, logger: Logger): Promise<void> {
  const database = new Database(path, { readonly: true, timeout: 5_000 });
  try {
    const found = schemaVersion(database);
    const known = latestVersion(MIGRATIONS);
    if (found > known) throw new RecollectError("storage", "database_newer", { path, found, known });
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

function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
