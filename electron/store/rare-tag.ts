import type { MemoryFilter } from "../core/filter.ts";
import { allConditions, type Conditions, statesOf } from "./conditions.ts";
import type { StatementCache } from "./statements.ts";

/** The rarest of the tags a filter asks for, where no more than `limit` memories bear it. */
export function rarestTag(statements: StatementCache, filter: MemoryFilter, limit: number): string | null {
  const states = JSON.stringify(statesOf(filter));
  const count = statements.prepare<{ count: number }>(
    `SELECT coalesce(sum(memories), 0) AS count FROM tag_counts
     WHERE tag = ? AND state IN (SELECT value FROM json_each(?))`,
  );
  let rarest: { readonly tag: string; readonly count: number } | null = null;
  for (const tag of filter.tags ?? []) {
    const bearing = count.get(tag, states)?.count ?? 0;
    if (bearing <= limit && bearing < (rarest?.count ?? Number.POSITIVE_INFINITY)) rarest = { tag, count: bearing };
  }
  return rarest?.tag ?? null;
}

/**
 * The memories `m` that a filter lets through, found by one of its tags where one is given (which need not be asked for
 * again then), else by what SQLite finds best.
 */
export function drivenBy(tag: string | null, filter: MemoryFilter): Conditions & { readonly from: string } {
  if (tag === null) return { from: "memories m", ...allConditions(filter) };
  const { texts, values } = allConditions({ ...filter, tags: (filter.tags ?? []).filter((other) => other !== tag) });
  return {
    from: "memory_tags driving INDEXED BY memory_tags_by_tag CROSS JOIN memories m ON m.row = driving.memory_row",
    texts: ["driving.tag = ?", ...texts],
    values: [tag, ...values],
  };
}
