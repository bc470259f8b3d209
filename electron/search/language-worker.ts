/** The worker thread that identifies languages, so that the identifier's data is not kept in memory (ADR 0013). */
import { parentPort } from "node:worker_threads";
import { serveThread } from "../threads/serve-thread.ts";
import { identifyLanguages } from "./languages.ts";

const port = parentPort;
if (port === null) throw new Error("Internal: started by Recollect, not directly.");

const methods = { identifyLanguages };
export type LanguageMethods = typeof methods;

serveThread(port, { methods, close: () => undefined });
