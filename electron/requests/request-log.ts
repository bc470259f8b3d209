import type { RecollectError } from "../core/errors.ts";
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
import { DEFAULT_LIMITS, type RequestLogLimits } from "./limits.ts";
import { createLogThread } from "./log-thread.ts";
import { createLogWriter } from "./log-writer.ts";

export type { RequestLogLimits } from "./limits.ts";

/**
 * The record of what passed on the wire. What was recorded can be read a moment later. Whatever is asked of it is refused
 * (`unavailable`) where the thread that keeps it cannot run; recording goes on.
 */
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
  /** What the owner should know: null, unless what came last could not be written. Changes are told by `status.changed`. */
  problem(): RecollectError | null;
  /** Writes what waits and closes the file. What is recorded afterwards is lost. */
  close(): Promise<void>;
}

export interface RequestLogOptions {
  /** File of the log; created where it is missing, set aside where it is damaged. */
  readonly path: string;
  /** Where `log-worker.ts`, or its bundle, is. */
  readonly workerUrl: URL;
  readonly clock: Clock;
  readonly events: Pick<Events, "emit">;
  readonly logger: Logger;
  readonly limits?: Partial<RequestLogLimits>;
}

/**
 * Opens the request log. Recording puts an exchange in a bounded queue and returns; all else is done on a thread of its own,
 * which takes batches, one at a time, and they are announced as `requests.recorded`. Under a flood bodies are given up,
 * then exchanges, never a request's time.
 */
export function openRequestLog({ path, workerUrl, clock, events, logger, ...options }: RequestLogOptions): RequestLog {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const thread = createLogThread({ workerUrl, path, limits, clock, logger });
  const writer = createLogWriter({ thread, limits, clock, events, logger });
  let closing: Promise<void> | null = null;

  return {
    record: writer.record,
    list: (filter, limit, cursor, beforeId = null) => thread.ask("list", clock.now(), filter, limit, cursor, beforeId),
    get: (id) => thread.ask("get", clock.now(), id),
    setPinned: (ids, pinned) => thread.ask("setPinned", clock.now(), ids, pinned),
    async clear() {
      writer.clear();
      await thread.ask("clear", clock.now());
    },
    rates: (span) => thread.ask("rates", clock.now(), span),
    clientActivity: () => thread.ask("clientActivity", clock.now()),
    exportPart: (selection, cursor) => thread.ask("exportPart", clock.now(), selection, cursor),
    problem: writer.problem,
    close() {
      closing ??= writer.finish().then(thread.close);
      return closing;
    },
  };
}
