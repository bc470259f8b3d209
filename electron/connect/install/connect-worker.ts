/**
 * The worker thread that reads and changes large files of clients, so that they never delay the serving thread.
 */
import { parentPort } from "node:worker_threads";
import { serveThread } from "../../threads/serve-thread.ts";
import { planner } from "./planner.ts";

const port = parentPort;
if (port === null) throw new Error("Internal: started by Recollect, not directly.");

serveThread(port, { methods: planner, close: () => undefined });
