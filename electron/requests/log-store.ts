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
import { redactExchange, toRow } from "./request-row.ts";
import { RequestTable } from "./request-table.ts";
import { createPruneStep, Pruning } from "./retention.ts";

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
   * Writes a batch in one transaction and returns the summaries in its order.
   * @param known further texts that are secrets
   */
  write(batch: readonly QueuedExchange[], known?: readonly string[]): RequestSummary[];
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
    write(batch, known = []) {
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
          return rows.map((row) => requests.insert(row));
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
