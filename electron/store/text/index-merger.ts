import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { Logger } from "../../core/ports.ts";
import type { WriteQueue } from "../rows/write-queue.ts";

/** Writes that follow each other are merged together. */
const DELAY_MS = 50;
/** Half of the time is left to requests. */
const PAUSE_MS = 8;
/** Pages of the index written before the time of the transaction is looked at: about a millisecond. */
const STEP_PAGES = 4;

interface IndexMergerParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly logger: Logger;
}

/**
 * Merges the segments of the text index in the background. Each commit adds a segment. FTS5 would merge them within
 * some commits, which then take 100 ms to seconds in a large index, so that is turned off (migration 10, ADR 0024).
 */
export function createIndexMerger({ database, writes, logger }: IndexMergerParts) {
  const totalChanges = database.prepare<[], number>("SELECT total_changes()").pluck();
  const merge = database.prepare<[number]>("INSERT INTO text_index (text_index, rank) VALUES ('merge', ?)");
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWanted = false;
  const closing = new AbortController();
  const pauseForOthers = () => pause(PAUSE_MS, undefined, { signal: closing.signal }).catch(() => undefined);

  /** Returns whether there is more to merge (sqlite.org/fts5.html, section 6.8). */
  function mergeSome(): boolean {
    const before = totalChanges.get() ?? 0;
    merge.run(STEP_PAGES);
    return (totalChanges.get() ?? 0) - before >= 2;
  }

  /** Resolves to whether it has finished. */
  async function mergeInSteps(): Promise<boolean> {
    const steps = writes.runInSteps(0, (step) => (mergeSome() ? step + 1 : null));
    for await (const _ of steps) {
      if (closing.signal.aborted) return false;
      await pauseForOthers();
    }
    return true;
  }

  async function run(): Promise<void> {
    try {
      while (isWanted && !closing.signal.aborted && database.open) {
        isWanted = false;
        await mergeInSteps();
      }
    } catch (error) {
      logger.warn("The text index could not be merged; the next write tries again.", { error });
    }
  }

  return {
    /** Must be called when the index changes; starts soon. */
    wake(): void {
      isWanted = true;
      if (closing.signal.aborted || running !== null) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        running = run().finally(() => {
          running = null;
        });
      }, DELAY_MS).unref();
    },
    /** Merges all segments into one, which removes the words of deleted rows. Resolves to whether it has finished. */
    async mergeAll(): Promise<boolean> {
      await writes.run(() => merge.run(-STEP_PAGES));
      return mergeInSteps();
    },
    /** Stops after the current step. */
    async close(): Promise<void> {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
export type IndexMerger = ReturnType<typeof createIndexMerger>;
