/**
 * The worker thread for queries that read every memory, so that they do not block the serving thread (ADR 0013). It has
 * a read-only connection of its own; in WAL mode both threads work in parallel, and a query sees the commits before
 * it.
 */
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { StatementCache } from "../../sqlite/statements.ts";
import { toStorageError } from "../../sqlite/storage-error.ts";
import { serveThread } from "../../threads/serve-thread.ts";
import { addFunctions } from "../rows/conditions.ts";
import { createOccurrenceQueries } from "../text/occurrences.ts";
import type { AggregateThreadData } from "./aggregate-thread.ts";
import { createAggregates } from "./aggregates.ts";

const port = parentPort;
if (port === null) throw new Error("Internal: started by Recollect, not directly.");
const { path } = workerData as AggregateThreadData;
const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
database.pragma("temp_store = MEMORY");
database.pragma("cache_size = -8000");
addFunctions(database);

const statements = new StatementCache(database);

serveThread(port, {
  methods: { ...createAggregates(statements), ...createOccurrenceQueries(database, statements) },
  close: () => database.close(),
  toError: toStorageError,
});
