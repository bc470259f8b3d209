import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { Logger } from "../../core/ports.ts";
import type { BackgroundWriter } from "../lifecycle/background-writes.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { IndexMerger } from "./index-merger.ts";

/** Time after a purge: several purges in a row are one run. */
const DELAY_MS = 1_000;
/** Time after the start, when clients have connected. */
const START_DELAY_MS = 20_000;
/** Free pages moved in one step: less than 1 ms. */
const STEP_FREE_PAGES = 32;
/** Half of the time is left to requests. */
const PAUSE_MS = 8;
/** Free pages that stay in the file, for the next memories: 1 MiB. */
const MAX_FREE_PAGES = 256;
/** A reader prevents that the write-ahead log is emptied. */
const CHECKPOINT_RETRY_MS = 1_000;
const MAX_CHECKPOINTS = 60;

interface ReclaimParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly background: BackgroundWriter;
  readonly merger: IndexMerger;
  readonly logger: Logger;
}

/**
 * Removes what a purge leaves in the file (ADR 0024). `secure_delete` overwrites deleted rows and pages with zeros, but
 * FTS5 only marks a deleted row: its words stay in the index until its segments are merged. So all segments are merged,
 * then free pages are returned to the file system, then the write-ahead log is emptied. All in steps of a few
 * milliseconds. Interrupted work is finished after the next start.
 */
export function createReclaim({ database, writes, background, merger, logger }: ReclaimParts) {
  const selectPurges = database.prepare<[], number>("SELECT purges FROM text_index_state").pluck();
  const addPurge = database.prepare("UPDATE text_index_state SET purges = purges + 1");
  const subtractPurges = database.prepare<[number]>("UPDATE text_index_state SET purges = purges - ?");
  const hasSamples =
    database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat4'").pluck().get() !== undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const closing = new AbortController();
  const isClosed = () => closing.signal.aborted;
  const pauseFor = (delayMs: number) => pause(delayMs, undefined, { signal: closing.signal }).catch(() => undefined);

  const freePages = () => Number(database.pragma("freelist_count", { simple: true }));

  async function mergeIndex(): Promise<void> {
    const purges = selectPurges.get() ?? 0;
    if (purges === 0 || !(await merger.mergeAll())) return;
    await writes.run(() => {
      // Samples of indexed values, for the query planner; the next ANALYZE takes new ones.
      if (hasSamples) database.exec("DELETE FROM sqlite_stat4");
      subtractPurges.run(purges);
    });
  }

  async function returnFreePages(): Promise<void> {
    if (freePages() <= MAX_FREE_PAGES) return;
    const steps = writes.runInSteps(0, (step) => {
      database.pragma(`incremental_vacuum(${STEP_FREE_PAGES})`);
      return freePages() === 0 ? null : step + 1;
    });
    for await (const _ of steps) {
      if (isClosed()) return;
      await pauseFor(PAUSE_MS);
    }
  }

  /** Does not wait for readers; tries again instead. */
  async function emptyLog(): Promise<void> {
    for (let attempt = 0; attempt < MAX_CHECKPOINTS && !isClosed(); attempt++) {
      if (await background.emptyLog()) return;
      await pauseFor(CHECKPOINT_RETRY_MS);
    }
  }

  async function run(): Promise<void> {
    if (!database.open) return;
    try {
      await mergeIndex();
      if (!isClosed()) await returnFreePages();
      await emptyLog();
    } catch (error) {
      logger.warn("The space of deleted memories was not returned completely; the next start continues.", { error });
    }
  }

  const schedule = (delayMs: number): void => {
    if (isClosed()) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(run);
    }, delayMs).unref();
  };
  if ((selectPurges.get() ?? 0) > 0 || freePages() > MAX_FREE_PAGES) schedule(START_DELAY_MS);

  return {
    /** Must be called in a transaction that deletes text permanently; starts soon after the last call. */
    purged(): void {
      addPurge.run();
      schedule(DELAY_MS);
    },
    /** Stops after the current step. */
    async close(): Promise<void> {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
export type Reclaim = ReturnType<typeof createReclaim>;
