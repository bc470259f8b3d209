import type { ErrorBody } from "../core/errors.ts";
import type { MemoryFilter } from "../core/filter.ts";
import type { AggregateName } from "./aggregates.ts";

/** What the thread is started with. */
export interface AggregateThreadData {
  /** The database file. */
  readonly path: string;
}

/** Asks one question, or lets the thread close its database and end. */
export type AggregateRequest =
  | { readonly id: number; readonly name: AggregateName; readonly filter: MemoryFilter }
  | "end";

export type AggregateAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: ErrorBody };
