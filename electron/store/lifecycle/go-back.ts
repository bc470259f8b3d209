import { latestVersion } from "../../sqlite/migrate.ts";
import { schemaOfFile } from "../../sqlite/schema-of-file.ts";
import { RecollectError } from "../../text/errors.ts";
import { backupName, newestSoundBackup } from "./backup-folder.ts";
import { removeDatabase } from "./damage.ts";
import { MIGRATIONS } from "./migrations.ts";
import { prepareRestore, replaceByBackup } from "./restore.ts";

/** The schema of the memories' database that this version knows. */
export const MEMORIES_SCHEMA: number = latestVersion(MIGRATIONS);

/** The path of the newest sound backup that this version can open; null if there is none. */
export function newestKnownBackup(folder: string, now: number): string | null {
  return newestSoundBackup(folder, now, (backup) => schemaOfFile(backup) <= MEMORIES_SCHEMA);
}

/**
 * Replaces a closed database of a newer version by a backup that this version can open. The newer database becomes a
 * backup too, which the newer version can restore. Clients stay connected.
 * @returns the name of the backup that the newer database became
 * @throws storage; then nothing changed
 */
export async function goBackTo(backup: string, path: string, backupFolder: string, now: number): Promise<string> {
  const prepared = `${path}.partial`;
  await prepareRestore(backup, prepared);
  const name = backupName(backupFolder, "restore", now);
  try {
    replaceByBackup({ path, prepared, backupFolder, name });
  } finally {
    removeDatabase(prepared);
  }
  return name;
}

/** Whether a start that failed can be repeated with `goBack`, because the data is of a newer version. */
export function canGoBack(error: unknown): boolean {
  if (!(error instanceof RecollectError) || error.details?.reason !== "data_newer") return false;
  return error.details.needsBackup === false || error.details.backup !== null;
}
