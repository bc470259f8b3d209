import type { RequestLogLimits } from "./limits.ts";
import type { LogDatabase } from "./log-file.ts";

/** Rows deleted, and pages given back, in one turn of the event loop. */
const STEP_ROWS = 500;
const STEP_PAGES = 200;
/** Share of the file that may be free. */
const KEPT_FREE = 1 / 8;
/** Rows deleted at once where the file is too large: a row may take 128 KiB, and no more should go than must. */
const STEP_ROWS_FOR_SIZE = 100;

/** One small step of pruning; answers whether another is needed. */
export function createPruneStep(database: LogDatabase, limits: RequestLogLimits): (now: number) => boolean {
  // What is pinned stays, and is not counted.
  const ends = database.prepare<[], { oldest: number | null; newest: number | null }>(
    "SELECT (SELECT min(id) FROM request WHERE pinned = 0) AS oldest, (SELECT max(id) FROM request WHERE pinned = 0) AS newest",
  );
  const count = database
    .prepare<[], number>(
      "SELECT (SELECT count(*) FROM request) - (SELECT count(*) FROM request INDEXED BY request_pinned WHERE pinned = 1)",
    )
    .pluck();
  const deleteRefused = database.prepare<[]>(`
    DELETE FROM request WHERE pinned = 0 AND id IN (
      SELECT id FROM request WHERE refusal IS NOT NULL ORDER BY id DESC LIMIT -1 OFFSET ${limits.refusedRows})`);
  const deleteOldest = database.prepare<[number]>(
    "DELETE FROM request WHERE id IN (SELECT id FROM request WHERE pinned = 0 ORDER BY id LIMIT ?)",
  );
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
    deleteRefused.run();
    // Ids have gaps where rows left before their time; their span tells cheaply when there is nothing to count.
    const surplus = newest - oldest + 1 > limits.rows ? (count.get() ?? 0) - limits.rows : 0;
    if (surplus > 0) {
      deleteOldest.run(Math.min(surplus, STEP_ROWS));
      return true;
    }
    if (deleteAged.run(now - limits.ageMs).changes > 0) return true;
    if (usedBytes() > limits.fileBytes) {
      deleteOldest.run(STEP_ROWS_FOR_SIZE);
      giveBackPages(database);
      return true;
    }
    return giveBackPages(database);
  };
}

/**
 * What old rows leave free the next ones fill; pages are given back only where more is free than they soon will, as after
 * a clearing. Answers whether more is to be given back.
 */
function giveBackPages(database: LogDatabase): boolean {
  const read = (name: string) => Number(database.pragma(name, { simple: true }));
  const isMuch = () => read("freelist_count") > read("page_count") * KEPT_FREE;
  if (!isMuch()) return false;
  database.pragma(`incremental_vacuum(${STEP_PAGES})`);
  return isMuch();
}
