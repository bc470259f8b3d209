import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { Logger } from "../../core/ports.ts";
import type { BackgroundWriter } from "../lifecycle/background-writes.ts";

/** Writes that follow each other are merged together. */
const DELAY_MS = 50;
/** FTS5 merges from this number of segments on, so fewer changes start no thread. */
const MIN_CHANGES = 4;
/** Half of the time is left to writes. */
const PAUSE_MS = 8;
/** Pages of the index written before the time of the transaction is looked at: about a millisecond. */
const STEP_PAGES = 4;

interface IndexMergerParts {
  readonly database: Database;
  readonly background: BackgroundWriter;
  readonly logger: Logger;
}

/**
 * Merges the segments of the text index in the background. Each commit adds a segment. FTS5 would merge them within
 * some commits, which then take 100 ms to seconds in a large index, so that is turned off (migration 10, ADR 0024).
 */
export function createIndexMerger({ database, background, logger }: IndexMergerParts) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isWanted = false;
  /** Changes of rows since the last run; how many an earlier process left is not known. */
  let changes = MIN_CHANGES;
  const closing = new AbortController();
  const pauseForOthers = () => pause(PAUSE_MS, undefined, { signal: closing.signal }).catch(() => undefined);

  /** Resolves to whether it has finished. */
  async function mergeInSteps(): Promise<boolean> {
    while (await background.merge(STEP_PAGES)) {
      if (closing.signal.aborted) return false;
      await pauseForOthers();
    }
    return true;
  }

  async function run(): Promise<void> {
    try {
      while (isWanted && !closing.signal.aborted && database.open) {
        isWanted = false;
        changes = 0;
        await mergeInSteps();
      }
    } catch (error) {
      logger.warn("The text index could not be merged; the next write tries again.", { error });
    }
  }

  return {
    /** Must be called when the index changes; starts soon. */
    wake(): void {
      changes += 1;
      if (changes < MIN_CHANGES) return;
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
      await background.merge(-STEP_PAGES);
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
