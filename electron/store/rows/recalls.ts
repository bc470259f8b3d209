import type { Database } from "better-sqlite3";
import type { Logger } from "../../core/ports.ts";

const FLUSH_DELAY_MS = 1_000;

/**
 * Counts recalls in memory and writes them a second later in one transaction. They are not part of the durability
 * guarantee: the commit does not wait for the disk; the next durable write syncs them too.
 */
export function createRecalls(database: Database, logger: Logger, onError: (error: unknown) => void) {
  const update = database.prepare<[number, number, string]>(
    "UPDATE memories SET recall_count = recall_count + ?, recalled_at = max(coalesce(recalled_at, 0), ?) WHERE id = ?",
  );
  const pending = new Map<string, { count: number; at: number }>();
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  const write = database.transaction(() => {
    for (const [id, { count, at }] of pending) update.run(count, at, id);
  });

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (pending.size === 0 || stopped || !database.open) return;
    database.pragma("synchronous = NORMAL");
    try {
      write.immediate();
    } catch (error) {
      logger.warn("Recalls could not be counted.", { error: String(error), memories: pending.size });
      onError(error);
    } finally {
      pending.clear();
      database.pragma("synchronous = FULL");
    }
  }

  return {
    flush,
    /** Recalls are no longer written. */
    stop(): void {
      stopped = true;
    },
    mark(ids: readonly string[], at: number): void {
      for (const id of ids) pending.set(id, { count: (pending.get(id)?.count ?? 0) + 1, at });
      timer ??= setTimeout(flush, FLUSH_DELAY_MS).unref();
    },
  };
}
export type Recalls = ReturnType<typeof createRecalls>;
