/**
 * The thread that keeps the request log: it takes secrets out, writes, prunes, and reads what the window asks for, so that
 * the one that serves has nothing to do with it. It alone has the log's file open.
 */
import { parentPort, workerData } from "node:worker_threads";
import { serveThread, threadLogger } from "../threads/serve-thread.ts";
import { openLogStore } from "./log-store.ts";
import type { LogThreadData, LogThreadMethods } from "./log-thread.ts";

const port = parentPort;
if (port === null) throw new Error("Recollect starts this by itself.");
const { path, limits, now } = workerData as LogThreadData;
/** The time that was told last. */
let time = now;
const store = openLogStore(path, limits, { now: () => time }, threadLogger(port));

function toldTheTime<Args extends readonly unknown[], Answer>(method: (...args: Args) => Answer) {
  return (told: number, ...args: Args): Answer => {
    time = told;
    return method(...args);
  };
}

const methods: LogThreadMethods = {
  write: toldTheTime(store.write),
  list: toldTheTime(store.list),
  get: toldTheTime(store.get),
  setPinned: toldTheTime(store.setPinned),
  exportPart: toldTheTime(store.exportPart),
  rates: toldTheTime(store.rates),
  clientActivity: toldTheTime(store.clientActivity),
  clear: toldTheTime(store.clear),
};
serveThread(port, { methods, close: store.close });
