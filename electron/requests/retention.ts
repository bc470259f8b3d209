import type { Database } from "better-sqlite3";
import type { Clock, Logger } from "../core/ports.ts";
import type { RequestLogLimits } from "./limits.ts";

/** Rows written between two checks of the limits. */
const CHECK_INTERVAL_ROWS = 500;
/** Rows deleted, and pages returned to the file system, in one turn of the event loop. */
const STEP_ROWS = 500;
const STEP_PAGES = 200;
/** Rows deleted per step if the file is too large: a row can have 128 KiB, and no more than necessary should go. */
const STEP_ROWS_FOR_SIZE = 100;
/** The share of the file that may be free (ADR 0014). */
const MAX_FREE_SHARE = 1 / 8;

/** Keeps the log within its limits in small steps, one in each turn of the event loop. */
export class Pruning {
  readonly #step: (now: number) => boolean;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #immediate: NodeJS.Immediate | undefined;
  #rows = 0;

  /** @param step returns whether another step is needed */
  constructor(step: (now: number) => boolean, clock: Clock, logger: Logger) {
    this.#step = step;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Starts in the next turn; does nothing while it is running. */
  start(): void {
    this.#immediate ??= setImmediate(() => {
      this.#immediate = undefined;
      try {
        if (this.#step(this.#clock.now())) this.start();
      } catch (error) {
        this.#logger.warn("The request log could not be pruned.", { error: String(error) });
      }
    });
  }

  /** Counts written rows, and starts after every {@link CHECK_INTERVAL_ROWS}. */
  rowsWritten(count: number): void {
    this.#rows += count;
    if (this.#rows < CHECK_INTERVAL_ROWS) return;
    this.#rows = 0;
    this.start();
  }

  stop(): void {
    clearImmediate(this.#immediate);
  }
}

/** Returns the function for one small step of pruning, which returns whether another is needed. */
export function createPruneStep(database: Database, limits: RequestLogLimits): (now: number) => boolean {
  // Pinned rows are kept and not counted.
  const selectEnds = database.prepare<[], { oldest: number | null; newest: number | null }>(
    `SELECT (SELECT min(id) FROM request WHERE pinned = 0) AS oldest,
       (SELECT max(id) FROM request WHERE pinned = 0) AS newest`,
  );
  const count = database
    .prepare<[], number>(
      `SELECT (SELECT count(*) FROM request)
         - (SELECT count(*) FROM request INDEXED BY request_pinned WHERE pinned = 1)`,
    )
    .pluck();
  const deleteRefused = database.prepare<[]>(`
    DELETE FROM request WHERE pinned = 0 AND id IN (
      SELECT id FROM request WHERE refusal IS NOT NULL ORDER BY id DESC LIMIT -1 OFFSET ${limits.refusedRows})`);
  const deleteOldest = database.prepare<[number]>(
    "DELETE FROM request WHERE id IN (SELECT id FROM request WHERE pinned = 0 ORDER BY id LIMIT ?)",
  );
  const deleteAged = database.prepare<[number]>(
    `DELETE FROM request
     WHERE id IN (SELECT id FROM request WHERE at < ? AND pinned = 0 ORDER BY at LIMIT ${STEP_ROWS})`,
  );

  return (now) => {
    const { oldest, newest } = selectEnds.get() ?? { oldest: null, newest: null };
    if (oldest === null || newest === null) return vacuum(database);
    deleteRefused.run();
    // Deleted rows leave gaps in the ids. Their range is an upper bound of the count, and faster than counting.
    const surplus = newest - oldest + 1 > limits.rows ? (count.get() ?? 0) - limits.rows : 0;
    if (surplus > 0) {
      deleteOldest.run(Math.min(surplus, STEP_ROWS));
      return true;
    }
    if (deleteAged.run(now - limits.ageMs).changes > 0) return true;
    if (usedBytes(database) > limits.fileBytes) {
      deleteOldest.run(STEP_ROWS_FOR_SIZE);
      vacuum(database);
      return true;
    }
    return vacuum(database);
  };
}

/**
 * Returns free pages to the file system, but only if there are many, as after clearing: new rows fill the pages that
 * old rows leave. Returns whether another step is needed.
 */
function vacuum(database: Database): boolean {
  if (!hasManyFreePages(database)) return false;
  database.pragma(`incremental_vacuum(${STEP_PAGES})`);
  return hasManyFreePages(database);
}

function hasManyFreePages(database: Database): boolean {
  return readPragma(database, "freelist_count") > readPragma(database, "page_count") * MAX_FREE_SHARE;
}

function usedBytes(database: Database): number {
  const pages = readPragma(database, "page_count") - readPragma(database, "freelist_count");
  return pages * readPragma(database, "page_size");
}

function readPragma(database: Database, name: "freelist_count" | "page_count" | "page_size"): number {
  return Number(database.pragma(name, { simple: true }));
}
