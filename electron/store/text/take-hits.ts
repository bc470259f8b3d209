import { setImmediate as nextTurn } from "node:timers/promises";
import type { MemoryFilter } from "../../core/filter.ts";
import type { TextHit } from "../../core/search.ts";
import type { RowFilter } from "../rows/filter-rows.ts";
import type { RowFacts } from "../rows/row-facts.ts";
import type { RankedRows } from "./rank-words.ts";

/**
 * The filter is first applied to this many times the wanted number of rows, then to twice as many more, and so on. Most
 * filters exclude few of the best matches.
 */
const FIRST_STEP = 1.3;
/** Rows that are filtered in one turn of the event loop: a few milliseconds. */
const MAX_STEP_ROWS = 2_000;

interface HitFilter {
  readonly facts: RowFacts;
  readonly filterRows: RowFilter;
}

/**
 * The best rows that match the filter. If many rows have to be filtered, other requests are served between two steps;
 * else the result is there when the function returns.
 */
export function takeHits(
  ranked: RankedRows,
  filter: MemoryFilter,
  limit: number,
  { facts, filterRows }: HitFilter,
): TextHit[] | Promise<TextHit[]> {
  const hits: TextHit[] = [];
  /** Returns whether there may be more. */
  const take = (count: number): boolean => {
    const rows = ranked.take(count);
    for (const row of filterRows.passing(filter, rows)) {
      const id = facts.idOf(row);
      if (id !== undefined) hits.push({ id, rank: ranked.rankOf(row), terms: ranked.termsOf(row) });
    }
    return rows.length > 0 && hits.length < limit;
  };
  const takeInTurns = async (): Promise<TextHit[]> => {
    while (take(MAX_STEP_ROWS)) await nextTurn();
    return hits.slice(0, limit);
  };
  let isMore = limit > 0;
  for (let step = Math.ceil(limit * FIRST_STEP); isMore && step < MAX_STEP_ROWS; step *= 2) isMore = take(step);
  return isMore ? takeInTurns() : hits.slice(0, limit);
}
