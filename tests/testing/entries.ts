import path from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The programs and threads that tests start: the built ones in a run of `npm test`, which builds them first, and
 * otherwise their sources. Node needs up to five times as long for the sources.
 */
const isBuilt = process.env.RECOLLECT_TEST_BUILD === "1";
const root = path.join(import.meta.dirname, "..", "..");
const entry = (built: string, source: string) => path.join(root, isBuilt ? built : source);

/** The command line; without arguments and without a terminal, it is the shim. */
export const COMMAND_LINE_ENTRY: string = entry("dist/shim/recollect-shim.mjs", "electron/cli/main.ts");
export const HEADLESS_ENTRY: string = entry("dist/electron/headless.js", "electron/headless.ts");

/** The application's threads, by their names in `ResourcePaths`. */
export const WORKERS = {
  embeddingWorker: entry("dist/electron/embedding-worker.js", "electron/search/embedding/worker.ts"),
  languageWorker: entry("dist/electron/language-worker.js", "electron/search/language-worker.ts"),
  aggregateWorker: entry("dist/electron/aggregate-worker.js", "electron/store/counts/aggregate-worker.ts"),
  requestLogWorker: entry("dist/electron/request-log-worker.js", "electron/requests/log-worker.ts"),
  maintenanceWorker: entry("dist/electron/maintenance-worker.js", "electron/store/lifecycle/maintenance-worker.ts"),
  importWorker: entry("dist/electron/import-worker.js", "electron/import/import-worker.ts"),
  connectWorker: entry("dist/electron/connect-worker.js", "electron/connect/install/connect-worker.ts"),
  mapWorker: entry("dist/electron/map-worker.js", "electron/map/map-worker.ts"),
  conversationWorker: entry("dist/electron/conversation-worker.js", "electron/conversations/conversation-worker.ts"),
} as const;

/** The program of one of the application's threads. */
export const workerUrl = (name: keyof typeof WORKERS): URL => pathToFileURL(WORKERS[name]);
