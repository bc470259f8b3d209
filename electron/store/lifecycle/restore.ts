import { existsSync, renameSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { ulid } from "ulid";
import { toFileError } from "../../core/util/file-error.ts";
import { migrate } from "../../sqlite/migrate.ts";
import { toStorageError } from "../../sqlite/storage-error.ts";
import { RecollectError } from "../../text/errors.ts";
import { renewDevices } from "../changes/renew-device.ts";
import { checkBackup } from "./backup-folder.ts";
import { removeDatabase, replaceDatabase } from "./damage.ts";
import { assertOwn } from "./identity.ts";
import { MIGRATIONS } from "./migrations.ts";

/**
 * Copies a backup to a file that can replace the database: checked, with the latest schema, and as a new device of its
 * spaces, because the present database has used the sequence numbers that follow those in the backup.
 * @throws storage for a damaged backup, one of a newer version, or a foreign database
 */
export async function prepareRestore(backup: string, target: string): Promise<void> {
  removeDatabase(target);
  try {
    await copyFile(backup, target);
    const finding = checkBackup(target);
    if (finding !== null) throw new RecollectError("backup_damaged", { path: backup, finding });
    const database = new Database(target);
    try {
      assertOwn(database, backup);
      migrate(database, MIGRATIONS);
      renewDevices(database, ulid);
    } finally {
      database.close();
    }
  } catch (error) {
    removeDatabase(target);
    throw toFileError(toStorageError(error));
  }
}

interface Replacement {
  /** The database; closed. */
  readonly path: string;
  /** From {@link prepareRestore}. */
  readonly prepared: string;
  readonly backupFolder: string;
  /** The name that the present database gets as a backup. */
  readonly name: string;
}

/**
 * Puts a prepared file in the place of a closed database, completely or not at all. The present database becomes a
 * backup. Clients stay connected: the records of their tokens come from the present database.
 */
export function replaceByBackup({ path, prepared, backupFolder, name }: Replacement): void {
  const kept = join(backupFolder, name);
  keepTokens(path, prepared);
  // Removes the write-ahead log also from the header: a backup is one file.
  const database = new Database(path);
  database.pragma("journal_mode = DELETE");
  database.close();
  try {
    replaceDatabase(prepared, path, () => renameSync(path, kept));
  } catch (error) {
    if (!existsSync(path)) renameSync(kept, path);
    throw error;
  }
}

/** Copies the columns that both have: the database of a newer version may have more. */
function keepTokens(from: string, to: string): void {
  const database = new Database(to);
  try {
    database.prepare("ATTACH ? AS present").run(from);
    const columnsOf = (schema: string) =>
      database.prepare<[string], string>("SELECT name FROM pragma_table_info('tokens', ?)").pluck().all(schema);
    const known = new Set(columnsOf("main"));
    const columns = columnsOf("present")
      .filter((column) => known.has(column))
      .map((column) => `"${column}"`)
      .join(", ");
    database.exec(
      `BEGIN; DELETE FROM main.tokens; INSERT INTO main.tokens (${columns}) SELECT ${columns} FROM present.tokens; COMMIT`,
    );
  } finally {
    database.close();
  }
}
