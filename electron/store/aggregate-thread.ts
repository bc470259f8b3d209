import { RecollectError } from "../core/errors.ts";
import type { Logger } from "../core/ports.ts";
import { createWorkerThread, type WorkerThread } from "../threads/worker-thread.ts";
import type { Aggregates } from "./aggregates.ts";

export interface AggregateThreadOptions {
  /** Where `aggregate-worker.ts`, or its bundle, is. */
  readonly workerUrl: URL;
  /** The database file. */
  readonly path: string;
  readonly logger: Logger;
  readonly idleMs?: number;
}

/** What the thread is started with. */
export interface AggregateThreadData {
  /** The database file. */
  readonly path: string;
}

export type AggregateThread = WorkerThread<Aggregates>;

/** Counts on a thread of its own. After a failure it refuses for a minute. */
export function createAggregateThread({ path, ...options }: AggregateThreadOptions): AggregateThread {
  const data: AggregateThreadData = { path };
  return createWorkerThread<Aggregates>({ ...options, data: () => data, does: "counts memories", unavailable });
}

function unavailable(): RecollectError {
  return new RecollectError("unavailable", "Recollect is stopping, or its memories cannot be counted now.", {
    hint: "Try again in a moment.",
  });
}
