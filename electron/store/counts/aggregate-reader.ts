import type { MemoryFilter } from "../../core/filter.ts";
import type { CaptureActivity, Facets } from "../../core/ports.ts";
import { sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { limitsOnly } from "../rows/conditions.ts";
import { rarestDriver } from "../rows/drivers.ts";
import type { Recalls } from "../rows/recalls.ts";
import type { AggregateThread } from "./aggregate-thread.ts";
import { type AggregateName, type AggregateOf, createAggregates } from "./aggregates.ts";
import { hasKeptCounts } from "./facets.ts";

interface AggregateReaderParts {
  readonly statements: StatementCache;
  readonly recalls: Recalls;
  /** The number of writes so far. */
  readonly generation: () => number;
  /** Null: every query runs on the calling thread. */
  readonly thread: AggregateThread | null;
}

/** Reading this many memories takes some ten milliseconds; queries up to it run on the calling thread (ADR 0013). */
const MAX_ROWS_HERE = 5_000;
/** Results kept until the next write: the window repeats the same few queries. */
const MAX_RESULTS = 32;

/**
 * Runs queries that may have to read every memory: on the calling thread if they read few memories or kept counts, else
 * on the thread for aggregates. If that thread fails, the query runs here: a slow result is better than none.
 */
export function createAggregateReader({ statements, recalls, generation, thread }: AggregateReaderParts) {
  const here = createAggregates(statements);
  const results = new Map<string, Promise<unknown>>();
  let resultsGeneration = -1;

  function isFast(name: AggregateName, filter: MemoryFilter): boolean {
    if (name === "facets" ? limitsOnly(filter) : name === "count" && hasKeptCounts(filter)) return true;
    const total = statements.value<number>(sql`SELECT coalesce(sum(memories), 0) FROM facet_counts`) ?? 0;
    if (total <= MAX_ROWS_HERE) return true;
    return name !== "captureActivity" && rarestDriver(statements, filter, MAX_ROWS_HERE) !== null;
  }

  async function run<Name extends AggregateName>(name: Name, filter: MemoryFilter): Promise<AggregateOf<Name>> {
    const runHere = () => here[name](filter) as AggregateOf<Name>;
    if (thread === null || isFast(name, filter)) return runHere();
    try {
      return (await thread.call<AggregateName>(name, filter)) as AggregateOf<Name>;
    } catch {
      return runHere();
    }
  }

  function read<Name extends AggregateName>(name: Name, filter: MemoryFilter): Promise<AggregateOf<Name>> {
    if (name === "captureActivity" || filter.neverRecalled === true) {
      // Its result depends on recalls that are not written yet, so it is not kept.
      return recalls.flush().then(() => run(name, filter));
    }
    if (resultsGeneration !== generation() || results.size >= MAX_RESULTS) results.clear();
    resultsGeneration = generation();
    const key = JSON.stringify([name, filter]);
    const known = results.get(key) as Promise<AggregateOf<Name>> | undefined;
    if (known !== undefined) return known;
    const result = run(name, filter);
    results.set(key, result);
    result.catch(() => results.delete(key));
    return result;
  }

  return {
    facets: (filter: MemoryFilter): Promise<Facets> => read("facets", filter),
    count: (filter: MemoryFilter): Promise<number> => read("count", filter),
    captureActivity: (filter: MemoryFilter): Promise<CaptureActivity> => read("captureActivity", filter),
  };
}
