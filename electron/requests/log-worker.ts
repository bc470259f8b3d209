/**
 * The worker thread of the request log: redacts, writes, prunes and reads, so that the serving thread does not have to
 * (ADR 0014). Only this thread has the log's file open.
 */
import { parentPort, workerData } from "node:worker_threads";
import { runInBackground } from "../threads/background.ts";
import { serveThread, threadLogger } from "../threads/serve-thread.ts";
import { openLogStore } from "./log-store.ts";
import type { LogThreadData, LogThreadMethods } from "./log-thread.ts";

const port = parentPort;
if (port === null) throw new Error("Internal: started by Recollect, not directly.");
runInBackground();
const { path, limits, now } = workerData as LogThreadData;
/** The time of the last call. */
let lastNow = now;
const store = openLogStore(path, limits, { now: () => lastNow }, threadLogger(port));

function withTime<Args extends readonly unknown[], Result>(method: (...args: Args) => Result) {
  return (now: number, ...args: Args): Result => {
    lastNow = now;
    return method(...args);
  };
}

const methods: LogThreadMethods = {
  write: withTime((batch, known, returnsSummaries) => {
    const summaries = store.write(JSON.parse(batch), known, returnsSummaries);
    return returnsSummaries ? JSON.stringify(summaries) : null;
  }),
  list: withTime(store.list),
  get: withTime(store.get),
  setPinned: withTime(store.setPinned),
  exportPart: withTime(store.exportPart),
  clear: withTime(store.clear),
  activity: withTime(store.activity),
  rates: withTime(store.rates),
  serverFigures: withTime(store.serverFigures),
  clientActivity: withTime(store.clientActivity),
};
serveThread(port, { methods, close: store.close });
