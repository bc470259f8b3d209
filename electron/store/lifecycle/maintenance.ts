import type { Database } from "better-sqlite3";
import { RecollectError } from "../../core/errors.ts";
import type { Logger } from "../../core/ports.ts";
import { WorkerThread } from "../../threads/worker-thread.ts";
import { copyDatabase } from "./backups.ts";
import { checkFully } from "./integrity.ts";

/** The worker's `workerData`. */
export interface MaintenanceThreadData {
  /** The database file. */
  readonly path: string;
}

/** Work that reads the entire database, on the calling thread. */
export function createMaintenance(database: Database) {
  return {
    /** Returns what the full check found, or null. */
    check: (): Promise<string | null> => checkFully(database),
    copy: (folder: string, name: string): Promise<string> => copyDatabase(database, folder, name),
  };
}

interface MaintenanceThreadOptions extends MaintenanceThreadData {
  /** `maintenance-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  readonly logger: Logger;
}

/** The same work on a worker thread, which ends soon after it. */
export function createMaintenanceThread({ path, ...options }: MaintenanceThreadOptions) {
  const workerData: MaintenanceThreadData = { path };
  return new WorkerThread<ReturnType<typeof createMaintenance>>({
    ...options,
    workerData: () => workerData,
    name: "maintenance",
    unavailable: () => new RecollectError("unavailable", "maintenance_unavailable", {}),
    idleTimeoutMs: 1_000,
    restartDelaysMs: [1_000],
  });
}
