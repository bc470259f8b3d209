import type { MemoryFilter } from "../core/filter.ts";
import type { CaptureActivity, Facets } from "../core/ports.ts";
import type { AggregateThread } from "./aggregate-thread.ts";
import { type AggregateName, type AggregateOf, createAggregates } from "./aggregates.ts";
import { rarestDriver } from "./drivers.ts";
import { isCounted } from "./facets.ts";
import type { Recalls } from "./recalls.ts";
import type { StatementCache } from "./statements.ts";
import { isWholeScope } from "./tags.ts";

export interface AggregateReaderParts {
  readonly statements: StatementCache;
  readonly recalls: Recalls;
  /** Counts the writes so far. */
  readonly generation: () => number;
  /** Null: every question is answered here. */
  readonly thread: AggregateThread | null;
}

/** So many memories are looked at here: some ten milliseconds. */
const MOST_LOOKED_AT = 5_000;
/** Answers that are kept for as long as nothing is written: a window asks for the same ones again and again. */
const MOST_KEPT = 32;

/**
 * Answers what may need a look at every memory: at once where few are looked at or what is asked is counted already, else
 * by the thread. A thread that cannot answer is stood in for: late is better than not at all.
 */
export function createAggregateReader({ statements, recalls, generation, thread }: AggregateReaderParts) {
  const here = createAggregates(statements);
  const kept = new Map<string, Promise<unknown>>();
  let keptAt = -1;

  function isQuick(name: AggregateName, filter: MemoryFilter): boolean {
    if (name === "facets" ? isWholeScope(filter) : name === "count" && isCounted(filter)) return true;
    const all = statements.prepare<number>("SELECT coalesce(sum(memories), 0) FROM facet_counts").pluck().get() ?? 0;
    if (all <= MOST_LOOKED_AT) return true;
    return name !== "captureActivity" && rarestDriver(statements, filter, MOST_LOOKED_AT) !== null;
  }

  async function answerOf<Name extends AggregateName>(name: Name, filter: MemoryFilter): Promise<AggregateOf<Name>> {
    const locally = () => here[name](filter) as AggregateOf<Name>;
    if (thread === null || isQuick(name, filter)) return locally();
    try {
      return (await thread.ask<AggregateName>(name, filter)) as AggregateOf<Name>;
    } catch {
      return locally();
    }
  }

  function ask<Name extends AggregateName>(name: Name, filter: MemoryFilter): Promise<AggregateOf<Name>> {
    // Recalls that wait are counted too; they are no write that is counted here, so such an answer is not kept.
    const followsRecalls = name === "captureActivity" || filter.neverRecalled === true;
    if (followsRecalls) {
      recalls.flush();
      return answerOf(name, filter);
    }
    if (keptAt !== generation() || kept.size >= MOST_KEPT) kept.clear();
    keptAt = generation();
    const key = JSON.stringify([name, filter]);
    const known = kept.get(key) as Promise<AggregateOf<Name>> | undefined;
    if (known !== undefined) return known;
    const asked = answerOf(name, filter);
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
    return asked;
  }

  return {
    facets: (filter: MemoryFilter): Promise<Facets> => ask("facets", filter),
    count: (filter: MemoryFilter): Promise<number> => ask("count", filter),
    captureActivity: (filter: MemoryFilter): Promise<CaptureActivity> => ask("captureActivity", filter),
  };
}
