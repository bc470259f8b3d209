import type { Clock, Logger } from "../core/ports.ts";
import { RecollectError } from "../text/errors.ts";
import { WorkerThread } from "../threads/worker-thread.ts";
import type { RequestLogLimits } from "./limits.ts";
import type { LogStore } from "./log-store.ts";

interface LogThreadOptions {
  /** `log-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  /** The log's file. */
  readonly path: string;
  readonly limits: RequestLogLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The worker's `workerData`. */
export interface LogThreadData {
  readonly path: string;
  readonly limits: RequestLogLimits;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The store's methods, each with the time as an additional first argument: the clock is on the calling thread. A batch
 * and its summaries are JSON, which takes half the time of copying them as objects.
 */
export type LogThreadMethods = {
  readonly [Name in Exclude<keyof LogStore, "close" | "write">]: (
    now: number,
    ...args: Parameters<LogStore[Name]>
  ) => ReturnType<LogStore[Name]>;
} & {
  /** Returns null unless summaries are wanted. */
  readonly write: (now: number, batch: string, known: readonly string[], returnsSummaries: boolean) => string | null;
};

/** The worker thread that has the log's file open. */
export type LogThread = WorkerThread<LogThreadMethods>;

/** The first restart is immediate, so that nothing is lost; after further failures, once a minute. */
const RESTART_DELAYS_MS = [0, 60_000];

export function createLogThread({ workerUrl, path, limits, clock, logger }: LogThreadOptions): LogThread {
  return new WorkerThread<LogThreadMethods>({
    workerUrl,
    workerData: (): LogThreadData => ({ path, limits, now: clock.now() }),
    name: "the request log",
    unavailable: () => new RecollectError("log_unavailable", {}),
    logger,
    restartDelaysMs: RESTART_DELAYS_MS,
  });
}
