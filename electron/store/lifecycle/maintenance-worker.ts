/**
 * The worker thread for work that reads the entire database for seconds: the full check and the copy for a backup. It
 * has a read-only connection of its own, so that the serving thread continues to read and write (ADR 0013). A second
 * thread of this program writes, while the serving thread does not (ADR 0024): one must not wait for the other.
 */
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { toStorageError } from "../../sqlite/storage-error.ts";
import { serveThread } from "../../threads/serve-thread.ts";
import { createBackgroundWrites } from "./background-writes.ts";
import { createMaintenance, type MaintenanceThreadData } from "./maintenance.ts";

const port = parentPort;
if (port === null) throw new Error("Internal: started by Recollect, not directly.");
const { path } = workerData as MaintenanceThreadData;
const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
database.pragma("temp_store = MEMORY");
database.pragma("cache_size = -2000");

/**
 * Checkpoints the write-ahead log after a long read, which blocks a complete checkpoint while it runs. Otherwise the
 * next commit would copy the rest of the log, on the serving thread: 28 ms for 34 MB (ADR 0024).
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
    // The commits of the serving thread do it, or report the failure.
  }
}

let writer: Database.Database | null = null;

function openWriter() {
  writer = new Database(path, { fileMustExist: true, timeout: 5_000 });
  writer.pragma("synchronous = NORMAL");
  writer.pragma("secure_delete = ON");
  writer.pragma("temp_store = MEMORY");
  writer.pragma("cache_size = -2000");
  writer.pragma("journal_size_limit = 33554432");
  writer.pragma("wal_autocheckpoint = 0");
  return createBackgroundWrites(writer);
}
let writes: ReturnType<typeof openWriter> | null = null;
const writing = () => {
  writes ??= openWriter();
  return writes;
};

serveThread(port, {
  methods: {
    ...createMaintenance(database, checkpoint),
    prepare: () => writing().prepare(),
    merge: (pages: number) => writing().merge(pages),
    checkpoint: () => writing().checkpoint(),
    emptyLog: () => writing().emptyLog(),
  },
  close() {
    writer?.close();
    database.close();
  },
  toError: toStorageError,
});
