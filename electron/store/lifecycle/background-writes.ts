import type { Database } from "better-sqlite3";
import type { Logger } from "../../core/ports.ts";
import { withTimeout } from "../../core/util/with-timeout.ts";
import { RecollectError } from "../../text/errors.ts";
import { WorkerThread } from "../../threads/worker-thread.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { MaintenanceThreadData } from "./maintenance.ts";

/** A transaction of merging ends after this time, except that FTS5 writes all positions of a word together. */
const MAX_STEP_MS = 3;
/** Pages of the log that are copied into the file in one step: 4 MiB, as SQLite does by default. */
const MAX_LOG_PAGES = 1_000;
/** Pages added to the log while the thread starts; then writes wait for it. */
const MAX_PAGES_AT_START = 3_000;
const START_TIMEOUT_MS = 5_000;

/** Writes that no request waits for, in the connection of a thread. */
export function createBackgroundWrites(database: Database) {
  const totalChanges = database.prepare<[], number>("SELECT total_changes()").pluck();
  const merge = database.prepare<[number]>("INSERT INTO text_index (text_index, rank) VALUES ('merge', ?)");
  const changeNothing = database.prepare("UPDATE text_index_state SET purges = purges");

  /** Returns whether there is more to merge (sqlite.org/fts5.html, section 6.8). */
  function mergeOnce(pages: number): boolean {
    const before = totalChanges.get() ?? 0;
    merge.run(pages);
    return (totalChanges.get() ?? 0) - before >= 2;
  }

  const mergeSome = database.transaction((pages: number) => {
    const deadline = performance.now() + MAX_STEP_MS;
    let isMore = mergeOnce(pages);
    while (isMore && performance.now() < deadline) isMore = mergeOnce(Math.abs(pages));
    return isMore;
  });

  return {
    /** Resolves when the others can run immediately. */
    prepare: (): void => undefined,
    /** Merges segments of the text index in one transaction. Returns whether there are more; pages as for FTS5. */
    merge: (pages: number): boolean => mergeSome.immediate(pages),
    /** Copies the log into the file. The next commit then overwrites the log from its start. */
    checkpoint(): void {
      const [result] = database.pragma("wal_checkpoint(PASSIVE)") as { log: number; checkpointed: number }[];
      // The first commit after it syncs the header of the log, which would make the serving thread wait for the disk.
      if (result !== undefined && result.log > 0 && result.log === result.checkpointed) changeNothing.run();
    },
    /** Copies the log into the file and truncates it. Returns false, and does not wait, while it is read. */
    emptyLog(): boolean {
      const timeout = Number(database.pragma("busy_timeout", { simple: true }));
      database.pragma("busy_timeout = 0");
      const [result] = database.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
      database.pragma(`busy_timeout = ${timeout}`);
      return result?.busy !== 1;
    },
  };
}
type BackgroundWrites = ReturnType<typeof createBackgroundWrites>;

/** The same on the calling thread, or on another. */
interface Target {
  merge(pages: number): boolean | Promise<boolean>;
  checkpoint(): void | Promise<void>;
  emptyLog(): boolean | Promise<boolean>;
}

interface BackgroundWriterOptions {
  readonly database: Database;
  readonly writes: WriteQueue;
  /** `maintenance-worker.ts`, or its bundle; without it, everything runs on the calling thread. */
  readonly workerUrl: URL | undefined;
  readonly path: string;
  readonly logger: Logger;
}

/**
 * Runs writes that no request waits for on a thread, while the write queue waits (ADR 0024). It also limits the
 * write-ahead log: commits on the serving thread never copy it into the file.
 */
export function createBackgroundWriter({ database, writes, workerUrl, path, logger }: BackgroundWriterOptions) {
  const here = createBackgroundWrites(database);
  const workerData: MaintenanceThreadData = { path };
  const thread =
    workerUrl === undefined
      ? null
      : new WorkerThread<BackgroundWrites>({
          workerUrl,
          workerData: () => workerData,
          name: "background writes",
          unavailable: () => new RecollectError("maintenance_unavailable", {}),
          logger,
          idleTimeoutMs: 5_000,
          restartDelaysMs: [1_000],
        });
  const there: Target =
    thread === null
      ? here
      : {
          merge: (pages) => thread.call("merge", pages),
          checkpoint: () => thread.call("checkpoint"),
          emptyLog: () => thread.call("emptyLog"),
        };
  const logState = database.prepare<[], { log: number; checkpointed: number }>("PRAGMA wal_checkpoint(NOOP)");
  let isCheckpointing = false;
  let isWaiting = false;
  let starting: Promise<unknown> = Promise.resolve();
  /** The pages of the log at the last checkpoint. A long read prevents that it is complete. */
  let lookedAt = 0;

  async function run<T>(work: (target: Target) => T | Promise<T>): Promise<T> {
    // The queue waits for the work, not for the start of the thread.
    const ready = thread === null ? Promise.resolve(false) : isAnswering(thread);
    starting = ready;
    const isReady = await ready;
    return await writes.runElsewhere(() => work(isReady ? there : here));
  }

  function waitForThread(): void {
    isWaiting = true;
    const stop = () => {
      isWaiting = false;
    };
    writes.runElsewhere(() => starting).then(stop, stop);
  }

  async function checkpoint(): Promise<void> {
    try {
      await run((target) => target.checkpoint());
      isCheckpointing = false;
      // The last commit may have been during the checkpoint.
      limitLog();
    } catch (error) {
      isCheckpointing = false;
      logger.warn("The write-ahead log could not be copied into the file.", { error });
    }
  }

  function limitLog(): void {
    if (!database.open) return;
    const { log, checkpointed } = logState.get() ?? { log: 0, checkpointed: 0 };
    if (log < lookedAt) lookedAt = 0;
    if (isCheckpointing) {
      if (!isWaiting && log - lookedAt >= MAX_PAGES_AT_START) waitForThread();
      return;
    }
    if (log - Math.max(lookedAt, checkpointed) < MAX_LOG_PAGES) return;
    lookedAt = log;
    isCheckpointing = true;
    void checkpoint();
  }
  database.pragma("wal_autocheckpoint = 0");
  writes.onCommit(limitLog);

  return {
    merge: (pages: number): Promise<boolean> => run((target) => target.merge(pages)),
    emptyLog: (): Promise<boolean> => run((target) => target.emptyLog()),
    /** Must be called after the queue is closed. */
    close: async (): Promise<void> => thread?.close(),
  };
}
export type BackgroundWriter = ReturnType<typeof createBackgroundWriter>;

async function isAnswering(thread: WorkerThread<BackgroundWrites>): Promise<boolean> {
  const prepared = thread.call("prepare").then(
    () => true,
    () => false,
  );
  return withTimeout(prepared, START_TIMEOUT_MS, () => false);
}
