import type { Page } from "../core/filter.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type {
  LoggedClient,
  RateSpan,
  RequestDetail,
  RequestExport,
  RequestFilter,
  RequestRates,
  RequestSelection,
  RequestSummary,
} from "../core/request-log.ts";
import { createClientTable } from "./client-table.ts";
import type { QueuedExchange } from "./exchange-queue.ts";
import type { RequestLogLimits } from "./limits.ts";
import { isDamage, type LogDatabase, openLogFile, replaceLogFile } from "./log-file.ts";
import { createPruning } from "./pruning.ts";
import { createRateQuery } from "./rate-query.ts";
import { createHeaderRedaction } from "./redact-headers.ts";
import { toRow } from "./request-row.ts";
import { createRequestTable } from "./request-table.ts";
import { createPruneStep } from "./retention.ts";

/** Length of one part of an export: what one answer over the bridge may hold. */
const EXPORT_UNITS = 2 * 1024 * 1024;

/**
 * The log on disk, kept within its limits in turns of its own. Damage that is met while it is in use sets the file aside,
 * and the work is done on the new one.
 */
export interface LogStore {
  /** One transaction; answers the summaries in the order given. */
  write(batch: readonly QueuedExchange[]): RequestSummary[];
  list(
    filter: RequestFilter,
    limit: number,
    cursor: string | null,
    beforeId: number | null,
  ): Promise<Page<RequestSummary>>;
  get(id: number): RequestDetail | null;
  setPinned(ids: readonly number[], pinned: boolean): RequestSummary[];
  exportPart(selection: RequestSelection, cursor: string | null): Promise<RequestExport>;
  rates(span: RateSpan): RequestRates;
  clientActivity(): LoggedClient[];
  /** Leaves what is pinned. */
  clear(): void;
  close(): void;
}

/** @throws where the file cannot be opened; one that is damaged is set aside */
export function openLogStore(file: string, limits: RequestLogLimits, clock: Clock, logger: Logger): LogStore {
  const redactHeaders = createHeaderRedaction();
  let tables = prepareTables(openLogFile(file, clock, logger), limits);

  const replaceWhereDamaged = (damaged: typeof tables, error: unknown) => {
    if (!isDamage(error)) throw error;
    // Several readers may meet the same damage; the first one replaces the file.
    if (tables !== damaged) return;
    damaged.database.close();
    tables = prepareTables(replaceLogFile(file, clock, logger, error), limits);
  };
  const attempt = <Result>(work: (current: typeof tables) => Result): Result => {
    const current = tables;
    try {
      return work(current);
    } catch (error) {
      replaceWhereDamaged(current, error);
      return work(tables);
    }
  };

  const attemptLater = async <Result>(work: (current: typeof tables) => Promise<Result>): Promise<Result> => {
    const current = tables;
    try {
      return await work(current);
    } catch (error) {
      replaceWhereDamaged(current, error);
      return await work(tables);
    }
  };

  const pruning = createPruning((now) => attempt(({ pruneStep }) => pruneStep(now)), clock, logger);
  pruning.start();

  return {
    write(batch) {
      const rows = batch.map((queued) => toRow(queued, limits.bodyBytes, redactHeaders));
      const exchanges = batch.map((queued) => queued.exchange);
      const summaries = attempt(({ database, requests, clients }) =>
        database.transaction(() => {
          clients.add(exchanges);
          return rows.map((row) => requests.insert(row));
        })(),
      );
      pruning.written(rows.length);
      return summaries;
    },
    list: (filter, limit, cursor, beforeId) =>
      attemptLater(({ requests }) => requests.list(filter, limit, cursor, beforeId)),
    get: (id) => attempt(({ requests }) => requests.get(id)),
    setPinned: (ids, pinned) => attempt(({ requests }) => requests.setPinned(ids, pinned)),
    exportPart: (selection, cursor) =>
      attemptLater(({ requests }) => requests.exportPart(selection, cursor, EXPORT_UNITS)),
    rates: (span) => attempt(({ rates }) => rates(span, clock.now())),
    clientActivity: () => attempt(({ clients }) => clients.list(clock.now())),
    clear() {
      attempt(({ database }) =>
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

function prepareTables(database: LogDatabase, limits: RequestLogLimits) {
  return {
    database,
    requests: createRequestTable(database, limits.pinnedRows),
    clients: createClientTable(database),
    rates: createRateQuery(database),
    pruneStep: createPruneStep(database, limits),
  };
}
