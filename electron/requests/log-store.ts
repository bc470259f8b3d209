import type { Database } from "better-sqlite3";
import type { Clock, Logger, RequestLogReader } from "../core/ports.ts";
import type { RequestOutcome, RequestSummary, ServerFigures } from "../core/request-log.ts";
import { createActivityQuery } from "./activity-query.ts";
import { createClientTable } from "./client-table.ts";
import type { QueuedExchange } from "./exchange-queue.ts";
import type { RequestLogLimits } from "./limits.ts";
import { isUnreadable, openLogFile, replaceLogFile } from "./log-file.ts";
import { tokensOf } from "./model-tokens.ts";
import { createRateQuery, SERVER_CALLS, summarise } from "./rate-query.ts";
import { Redaction } from "./redaction.ts";
import { redactExchange, summaryOf, toRow } from "./request-row.ts";
import { RequestTable } from "./request-table.ts";

/** The maximum length of one part of an export, in UTF-16 units: the limit of one response of the window API. */
const MAX_EXPORT_UNITS = 2 * 1024 * 1024;

/**
 * The log's file, kept within its limits. If damage is found in use, the file is set aside and the call is repeated.
 */
export type LogStore = {
  readonly [Name in keyof RequestLogReader]: (
    ...args: Parameters<RequestLogReader[Name]>
  ) => ReturnType<RequestLogReader[Name]> | Awaited<ReturnType<RequestLogReader[Name]>>;
} & {
  /**
   * Writes a batch in one transaction.
   * @param known further texts that are secrets
   * @param returnsSummaries whether it returns the summaries, in the order of the batch; otherwise it returns none
   */
  write(batch: readonly QueuedExchange[], known?: readonly string[], returnsSummaries?: boolean): RequestSummary[];
  close(): void;
};

/** @throws if the file cannot be opened; a damaged one is set aside */
export function openLogStore(file: string, limits: RequestLogLimits, clock: Clock, logger: Logger): LogStore {
  const redaction = new Redaction();
  let tables = prepareTables(openLogFile(file, clock, logger), limits);

  const replaceIfDamaged = (damaged: typeof tables, error: unknown) => {
    if (!isUnreadable(error)) throw error;
    // Several calls may find the same damage; the first one replaces the file.
    if (tables !== damaged) return;
    damaged.database.close();
    tables = prepareTables(replaceLogFile(file, clock, logger, error), limits);
  };

  const run = <Result>(query: (current: typeof tables) => Result): Result => {
    const current = tables;
    try {
      return query(current);
    } catch (error) {
      replaceIfDamaged(current, error);
      return query(tables);
    }
  };

  const runAsync = async <Result>(query: (current: typeof tables) => Promise<Result>): Promise<Result> => {
    const current = tables;
    try {
      return await query(current);
    } catch (error) {
      replaceIfDamaged(current, error);
      return await query(tables);
    }
  };

  const pruning = new Pruning((now) => run(({ pruneStep }) => pruneStep(now)), clock, logger);
  pruning.start();

  return {
    write(batch, known = [], returnsSummaries = true) {
      redaction.know(known);
      const redacted = batch.map((queued) => ({
        tokens: tokensOf(queued.exchange),
        queued: { ...queued, exchange: redactExchange(queued.exchange, redaction) },
      }));
      const rows = redacted.map(({ queued, tokens }) => toRow(queued, tokens, limits.bodyBytes, redaction));
      const exchanges = redacted.map(({ queued, tokens }) => ({ exchange: queued.exchange, tokens }));
      const summaries = run(({ database, requests, clients }) =>
        database.transaction(() => {
          clients.add(exchanges);
          return rows.flatMap((row) => {
            const id = requests.insert(row);
            return returnsSummaries ? [summaryOf(row, id)] : [];
          });
        })(),
      );
      pruning.rowsWritten(rows.length);
      return summaries;
    },
    list: (filter, limit, cursor, beforeId = null) =>
      runAsync(({ requests }) => requests.list(filter, limit, cursor, beforeId)),
    get: (id) => run(({ requests }) => requests.get(id)),
    setPinned: (ids, pinned) => run(({ requests }) => requests.setPinned(ids, pinned)),
    exportPart: (selection, cursor) =>
      runAsync(({ requests }) => requests.exportPart(selection, cursor, MAX_EXPORT_UNITS)),
    activity: (filter, domain, limit, cursor) => runAsync(({ activity }) => activity(filter, domain, limit, cursor)),
    rates: (span) => run(({ rates }) => rates(span, clock.now())),
    serverFigures: (names) => run(({ servers }) => servers(names, clock.now())),
    clientActivity: () => run(({ clients }) => clients.list(clock.now())),
    clear() {
      run(({ database }) =>
        database.exec(`BEGIN;
          DELETE FROM request_body WHERE request_id NOT IN (SELECT id FROM request WHERE pinned = 1);
          DELETE FROM request WHERE pinned = 0;
          DELETE FROM client;
          COMMIT`),
      );
      pruning.start();
    },
    close() {
      pruning.stop();
      tables.database.close();
    },
  };
}

function prepareTables(database: Database, limits: RequestLogLimits) {
  return {
    database,
    requests: new RequestTable(database, limits.pinnedRows),
    clients: createClientTable(database),
    activity: createActivityQuery(database),
    rates: createRateQuery(database),
    servers: createServerFigures(database),
    pruneStep: createPruneStep(database, limits),
  };
}

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
class Pruning {
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
function createPruneStep(database: Database, limits: RequestLogLimits): (now: number) => boolean {
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
    if (surplus > 0) deleteOldest.run(Math.min(surplus, STEP_ROWS));
    if (surplus > STEP_ROWS) return true;
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

/** Returns a function for the figures of servers since the local midnight. An index has every column that it reads. */
function createServerFigures(database: Database) {
  const select = database
    .prepare<[string, number], readonly [RequestOutcome, number | null]>(
      `SELECT outcome, server_ms FROM request WHERE ${SERVER_CALLS}`,
    )
    .raw();
  return (names: readonly string[], now: number): ServerFigures[] => {
    const midnight = new Date(now).setHours(0, 0, 0, 0);
    return names.map((name) => {
      const rows = select.all(name, midnight);
      const { requests, errors, p50 } = summarise({
        requests: rows.length,
        errors: rows.filter(([outcome]) => outcome === "error").length,
        durations: rows.flatMap(([, serverMs]) => serverMs ?? []),
      });
      return { calls: requests, errors, p50 };
    });
  };
}
