import type { Database } from "better-sqlite3";
import type { BackupComparison } from "../../core/backup.ts";
import type { Logger } from "../../core/ports.ts";
import { RecollectError } from "../../text/errors.ts";
import { WorkerThread } from "../../threads/worker-thread.ts";
import { checkBackup } from "./backup-folder.ts";
import { copyDatabase } from "./backups.ts";
import { BackupReader } from "./compare-backup.ts";
import { checkFully } from "./integrity.ts";
import { prepareRestore } from "./restore.ts";
import { addReadable } from "./salvage.ts";

/** The worker's `workerData`. */
export interface MaintenanceThreadData {
  /** The database file. */
  readonly path: string;
}

/**
 * Work that reads the entire database, on the calling thread.
 * @param afterRead called after each long read
 */
export function createMaintenance(database: Database, afterRead: () => void = () => undefined) {
  return {
    /** Returns what the full check found, or null. */
    check: (): Promise<string | null> => checkFully(database, afterRead),
    copy: (folder: string, name: string): Promise<string> => copyDatabase(database, folder, name, afterRead),
    /** Returns what the check of a backup found, or null. */
    verify: async (backup: string): Promise<string | null> => checkBackup(backup),
    prepareRestore,
    addReadable,
    async compare(backup: string, query: string): Promise<BackupComparison> {
      const reader = new BackupReader(database.name, backup);
      try {
        return await reader.compare(query);
      } finally {
        reader.close();
      }
    },
  };
}
export type Maintenance = ReturnType<typeof createMaintenance>;

interface MaintenanceThreadOptions extends MaintenanceThreadData {
  /** `maintenance-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  readonly logger: Logger;
}

/** The same work on a worker thread, which ends soon after it. */
export function createMaintenanceThread({ path, ...options }: MaintenanceThreadOptions) {
  const workerData: MaintenanceThreadData = { path };
  const thread = new WorkerThread<Maintenance>({
    ...options,
    workerData: () => workerData,
    name: "maintenance",
    unavailable: () => new RecollectError("maintenance_unavailable", {}),
    idleTimeoutMs: 1_000,
    restartDelaysMs: [1_000],
  });
  const methods: Maintenance = {
    check: () => thread.call("check"),
    copy: (folder, name) => thread.call("copy", folder, name),
    verify: (backup) => thread.call("verify", backup),
    prepareRestore: (backup, target) => thread.call("prepareRestore", backup, target),
    addReadable: (damaged, prepared) => thread.call("addReadable", damaged, prepared),
    compare: (backup, query) => thread.call("compare", backup, query),
  };
  return { methods, close: () => thread.close() };
}
