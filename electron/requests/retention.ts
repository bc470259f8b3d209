import type { RequestLogLimits } from "./limits.ts";
import type { LogDatabase } from "./log-file.ts";

/** Rows deleted, and pages given back, in one turn of the event loop. */
const STEP_ROWS = 500;
const STEP_PAGES = 200;

/** One small step of pruning; answers whether another is needed. */
export function createPruneStep(database: LogDatabase, limits: RequestLogLimits): (now: number) => boolean {
  // Ids are given without gaps, so their span tells the number of rows without counting them. What is pinned stays.
  const ends = database.prepare<[], { oldest: number | null; newest: number | null }>(
    "SELECT (SELECT min(id) FROM request WHERE pinned = 0) AS oldest, (SELECT max(id) FROM request WHERE pinned = 0) AS newest",
  );
  const deleteBelow = database.prepare<[number]>("DELETE FROM request WHERE id < ? AND pinned = 0");
  const deleteAged = database.prepare<[number]>(
    `DELETE FROM request WHERE id IN (SELECT id FROM request WHERE at < ? AND pinned = 0 ORDER BY at LIMIT ${STEP_ROWS})`,
  );
  const usedBytes = () => {
    const [pages, free, size] = ["page_count", "freelist_count", "page_size"].map((name) =>
      Number(database.pragma(name, { simple: true })),
    );
    return ((pages ?? 0) - (free ?? 0)) * (size ?? 0);
  };

  return (now) => {
    const { oldest, newest } = ends.get() ?? { oldest: null, newest: null };
    if (oldest === null || newest === null) return giveBackPages(database);
    const surplus = newest - oldest + 1 - limits.rows;
    if (surplus > 0) {
      deleteBelow.run(oldest + Math.min(surplus, STEP_ROWS));
      return true;
    }
    if (deleteAged.run(now - limits.ageMs).changes > 0) return true;
    if (usedBytes() > limits.fileBytes) {
      deleteBelow.run(oldest + STEP_ROWS);
      return true;
    }
    return giveBackPages(database);
  };
}

function giveBackPages(database: LogDatabase): boolean {
  database.pragma(`incremental_vacuum(${STEP_PAGES})`);
  return Number(database.pragma("freelist_count", { simple: true })) > STEP_PAGES;
}
