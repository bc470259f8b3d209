/**
 * The worker thread for work that reads the entire database for seconds: the full check and the copy for a backup. It
 * has a read-only connection of its own, so that the serving thread continues to read and write (ADR 0013).
 */
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { serveThread } from "../../threads/serve-thread.ts";
import { toStorageError } from "../storage-error.ts";
import { createMaintenance, type MaintenanceThreadData } from "./maintenance.ts";

const port = parentPort;
if (port === null) throw new Error("Internal: started by Recollect, not directly.");
const { path } = workerData as MaintenanceThreadData;
const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
database.pragma("temp_store = MEMORY");
database.pragma("cache_size = -2000");

/**
 * Copies what was written during a long read from the write-ahead log into the file. Until the read ends that is not
 * possible; afterwards the next commit would do all of it, on the serving thread: 28 ms for 34 MB (ADR 0024).
 */
function checkpoint(): void {
  try {
    const writer = new Database(path, { fileMustExist: true, timeout: 0 });
    try {
      writer.pragma("wal_checkpoint(PASSIVE)");
    } finally {
      writer.close();
    }
  } catch {
    // The commits of the serving thread do it, or report what is wrong.
  }
}

serveThread(port, {
  methods: createMaintenance(database, checkpoint),
  close: () => database.close(),
  toError: toStorageError,
});
