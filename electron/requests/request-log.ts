import type { Events } from "../core/events.ts";
import type { Clock, Logger, RequestLogReader } from "../core/ports.ts";
import type { LoggedClient, ObservedExchange, RequestRecorder, RequestSummary } from "../core/request-log.ts";
import { RecollectError } from "../text/errors.ts";
import { localDay } from "../text/local-time.ts";
import { ExchangeQueue, type QueuedExchange } from "./exchange-queue.ts";
import { DEFAULT_LIMITS, type RequestLogLimits } from "./limits.ts";
import { createLogThread, type LogThread } from "./log-thread.ts";

export type { RequestLogLimits } from "./limits.ts";

/**
 * The log of all MCP and REST messages. A read finds the messages recorded before it; while many arrive, the newest
 * follow a moment later.
 */
export interface RequestLog extends RequestRecorder, RequestLogReader {
  /** For the owner: null, unless the last batch could not be written. Changes are announced as `status.changed`. */
  problem(): RecollectError | null;
  /** Sets values of an owner, such as the secrets of a server, that are replaced in all later records. */
  mask(owner: string, values: readonly string[]): void;
  /** Writes the queue and closes the file. Later records are lost. */
  close(): Promise<void>;
}

interface RequestLogOptions {
  /** The log's file; created if it does not exist, set aside if it is damaged. */
  readonly path: string;
  /** `log-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  readonly clock: Clock;
  readonly events: Pick<Events, "emit" | "hasListener" | "on">;
  readonly logger: Logger;
  readonly limits?: Partial<RequestLogLimits>;
}

/**
 * Opens the request log. Recording adds an exchange to a bounded queue and returns; a worker thread does everything
 * else (ADR 0014). Batches are written one at a time and announced as `requests.written`, and with their rows as
 * `requests.recorded` if something listens to it. When requests arrive faster than they can be written, bodies are
 * dropped first, then exchanges; requests are never delayed.
 */
export function openRequestLog({ path, workerUrl, clock, events, logger, ...options }: RequestLogOptions): RequestLog {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const thread = createLogThread({ workerUrl, path, limits, clock, logger });
  // The tray asks for the clients with each change of the status, even if the application is idle.
  let known: { readonly day: string; readonly clients: Promise<readonly LoggedClient[]> } | null = null;
  const forget = () => {
    known = null;
  };
  events.on("requests.written", forget);
  const writer = new LogWriter({ thread, limits, clock, events, logger });
  let closing: Promise<void> | null = null;
  const read: LogThread["call"] = (...call) => {
    writer.writeWaiting();
    return thread.call(...call);
  };

  return {
    record(exchange) {
      forget();
      writer.record(exchange);
    },
    mask: (owner, values) => writer.mask(owner, values),
    list: (filter, limit, cursor, beforeId) => read("list", clock.now(), filter, limit, cursor, beforeId),
    get: (id) => read("get", clock.now(), id),
    setPinned: (ids, pinned) => read("setPinned", clock.now(), ids, pinned),
    exportPart: (selection, cursor) => read("exportPart", clock.now(), selection, cursor),
    async clear() {
      forget();
      writer.clear();
      await thread.call("clear", clock.now());
    },
    activity: (filter, domain, limit, cursor) => read("activity", clock.now(), filter, domain, limit, cursor),
    rates: (span) => read("rates", clock.now(), span),
    serverFigures: (names) => read("serverFigures", clock.now(), names),
    clientActivity() {
      // The counts are of a day.
      const day = localDay(clock.now());
      if (known?.day === day) return known.clients;
      const clients = read("clientActivity", clock.now());
      clients.catch(forget);
      known = { day, clients };
      return clients;
    },
    problem: () => writer.problem(),
    close() {
      closing ??= writer.finish().then(() => thread.close());
      return closing;
    },
  };
}

interface LogWriterParts {
  readonly thread: LogThread;
  readonly limits: RequestLogLimits;
  readonly clock: Clock;
  readonly events: Pick<Events, "emit" | "hasListener">;
  readonly logger: Logger;
}

const WARNING_INTERVAL_MS = 60_000;

/** Sends recorded exchanges to the thread, one batch at a time. Losses are reported in the log file. */
class LogWriter {
  readonly #parts: LogWriterParts;
  readonly #queue: ExchangeQueue;
  readonly #known = new Map<string, readonly string[]>();
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #writing: Promise<void> | null = null;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #unwritten = 0;
  #failure: unknown = null;
  #failing = false;
  #finished = false;

