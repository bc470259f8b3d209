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

serveThread(port, { methods: createMaintenance(database), close: () => database.close(), toError: toStorageError });
