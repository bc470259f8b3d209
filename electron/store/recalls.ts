import type { Database } from "better-sqlite3";
import type { Logger } from "../core/ports.ts";

/** How long a recall may wait before it is written, in milliseconds. */
const FLUSH_AFTER_MS = 1_000;

/**
 * Counts recalls in memory and writes them a moment later, together. They are no promise: they are committed without
 * waiting for the disk, and reach it with the next write that does.
 */
export function createRecalls(database: Database, logger: Logger) {
  const update = database.prepare<[number, number, string]>(
    "UPDATE memories SET recall_count = recall_count + ?, recalled_at = max(coalesce(recalled_at, 0), ?) WHERE id = ?",
  );
  const waiting = new Map<string, { count: number; at: number }>();
  let timer: NodeJS.Timeout | null = null;

  const write = database.transaction(() => {
    for (const [id, { count, at }] of waiting) update.run(count, at, id);
  });

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (waiting.size === 0 || !database.open) return;
    database.pragma("synchronous = NORMAL");
    try {
      write.immediate();
    } catch (error) {
      logger.warn("Recalls could not be counted.", { error: String(error), memories: waiting.size });
    } finally {
      waiting.clear();
      database.pragma("synchronous = FULL");
    }
  }

  return {
    flush,
    mark(ids: readonly string[], at: number): void {
      for (const id of ids) waiting.set(id, { count: (waiting.get(id)?.count ?? 0) + 1, at });
      timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
    },
  };
}
export type Recalls = ReturnType<typeof createRecalls>;
