import type { MemoryFilter } from "../core/filter.ts";
import type { CaptureActivity, Facets } from "../core/ports.ts";
import { createActivityReader } from "./capture-activity.ts";
import { countMemories, createFacetReader } from "./facets.ts";
import type { StatementCache } from "./statements.ts";

/** Questions whose answer may take a look at every memory. */
export interface Aggregates {
  facets(filter: MemoryFilter): Facets;
  count(filter: MemoryFilter): number;
  captureActivity(filter: MemoryFilter): CaptureActivity;
}
export type AggregateName = keyof Aggregates;
export type AggregateOf<Name extends AggregateName> = ReturnType<Aggregates[Name]>;

export function createAggregates(statements: StatementCache): Aggregates {
  return {
    facets: createFacetReader(statements),
    count: (filter) => countMemories(statements, filter),
    captureActivity: createActivityReader(statements),
  };
}
