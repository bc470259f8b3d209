import type { MemoryFilter } from "../../core/filter.ts";
import type { CaptureActivity, Facets } from "../../core/ports.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { readCaptureActivity } from "./capture-activity.ts";
import { countMemories, readFacets } from "./facets.ts";

/** Queries that may have to read every memory. */
export function createAggregates(statements: StatementCache) {
  return {
    facets: (filter: MemoryFilter): Facets => readFacets(statements, filter),
    count: (filter: MemoryFilter): number => countMemories(statements, filter),
    captureActivity: (filter: MemoryFilter): CaptureActivity => readCaptureActivity(statements, filter),
  };
}

export type Aggregates = ReturnType<typeof createAggregates>;
export type AggregateName = keyof Aggregates;
export type AggregateOf<Name extends AggregateName> = ReturnType<Aggregates[Name]>;
