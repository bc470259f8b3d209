import path from "node:path";

/** What the application brings along, besides its code. */
export interface ResourcePaths {
  /** The window's build. */
  readonly window: string;
  readonly preload: string;
  /** The thread that turns text into vectors. */
  readonly embeddingWorker: string;
  /** The embedding model's folder; it may be missing. */
  readonly model: string;
  readonly tray: string;
  readonly icon: string;
  /** The stdio shim's bundle, runnable by Node. */
  readonly shim: string;
}

/**
 * Where they are.
 * @param root the folder (or archive) with the application's package.json
 * @param packed the folder beside the archive that packaging fills; null when run from the source tree
 */
export function resourcePaths(root: string, packed: string | null): ResourcePaths {
  const shipped = packed ?? path.join(root, "resources");
  const icon = packed === null ? ["icons", "icon.png"] : ["icon.png"];
  return {
    window: path.join(root, "dist", "renderer"),
    preload: path.join(root, "dist", "electron", "preload.cjs"),
    embeddingWorker: path.join(root, "dist", "electron", "embedding-worker.js"),
    model: path.join(shipped, "model"),
    tray: path.join(shipped, "tray"),
    icon: path.join(shipped, ...icon),
    shim: path.join(root, "dist", "shim", "recollect-shim.mjs"),
  };
}
