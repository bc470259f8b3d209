import type { Logger } from "../core/ports.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { RecollectError } from "../text/errors.ts";
import { WorkerThread } from "../threads/worker-thread.ts";
import type { ImportItem, ImportSource } from "./import-item.ts";
import type { ImportMethods } from "./import-worker.ts";

/** A document of the maximum size takes a few seconds, and every other batch less than one. */
const DEFAULT_DEADLINE_MS = 30_000;
/** A parsed document of the maximum size takes up to half of it. */
const DEFAULT_MAX_HEAP_MIB = 1024;
/** Longer than the serving thread takes to store a batch, including under load. */
const IDLE_TIMEOUT_MS = 10 * 60_000;

interface ThreadedSourceOptions {
  /** `import-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  readonly logger: Logger;
  /** How long opening and each batch may take; default 30 seconds. */
  readonly deadlineMs?: number;
  /** Memory of the thread; default 1 GiB. */
  readonly maximumHeapMiB?: number;
}

/**
 * Opens a file or folder of memories as `openImportSource` does, in a thread of its own: reading never delays requests,
 * and a source that needs too much memory or time ends only its thread.
 * @throws as `openImportSource`; unavailable past the deadline, or if the thread fails
 */
export async function openThreadedSource(file: string, options: ThreadedSourceOptions): Promise<ImportSource> {
  const { workerUrl, logger, deadlineMs = DEFAULT_DEADLINE_MS, maximumHeapMiB = DEFAULT_MAX_HEAP_MIB } = options;
  const thread = new WorkerThread<ImportMethods>({
    workerUrl,
    workerData: () => null,
    name: "imports",
    unavailable: () => new RecollectError("import_reader_failed", { path: file }),
    logger,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    maximumHeapMiB,
  });
  const beforeDeadline = <Result>(call: Promise<Result>): Promise<Result> =>
    withTimeout(call, deadlineMs, () => {
      thread.terminate();
      throw new RecollectError("import_timeout", { path: file, seconds: deadlineMs / 1000 });
    });

  async function* readItems(): AsyncGenerator<ImportItem> {
    try {
      for (;;) {
        const batch = await beforeDeadline(thread.call("next"));
        if (batch.length === 0) return;
        yield* batch;
      }
    } finally {
      await thread.close();
    }
  }

  try {
    const total = await beforeDeadline(thread.call("open", file));
    return { total, items: readItems() };
  } catch (error) {
    await thread.close();
    throw error;
  }
}
