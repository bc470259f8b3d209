import type { MemoryFilter } from "../../core/filter.ts";
import type { FacetCount } from "../../core/ports.ts";
import { and, rawSql, type Sql, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { allConditions, limitsOnly, scopeConditions } from "../rows/conditions.ts";
import { type Driver, drivenBy, rarestDriver } from "../rows/drivers.ts";

/** Tags with the number of their memories, the most used first, then by name. A `prefix` of null selects all tags. */
export function countTags(
  statements: StatementCache,
  filter: MemoryFilter,
  prefix: string | null,
  limit: number,
): FacetCount[] {
  const driver = rarestDriver(statements, filter, Number.POSITIVE_INFINITY);
  return statements.all<FacetCount>(buildTagCount(filter, prefix, limit, driver));
}

/**
 * Counts tags from the counts that triggers keep, from the tags' rows, which repeat state, time, domain and namespace,
 * or from the memories, read through `driver` if there is one.
 */
export function buildTagCount(
  filter: MemoryFilter,
  prefix: string | null,
  limit: number,
  driver: Driver | null = null,
): Sql {
  const order = sql`GROUP BY value ORDER BY count DESC, value LIMIT ${limit}`;
  if (limitsOnly(filter)) {
    return sql`SELECT m.tag AS value, sum(m.memories) AS count FROM tag_counts m
      WHERE ${and([...hasPrefix("m.tag", prefix), ...scopeConditions(filter)])} ${order}`;
  }
  const hasNoPlace = filter.domains === undefined && filter.namespaces === undefined;
  if (hasNoPlace && limitsOnly(filter, "since", "before")) {
    // This index has every column of the query, in the order of tags.
    return sql`SELECT m.tag AS value, count(*) AS count FROM memory_tags m INDEXED BY memory_tags_by_tag
      WHERE ${and([...hasPrefix("m.tag", prefix), ...allConditions(filter)])} ${order}`;
  }
  const { from, conditions } = drivenBy(driver, filter);
  return sql`SELECT t.tag AS value, count(*) AS count FROM ${from} CROSS JOIN memory_tags t ON t.memory_row = m.row
    WHERE ${and([...conditions, ...hasPrefix("t.tag", prefix)])} ${order}`;
}

function hasPrefix(column: string, prefix: string | null): Sql[] {
  if (prefix === null || prefix === "") return [];
  const name = rawSql(column);
  return [sql`${name} >= ${prefix} AND ${name} < ${`${prefix}\u{10ffff}`}`];
}

/** The number of different tags in these domains and namespaces, outside the trash and not superseded. */
export function countDistinctTags(
  statements: StatementCache,
  { domains, namespaces }: Pick<MemoryFilter, "domains" | "namespaces">,
): number {
  const conditions = scopeConditions({ domains, namespaces });
  return statements.value<number>(sql`SELECT count(DISTINCT m.tag) FROM tag_counts m WHERE ${and(conditions)}`) ?? 0;
}
