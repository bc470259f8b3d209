/** A log worker that crashes at its first call, and works when it is started again. */
import { existsSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { LogThreadData } from "../log-thread.ts";

const { path } = workerData as LogThreadData;
const marker = `${path}.crashed`;
if (existsSync(marker)) await import("../log-worker.ts");
else {
  writeFileSync(marker, "");
  parentPort?.once("message", () => {
    throw new Error("This crash is intended.");
  });
}
