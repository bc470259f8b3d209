import type { Logger } from "../../core/ports.ts";
import { RecollectError } from "../../text/errors.ts";
import { WorkerThread } from "../../threads/worker-thread.ts";
import type { OccurrenceQueries, OccurrenceThread } from "../text/occurrences.ts";
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

export type AggregateThread = WorkerThread<Aggregates & OccurrenceQueries>;

/** Runs aggregates and large reads of the text index on a worker thread. After a failure, calls are rejected for a minute. */
export function createAggregateThread({ path, ...options }: AggregateThreadOptions): AggregateThread {
  const workerData: AggregateThreadData = { path };
  const unavailable = () => new RecollectError("counts_unavailable", {});
  return new WorkerThread({ ...options, workerData: () => workerData, name: "aggregates", unavailable });
}

/** The queries of the text index on this thread. */
export function occurrencesOn(thread: AggregateThread): OccurrenceThread {
  return {
    wordOccurrences: (words) => thread.call("wordOccurrences", words),
    prefixOccurrences: (prefix) => thread.call("prefixOccurrences", prefix),
    allOccurrences: (term) => thread.call("allOccurrences", term),
    expressionRanks: (expression) => thread.call("expressionRanks", expression),
    bestMatches: (query) => thread.call("bestMatches", query),
  };
}
