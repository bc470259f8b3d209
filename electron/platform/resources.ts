import path from "node:path";

/** What the application brings along, besides its code. */
export interface ResourcePaths {
  /** The window's build. */
  readonly window: string;
  readonly preload: string;
  /** The program that turns text into vectors, in a process of its own. */
  readonly embeddingWorker: string;
  /** The thread that looks at every memory. */
  readonly aggregateWorker: string;
  /** The thread that keeps the request log. */
  readonly requestLogWorker: string;
  /** The program that asks the system's keychain. */
  readonly keychainHelper: string;
  /** The embedding model's folder; it may be missing. */
  readonly model: string;
  readonly tray: string;
  readonly icon: string;
  /** The stdio shim's bundle, runnable by Node. */
  readonly shim: string;
}

/**
 * Where they are.
 * @param root the folder with the application's package.json; packaged, the archive, beside which the rest lies
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
    requestLogWorker: path.join(root, "dist", "electron", "request-log-worker.js"),
    keychainHelper: path.join(root, "dist", "electron", "keychain-helper.js"),
    model: path.join(shipped, "model"),
    tray: path.join(shipped, "tray"),
    icon: path.join(shipped, ...icon),
    shim: path.join(root, "dist", "shim", "recollect-shim.mjs"),
  };
}
