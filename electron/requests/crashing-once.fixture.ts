/** A log thread that ends over the first thing it is asked, and keeps the log when it is started again. */
import { existsSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { LogThreadData } from "./log-thread.ts";

const { path } = workerData as LogThreadData;
const mark = `${path}.crashed`;
if (existsSync(mark)) await import("./log-worker.ts");
else {
  writeFileSync(mark, "");
  parentPort?.once("message", () => {
    throw new Error("This is meant to happen.");
  });
}
