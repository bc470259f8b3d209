import path from "node:path";

/** The files that ship with the application. */
export interface ResourcePaths {
  /** The window's build. */
  readonly window: string;
  readonly preload: string;
  /** The embedding process. */
  readonly embeddingWorker: string;
  /** The thread that counts over all memories. */
  readonly aggregateWorker: string;
  /** The thread that checks and copies the database. */
  readonly maintenanceWorker: string;
  /** The request log's thread. */
  readonly requestLogWorker: string;
  /** The threads that scan and search conversations. */
  readonly conversationWorker: string;
  /** The thread that reads the source of an import. */
  readonly importWorker: string;
  /** The thread that reads and changes large files of clients. */
  readonly connectWorker: string;
  /** The thread that identifies the languages of memories. */
  readonly languageWorker: string;
  /** The thread that computes the map of memories. */
  readonly mapWorker: string;
  /** The process that uses the system's keychain. */
  readonly keychainHelper: string;
  /** The embedding model's folder; it may be missing. */
  readonly model: string;
  /** The folder of skills: `<name>/SKILL.md`. */
  readonly skills: string;
  readonly tray: string;
  readonly icon: string;
  /** The stdio shim's bundle, runnable by Node. */
  readonly shim: string;
}

/**
 * Returns the paths of the shipped files.
 * @param root the folder with the application's package.json; in a packaged application its `.asar` archive
 */
export function resourcePaths(root: string): ResourcePaths {
  const packaged = path.extname(root) === ".asar";
  const shipped = packaged ? path.dirname(root) : path.join(root, "resources");
  const icon = packaged ? ["icon.png"] : ["icons", "icon.png"];
  return {
    window: path.join(root, "dist", "renderer"),
    preload: path.join(root, "dist", "electron", "preload.cjs"),
    embeddingWorker: path.join(root, "dist", "electron", "embedding-worker.js"),
    aggregateWorker: path.join(root, "dist", "electron", "aggregate-worker.js"),
    maintenanceWorker: path.join(root, "dist", "electron", "maintenance-worker.js"),
    requestLogWorker: path.join(root, "dist", "electron", "request-log-worker.js"),
    conversationWorker: path.join(root, "dist", "electron", "conversation-worker.js"),
    importWorker: path.join(root, "dist", "electron", "import-worker.js"),
    connectWorker: path.join(root, "dist", "electron", "connect-worker.js"),
    languageWorker: path.join(root, "dist", "electron", "language-worker.js"),
    mapWorker: path.join(root, "dist", "electron", "map-worker.js"),
    keychainHelper: path.join(root, "dist", "electron", "keychain-helper.js"),
    model: path.join(shipped, "model"),
    skills: path.join(shipped, "skills"),
    tray: path.join(shipped, "tray"),
    icon: path.join(shipped, ...icon),
    shim: path.join(root, "dist", "shim", "recollect-shim.mjs"),
  };
}
