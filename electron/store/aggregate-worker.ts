/**
 * The thread that looks at every memory when a question needs it, so that the one that serves never stands still. It has
 * a connection of its own, which only reads; SQLite's log lets both work at once, and a question sees what was committed
 * before it was asked.
 */
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { serveThread } from "../threads/serve-thread.ts";
import type { AggregateThreadData } from "./aggregate-thread.ts";
import { createAggregates } from "./aggregates.ts";
import { addFunctions } from "./conditions.ts";
import { createStatementCache } from "./statements.ts";
import { toStorageError } from "./storage-error.ts";

const port = parentPort;
if (port === null) throw new Error("Recollect starts this by itself.");
const { path } = workerData as AggregateThreadData;
const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
database.pragma("temp_store = MEMORY");
database.pragma("cache_size = -8000");
addFunctions(database);

serveThread(port, {
  methods: createAggregates(createStatementCache(database)),
  close: () => database.close(),
  toError: toStorageError,
});
