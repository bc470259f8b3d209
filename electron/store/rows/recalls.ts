import type { Database } from "better-sqlite3";
import type { Logger } from "../../core/ports.ts";
import type { WriteQueue } from "./write-queue.ts";

const FLUSH_DELAY_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * Counts recalls in memory and writes them a second later in one write. They are not part of the durability guarantee:
 * nobody waits for it.
 */
export function createRecalls(database: Database, writes: WriteQueue, logger: Logger) {
  const addDay = database.prepare<[string, number, string]>(
    `INSERT INTO recalls (memory_row, client, day) SELECT row, ?, ? FROM memories WHERE id = ?
     ON CONFLICT (memory_row, client) DO UPDATE SET day = excluded.day WHERE day < excluded.day`,
  );
  const update = database.prepare<[number, number, string]>(
    "UPDATE memories SET recall_count = recall_count + ?, recalled_at = max(coalesce(recalled_at, 0), ?) WHERE id = ?",
  );
  /** The time of the last recall, by memory and client. */
  let pending = new Map<string, Map<string, number>>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  /** @param recalls the pending ones: the write may run twice, and must find them again */
  function write(recalls: ReadonlyMap<string, ReadonlyMap<string, number>>): void {
    for (const [id, clients] of recalls) {
      let count = 0;
      for (const [client, at] of clients) count += addDay.run(client, Math.floor(at / DAY_MS), id).changes;
      update.run(count, Math.max(...clients.values()), id);
    }
  }

  /** Resolves when they can be read. Never rejects. */
  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (pending.size > 0 && !stopped && database.open) {
      const recalls = pending;
      pending = new Map();
      writing = writes
        .run(() => write(recalls))
        .catch((error: unknown) => {
          logger.warn("Recalls could not be counted.", { error: String(error), memories: recalls.size });
        });
    }
    await writing;
  }

  return {
    flush,
    /** Stops writing recalls. */
    stop(): void {
      stopped = true;
    },
    /** Of several recalls by a client between two writes, the last one counts. */
    mark(ids: readonly string[], client: string, at: number): void {
      for (const id of ids) {
        const clients = pending.get(id) ?? new Map<string, number>();
        pending.set(id, clients.set(client, at));
      }
      timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS).unref();
    },
  };
}
export type Recalls = ReturnType<typeof createRecalls>;
