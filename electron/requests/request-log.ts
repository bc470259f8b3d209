import type { Events } from "../core/events.ts";
import type { Page } from "../core/filter.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type {
  LoggedClient,
  RateSpan,
  RequestDetail,
  RequestExport,
  RequestFilter,
  RequestRates,
  RequestRecorder,
  RequestSelection,
  RequestSummary,
} from "../core/request-log.ts";
import { createExchangeQueue } from "./exchange-queue.ts";
import { DEFAULT_LIMITS, type RequestLogLimits } from "./limits.ts";
import { openLogStore } from "./log-store.ts";

export type { RequestLogLimits } from "./limits.ts";

/** The record of what passed on the wire. What was recorded can be read a moment later. */
export interface RequestLog extends RequestRecorder {
  /** Newest first; without a cursor from below `beforeId`. @throws invalid_argument (field `cursor`) */
  list(
    filter: RequestFilter,
    limit: number,
    cursor: string | null,
    beforeId?: number | null,
  ): Promise<Page<RequestSummary>>;
  /** Null where it is not, or no longer, in the log. */
  get(id: number): Promise<RequestDetail | null>;
  /**
   * Pinned messages outlive retention and clearing. Answers those that are in the log, as they are now.
   * @throws conflict past the most that can be pinned; nothing is pinned then
   */
  setPinned(ids: readonly number[], pinned: boolean): Promise<RequestSummary[]>;
  /** Forgets everything but what is pinned; what waits to be written and the clients included. */
  clear(): Promise<void>;
  /** The last minutes, the one under way included. */
  rates(span: RateSpan): Promise<RequestRates>;
  /** Who was seen, the last first. Live sessions are not known here. */
  clientActivity(): Promise<LoggedClient[]>;
  /** One part of a selection as JSON Lines, up to what was there when it was asked. @throws invalid_argument (`cursor`) */
  exportPart(selection: RequestSelection, cursor: string | null): Promise<RequestExport>;
  /** Writes what waits and closes the file. What is recorded afterwards is lost. */
  close(): Promise<void>;
}

export interface RequestLogOptions {
  /** File of the log; created where it is missing, set aside where it is damaged. */
  readonly path: string;
  readonly clock: Clock;
  readonly events: Pick<Events, "emit">;
  readonly logger: Logger;
  readonly limits?: Partial<RequestLogLimits>;
}

/** Between two looks at retention. */
const ROWS_BETWEEN_PRUNING = 500;
/** Between two warnings of the same kind. */
const WARNING_INTERVAL_MS = 60_000;

/**
 * Opens the request log. Recording puts an exchange in a bounded queue and returns; batches are written in small turns
 * and announced as `requests.recorded`. Under a flood bodies are given up, then exchanges, never a request's time.
 */
export function openRequestLog(options: RequestLogOptions): RequestLog {
  const { path, clock, events, logger } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const store = openLogStore(path, limits, clock, logger);
  const queue = createExchangeQueue(limits);
  let writeTimer: NodeJS.Timeout | null = null;
  let writeTurn: NodeJS.Immediate | null = null;
  let pruneTurn: NodeJS.Immediate | null = null;
  let rowsSincePruning = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let unwritten = 0;
  let failure: unknown = null;
  let closed = false;

  const schedulePruning = () => {
    pruneTurn ??= setImmediate(() => {
      pruneTurn = null;
      try {
        if (store.pruneStep(clock.now())) schedulePruning();
      } catch (error) {
        logger.warn("The request log could not be pruned.", { error: String(error) });
      }
    });
  };

  /** Tells what is missing, at most once a minute. */
  const warnOfLosses = () => {
    if (clock.now() - warnedAt < WARNING_INTERVAL_MS) return;
    const dropped = queue.takeDropped();
    if (dropped.bodies + dropped.exchanges > 0) {
      logger.warn("Requests came faster than the log could be written; part of them is not in it.", {
        bodiesLeftOut: dropped.bodies,
        requestsLeftOut: dropped.exchanges,
      });
    } else if (unwritten > 0) {
      logger.warn("Requests could not be written to the log.", { requestsLeftOut: unwritten, error: String(failure) });
      unwritten = 0;
    } else return;
    warnedAt = clock.now();
  };

  const writeBatch = () => {
    const batch = queue.takeBatch();
    if (batch.length === 0) return;
    try {
      const summaries = store.write(batch);
      rowsSincePruning += summaries.length;
      events.emit("requests.recorded", summaries);
    } catch (error) {
      unwritten += batch.length;
      failure = error;
    }
    warnOfLosses();
    if (rowsSincePruning >= ROWS_BETWEEN_PRUNING) {
      rowsSincePruning = 0;
      schedulePruning();
    }
  };

  const scheduleWriting = () => {
    if (queue.size >= limits.batchRows) {
      writeTurn ??= setImmediate(() => {
        writeTurn = null;
        writeBatch();
        if (queue.size > 0) scheduleWriting();
      });
    } else {
      writeTimer ??= setTimeout(() => {
        writeTimer = null;
        writeBatch();
        if (queue.size > 0) scheduleWriting();
      }, limits.batchDelayMs).unref();
    }
  };

  schedulePruning();
  return {
    record(exchange) {
      if (closed) return;
      queue.push(exchange);
      scheduleWriting();
    },
    list: (filter, limit, cursor, beforeId = null) => store.list(filter, limit, cursor, beforeId),
    async get(id) {
      return store.get(id);
    },
    async setPinned(ids, pinned) {
      return store.setPinned(ids, pinned);
    },
    async clear() {
      queue.clear();
      store.clear();
      schedulePruning();
    },
    async rates(span) {
      return store.rates(span, clock.now());
    },
    async clientActivity() {
      return store.clientActivity(clock.now());
    },
    exportPart: (selection, cursor) => store.exportPart(selection, cursor),
    async close() {
      if (closed) return;
      closed = true;
      if (writeTimer !== null) clearTimeout(writeTimer);
      if (writeTurn !== null) clearImmediate(writeTurn);
      if (pruneTurn !== null) clearImmediate(pruneTurn);
      while (queue.size > 0) writeBatch();
      if (pruneTurn !== null) clearImmediate(pruneTurn);
      store.close();
    },
  };
}
