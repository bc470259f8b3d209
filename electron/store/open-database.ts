import { statSync } from "node:fs";
import Database from "better-sqlite3";
import type { Clock, Logger } from "../core/ports.ts";
import { copyDatabase, newestBackup } from "./backups.ts";
import { containsFolded } from "./conditions.ts";
import { type DamageChoice, damagedError, type Recovery, restoreBackup, setAside } from "./damage.ts";
import { assertNotFromFuture, migrate, schemaVersion } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { isDamage, toStorageError } from "./storage-error.ts";

export interface OpenDatabaseOptions {
  readonly path: string;
  readonly backupFolder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ifDamaged: DamageChoice;
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
    return { database: await openSound(options), recovery: null };
  } catch (error) {
    const finding = findingOf(error);
    if (finding === null) throw toStorageError(error);
    const backup = newestBackup(backupFolder);
    if (ifDamaged === "ask") throw damagedError(path, backup, finding, error);
    const restoredFrom = ifDamaged === "restore" ? backup : null;
    const recovery = { setAside: setAside(path, clock), restoredFrom };
    if (restoredFrom !== null) restoreBackup(restoredFrom, path);
    logger.warn("A damaged database was set aside.", { finding, ...recovery });
    return { database: await openSound(options), recovery };
  }
}

async function openSound({ path, backupFolder, logger }: OpenDatabaseOptions): Promise<Database.Database> {
  if (isThere(path)) refuseFuture(path);
  const stoppedUncleanly = isThere(`${path}-wal`);
  const database = new Database(path, { timeout: 5_000 });
  try {
    setPragmas(database);
    if (stoppedUncleanly) {
      logger.info("The last stop was not a clean one: checking the database.");
      const finding = checkIntegrity(database, "quick");
      if (finding !== null) throw new DamageFound(finding);
    }
    const found = schemaVersion(database);
    if (found > 0 && found < (MIGRATIONS.at(-1)?.version ?? 0)) {
      const backup = await copyDatabase(database, backupFolder, `memories-before-schema-${found + 1}.sqlite`);
      logger.info("The database was backed up before its schema is changed.", { backup });
    }
    if (migrate(database, MIGRATIONS) > 0) database.pragma("optimize");
    database.function("contains_folded", { deterministic: true }, containsFolded);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What the integrity check found wrong; null where all is well. `full` also compares indexes with their tables. */
export function checkIntegrity(database: Database.Database, depth: "quick" | "full"): string | null {
  const rows = database.pragma(depth === "quick" ? "quick_check(5)" : "integrity_check(20)") as Record<
    string,
    string
  >[];
  const findings = rows.flatMap((row) => Object.values(row));
  return findings.length === 1 && findings[0] === "ok" ? null : findings.join("; ");
}

function setPragmas(database: Database.Database): void {
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  database.pragma("temp_store = MEMORY");
  database.pragma("cache_size = -24000");
  database.pragma("journal_size_limit = 33554432");
}

/** Asked without the right to write, so that a database from the future stays as it is, byte for byte. */
function refuseFuture(path: string): void {
  const database = new Database(path, { readonly: true, timeout: 5_000 });
  try {
    assertNotFromFuture(database, MIGRATIONS, path);
  } finally {
    database.close();
  }
}

class DamageFound extends Error {}

function findingOf(error: unknown): string | null {
  if (error instanceof DamageFound) return error.message;
  return isDamage(error) ? (error as Error).message : null;
}

function isThere(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
