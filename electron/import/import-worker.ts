/**
 * The worker thread that reads one source of an import, so that its files never delay the serving thread (ADR 0021).
 */
import { parentPort } from "node:worker_threads";
import { RecollectError } from "../text/errors.ts";
import { serveThread } from "../threads/serve-thread.ts";
import type { ImportItem } from "./import-item.ts";
import { openImportSource } from "./open-source.ts";

const port = parentPort;
if (port === null) throw new Error("Internal: started by Recollect, not directly.");

/** A batch ends after these. What the serving thread does with one stays below a few milliseconds. */
const MAX_BATCH_ITEMS = 50;
const MAX_BATCH_LENGTH = 1_000_000;
const MAX_BATCH_MS = 500;

let opened = "";
let items: AsyncIterator<ImportItem> | null = null;
/** An error after some items: they are returned first. */
let failure: { readonly error: unknown } | null = null;

const methods = {
  /** Opens a source. @returns its number of items */
  async open(file: string): Promise<number | null> {
    opened = file;
    const source = await openImportSource(file);
    items = source.items[Symbol.asyncIterator]();
    return source.total;
  },
  /** Returns the next items; none at the end. */
  async next(): Promise<readonly ImportItem[]> {
    if (failure !== null) throw failure.error;
    const batch: ImportItem[] = [];
    const end = performance.now() + MAX_BATCH_MS;
    let length = 0;
    try {
      while (batch.length < MAX_BATCH_ITEMS && length < MAX_BATCH_LENGTH && performance.now() < end) {
        const result = await items?.next();
        if (result === undefined || result.done === true) break;
        batch.push(result.value);
        length += JSON.stringify(result.value).length;
      }
    } catch (error) {
      if (batch.length === 0) throw error;
      failure = { error };
    }
    return batch;
  },
};
export type ImportMethods = typeof methods;

serveThread(port, {
  methods,
  close: () => void items?.return?.(),
  toError: (cause) => {
    if (cause instanceof RecollectError) return cause;
    const problem = cause instanceof Error ? cause.message : String(cause);
    return new RecollectError("import_unreadable", { path: opened, problem }, { cause });
  },
});