  constructor(parts: LogWriterParts) {
    this.#parts = parts;
    this.#queue = new ExchangeQueue(parts.limits);
  }

  record(exchange: ObservedExchange): void {
    if (this.#finished) return;
    this.#queue.push(exchange);
    this.#schedule();
  }

  mask(owner: string, values: readonly string[]): void {
    this.#known.set(owner, values);
  }

  /** Sends the next batch to the thread without its delay, unless another one is being written. */
  writeWaiting(): void {
    if (this.#writing === null && this.#parts.thread.retryAfterMs() === 0) this.#startBatch();
  }

  /** Discards the queue. */
  clear(): void {
    this.#queue.clear();
  }

  problem(): RecollectError | null {
    return this.#failing ? new RecollectError("log_unwritten", {}) : null;
  }

  /** Writes the queue, and reports the rows that could not be written. */
  async finish(): Promise<void> {
    this.#finished = true;
    this.#cancelSchedule();
    await this.#writing;
    while (this.#queue.size > 0 && this.#parts.thread.retryAfterMs() === 0) await this.#writeBatch();
    this.#unwritten += this.#queue.size;
    this.#queue.clear();
    this.#warnOfLosses();
  }

  /** A full batch is written in the next turn, a smaller one after a delay, and none while another is being written. */
  #schedule(): void {
    const { thread, limits, events } = this.#parts;
    if (this.#finished || this.#writing !== null || this.#queue.size === 0) return;
    const retryAfterMs = thread.retryAfterMs();
    if (retryAfterMs === 0 && this.#queue.size >= limits.batchRows) {
      this.#immediate ??= setImmediate(() => this.#startBatch());
    } else {
      const isAwaited = thread.isRunning || events.hasListener("requests.recorded");
      const delayMs = isAwaited ? limits.batchDelayMs : limits.startDelayMs;
      this.#timer ??= setTimeout(() => this.#startBatch(), Math.max(retryAfterMs, delayMs)).unref();
    }
  }

  #cancelSchedule(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#timer = undefined;
    this.#immediate = undefined;
  }

  #startBatch(): void {
    this.#cancelSchedule();
    if (this.#queue.size === 0) return;
    this.#writing = this.#writeBatch().finally(() => {
      this.#writing = null;
      this.#schedule();
    });
  }

  async #writeBatch(): Promise<void> {
    const { clock, events } = this.#parts;
    const batch = this.#queue.takeBatch();
    try {
      const summaries = await this.#write(batch, events.hasListener("requests.recorded"));
      events.emit("requests.written", null);
      if (summaries !== null) events.emit("requests.recorded", summaries);
      this.#setFailing(false);
    } catch (error) {
      this.#unwritten += batch.length;
      this.#failure = error;
      this.#setFailing(true);
    }
    if (clock.now() - this.#warnedAt >= WARNING_INTERVAL_MS) this.#warnOfLosses();
  }

  async #write(batch: readonly QueuedExchange[], returnsSummaries: boolean): Promise<RequestSummary[] | null> {
    const { thread, clock } = this.#parts;
    const known = [...new Set([...this.#known.values()].flat())];
    const json = JSON.stringify(batch);
    const write = async (): Promise<RequestSummary[] | null> => {
      const summaries = await thread.call("write", clock.now(), json, known, returnsSummaries);
      return summaries === null ? null : JSON.parse(summaries);
    };
    try {
      return await write();
    } catch (error) {
      const exited = error instanceof RecollectError && error.code === "unavailable";
      if (!exited || thread.retryAfterMs() > 0) throw error;
      // The thread failed during this batch: try once more on a new one.
      return await write();
    }
  }

  #setFailing(failing: boolean): void {
    if (this.#failing === failing) return;
    this.#failing = failing;
    this.#parts.events.emit("status.changed", null);
  }

  #warnOfLosses(): void {
    const { clock, logger } = this.#parts;
    const { bodies, exchanges } = this.#queue.takeDropped();
    if (bodies + exchanges > 0) {
      logger.warn("Requests arrived faster than the request log could be written; some of them are missing there.", {
        bodiesDropped: bodies,
        requestsDropped: exchanges,
      });
    }
    if (this.#unwritten > 0) {
      logger.warn("Requests could not be written to the request log.", {
        requestsDropped: this.#unwritten,
        error: String(this.#failure),
      });
    }
    if (bodies + exchanges + this.#unwritten > 0) this.#warnedAt = clock.now();
    this.#unwritten = 0;
  }
}
