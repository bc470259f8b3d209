import { RecollectError } from "../core/errors.ts";
import type { Clock, Logger } from "../core/ports.ts";
import { createWorkerThread, type WorkerThread } from "../threads/worker-thread.ts";
import type { RequestLogLimits } from "./limits.ts";
import type { LogStore } from "./log-store.ts";

export interface LogThreadOptions {
  /** Where `log-worker.ts`, or its bundle, is. */
  readonly workerUrl: URL;
  /** The log's file. */
  readonly path: string;
  readonly limits: RequestLogLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What the thread is started with. */
export interface LogThreadData {
  readonly path: string;
  readonly limits: RequestLogLimits;
  /** The time, in milliseconds since 1970. */
  readonly now: number;
}

/** The store's methods, each told the time first: a clock stays on the thread that it was made on. */
export type LogThreadMethods = {
  readonly [Name in Exclude<keyof LogStore, "close">]: (
    now: number,
    ...args: Parameters<LogStore[Name]>
  ) => ReturnType<LogStore[Name]>;
};

/** The log's file, asked on the thread that keeps it. */
export type LogThread = WorkerThread<LogThreadMethods>;

/** A thread keeps some 15 MB resident and starts within 30 ms, for which the queue stands in. */
const IDLE_MS = 15_000;
/** After a first failure it is started again at once, so that nothing is lost; what keeps failing is tried once a minute. */
const PAUSES_MS = [0, 60_000];

export function createLogThread({ workerUrl, path, limits, clock, logger }: LogThreadOptions): LogThread {
  return createWorkerThread<LogThreadMethods>({
    workerUrl,
    data: (): LogThreadData => ({ path, limits, now: clock.now() }),
    does: "keeps the request log",
    unavailable,
    logger,
    idleMs: IDLE_MS,
    pausesMs: PAUSES_MS,
  });
}

function unavailable(): RecollectError {
  return new RecollectError("unavailable", "The request log cannot be read now.", {
    hint: "Try again in a minute; the log file in the data folder says why.",
    details: { reason: "log_unavailable" },
  });
}
