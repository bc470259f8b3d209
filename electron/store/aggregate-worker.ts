/**
 * The thread that looks at every memory when a question needs it, so that the one that serves never stands still. It has
 * a connection of its own, which only reads; SQLite's log lets both work at once, and a question sees what was committed
 * before it was asked.
 */
import { parentPort, workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { toErrorBody } from "../core/errors.ts";
import type { AggregateAnswer, AggregateRequest, AggregateThreadData } from "./aggregate-messages.ts";
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
const aggregates = createAggregates(createStatementCache(database));

port.on("message", (request: AggregateRequest) => {
  if (request === "end") {
    database.close();
    port.close();
    return;
  }
  const { id, name, filter } = request;
  const answer = (message: AggregateAnswer) => port.postMessage(message);
  try {
    answer({ id, value: aggregates[name](filter) });
  } catch (error) {
    answer({ id, error: toErrorBody(toStorageError(error)) });
  }
});
