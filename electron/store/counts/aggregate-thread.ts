import type { Logger } from "../../core/ports.ts";
import { RecollectError } from "../../text/errors.ts";
import { WorkerThread } from "../../threads/worker-thread.ts";
import type { Aggregates } from "./aggregates.ts";

interface AggregateThreadOptions {
  /** `aggregate-worker.ts`, or its bundle. */
  readonly workerUrl: URL;
  /** The database file. */
  readonly path: string;
  readonly logger: Logger;
  readonly idleTimeoutMs?: number;
}

/** The worker's `workerData`. */
export interface AggregateThreadData {
  /** The database file. */
  readonly path: string;
}

export type AggregateThread = WorkerThread<Aggregates>;

/** Runs aggregates on a worker thread. After a failure, calls are rejected for a minute. */
export function createAggregateThread({ path, ...options }: AggregateThreadOptions): AggregateThread {
  const workerData: AggregateThreadData = { path };
  const unavailable = () => new RecollectError("counts_unavailable", {});
  return new WorkerThread({ ...options, workerData: () => workerData, name: "aggregates", unavailable });
}
