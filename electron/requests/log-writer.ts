import { RecollectError } from "../core/errors.ts";
import type { Events } from "../core/events.ts";
import type { Clock, Logger } from "../core/ports.ts";
import type { ObservedExchange, RequestSummary } from "../core/request-log.ts";
import { createExchangeQueue, type QueuedExchange } from "./exchange-queue.ts";
import type { RequestLogLimits } from "./limits.ts";
import type { LogThread } from "./log-thread.ts";

export interface LogWriterParts {
  readonly thread: LogThread;
  readonly limits: RequestLogLimits;
  readonly clock: Clock;
  readonly events: Pick<Events, "emit">;
  readonly logger: Logger;
}

/** Brings exchanges from the wire to the thread that writes them, one batch at a time. */
export interface LogWriter {
  /** Returns at once. */
  record(exchange: ObservedExchange): void;
  /** Forgets what waits. */
  clear(): void;
  /** Null, unless what was handed over last could not be written. */
  problem(): RecollectError | null;
  /** Hands over what waits, and tells what could not be written. */
  finish(): Promise<void>;
}

/** Between two warnings. */
const WARNING_INTERVAL_MS = 60_000;

/**
 * What was written is announced as `requests.recorded`; what is lost is told in the log file, and that nothing can be
 * written now by `status.changed`.
 */
export function createLogWriter({ thread, limits, clock, events, logger }: LogWriterParts): LogWriter {
  const queue = createExchangeQueue(limits);
  let timer: NodeJS.Timeout | null = null;
  let turn: NodeJS.Immediate | null = null;
  let underWay: Promise<void> | null = null;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let unwritten = 0;
  let failure: unknown = null;
  let failing = false;
  let finished = false;

  const setFailing = (now: boolean) => {
    if (failing === now) return;
    failing = now;
    events.emit("status.changed", null);
  };

  const warnOfLosses = () => {
    const { bodies, exchanges } = queue.takeDropped();
    if (bodies + exchanges > 0) {
      logger.warn("Requests came faster than the log could be written; part of them is not in it.", {
        bodiesLeftOut: bodies,
        requestsLeftOut: exchanges,
      });
    }
    if (unwritten > 0) {
      logger.warn("Requests could not be written to the log.", { requestsLeftOut: unwritten, error: String(failure) });
    }
    if (bodies + exchanges + unwritten > 0) warnedAt = clock.now();
    unwritten = 0;
  };

  const write = async (batch: readonly QueuedExchange[]): Promise<RequestSummary[]> => {
    try {
      return await thread.ask("write", clock.now(), batch);
    } catch (error) {
      const ended = error instanceof RecollectError && error.code === "unavailable";
      if (!ended || thread.refusesForMs() > 0) throw error;
      // The thread ended over it; the one that takes its place gets it once more.
      return await thread.ask("write", clock.now(), batch);
    }
  };

  const writeBatch = async (): Promise<void> => {
    const batch = queue.takeBatch();
    try {
      events.emit("requests.recorded", await write(batch));
      setFailing(false);
    } catch (error) {
      unwritten += batch.length;
      failure = error;
      setFailing(true);
    }
    if (clock.now() - warnedAt >= WARNING_INTERVAL_MS) warnOfLosses();
  };

  const forgetPlans = () => {
    if (timer !== null) clearTimeout(timer);
    if (turn !== null) clearImmediate(turn);
    timer = null;
    turn = null;
  };

  const begin = () => {
    forgetPlans();
    if (queue.size === 0) return;
    underWay = writeBatch().finally(() => {
      underWay = null;
      plan();
    });
  };

  /** A full batch is written in the next turn, a smaller one after a moment, and none while another is under way. */
  const plan = () => {
    if (finished || underWay !== null || queue.size === 0) return;
    const refusedMs = thread.refusesForMs();
    if (refusedMs === 0 && queue.size >= limits.batchRows) turn ??= setImmediate(begin);
    else timer ??= setTimeout(begin, Math.max(refusedMs, limits.batchDelayMs)).unref();
  };

  return {
    record(exchange) {
      if (finished) return;
      queue.push(exchange);
      plan();
    },
    clear: () => queue.clear(),
    problem: () => (failing ? cannotWrite() : null),
    async finish() {
      finished = true;
      forgetPlans();
      await underWay;
      while (queue.size > 0 && thread.refusesForMs() === 0) await writeBatch();
      unwritten += queue.size;
      queue.clear();
      warnOfLosses();
    },
  };
}

function cannotWrite(): RecollectError {
  return new RecollectError("storage", "Requests are served, but they cannot be written to the request log.", {
    hint: "The log file in the data folder says why. It is tried again with the requests that come.",
    details: { reason: "log_unwritten" },
  });
}
