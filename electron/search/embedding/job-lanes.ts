import type { Embedding } from "../../core/ports.ts";
import type { EmbedRequest } from "./worker-messages.ts";

/** A text that waits for its vector. */
export interface Job extends EmbedRequest {
  readonly resolve: (embedding: Embedding) => void;
  readonly reject: (error: unknown) => void;
}

/** Two queues, first in, first out: what someone is waiting for (queries) goes before what can wait (passages). */
export function createJobLanes() {
  const lanes: Record<Job["kind"], Set<Job>> = { query: new Set(), passage: new Set() };

  function take(lane: Set<Job>): Job | undefined {
    const [job] = lane;
    if (job !== undefined) lane.delete(job);
    return job;
  }

  return {
    add: (job: Job) => void lanes[job.kind].add(job),
    /** The next of its lane. */
    putBack(job: Job): void {
      lanes[job.kind] = new Set([job, ...lanes[job.kind]]);
    },
    next: (): Job | undefined => take(lanes.query) ?? take(lanes.passage),
    remove: (job: Job) => void lanes[job.kind].delete(job),
    isEmpty: () => lanes.query.size + lanes.passage.size === 0,
    rejectAll(error: unknown): void {
      const jobs = [...lanes.query, ...lanes.passage];
      lanes.query.clear();
      lanes.passage.clear();
      for (const job of jobs) job.reject(error);
    },
  };
}
