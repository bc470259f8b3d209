import type { Database } from "better-sqlite3";
import type { MemoryFilter } from "../core/filter.ts";
import type { FacetCount } from "../core/ports.ts";
import { allConditions, joinConditions, scopeConditions } from "./conditions.ts";
import { type Driver, drivenBy, rarestDriver } from "./drivers.ts";
import type { Sql, SqlValue, StatementCache } from "./statements.ts";

/** Writes the tags of one memory. */
export function createTagWriter(database: Database) {
  const add = database.prepare<SqlValue[]>(
    `INSERT INTO memory_tags (memory_row, tag, state, created_at, domain, namespace)
     SELECT row, ?, state, created_at, domain, namespace FROM memories WHERE row = ?`,
  );
  const remove = database.prepare<SqlValue[]>("DELETE FROM memory_tags WHERE memory_row = ? AND tag = ?");
  return {
    /** Makes `before` into `after`. */
    replace(row: number, before: readonly string[], after: readonly string[]): void {
      for (const tag of before) if (!after.includes(tag)) remove.run(row, tag);
      for (const tag of after) if (!before.includes(tag)) add.run(tag, row);
    },
  };
}

type Detail = Exclude<keyof MemoryFilter, "domains" | "namespaces" | "trash" | "superseded">;

/** Whether a filter asks for nothing but states, domains and namespaces, and what is named here. */
export function asksOnlyFor(filter: MemoryFilter, ...named: readonly Detail[]): boolean {
  const { tags, withoutTags, source, client, since, before, pinned, neverRecalled } = filter;
  const given: Readonly<Record<Detail, unknown>> = {
    tags: tags?.[0],
    withoutTags: withoutTags?.[0],
    source,
    client,
    since,
    before,
    pinned,
    neverRecalled,
  };
  return Object.entries(given).every(([detail, value]) => value === undefined || named.includes(detail as Detail));
}

/** Whether a filter asks for nothing but states, domains and namespaces, by which everything is counted already. */
export function isWholeScope(filter: MemoryFilter): boolean {
  return asksOnlyFor(filter);
}

/**
 * Counts the tags that begin with a prefix (null: all), the most used first, then by name: from what is counted already,
 * from the tags' own rows, which know when and where, or from the memories, found by `driver` where one is given.
 */
export function buildTagCount(
  filter: MemoryFilter,
  prefix: string | null,
  limit: number,
  driver: Driver | null = null,
): Sql {
  const range = prefix === null || prefix === "" ? [] : [prefix, `${prefix}\u{10ffff}`];
  const prefixed = (column: string): string[] => (range.length === 0 ? [] : [`${column} >= ? AND ${column} < ?`]);
  const order = "GROUP BY value ORDER BY count DESC, value LIMIT ?";
  if (isWholeScope(filter)) {
    const { texts, values } = scopeConditions(filter);
    return {
      text: `SELECT m.tag AS value, sum(m.memories) AS count FROM tag_counts m
        WHERE ${joinConditions([...prefixed("m.tag"), ...texts])} ${order}`,
      values: [...range, ...values, limit],
    };
  }
  // One index of the tags' own rows holds all that is asked, in the order of tags, where no place is asked for.
  const isAnywhere = filter.domains === undefined && filter.namespaces === undefined;
  if (isAnywhere && asksOnlyFor(filter, "since", "before")) {
    const { texts, values } = allConditions(filter);
    return {
      text: `SELECT m.tag AS value, count(*) AS count FROM memory_tags m INDEXED BY memory_tags_by_tag
        WHERE ${joinConditions([...prefixed("m.tag"), ...texts])} ${order}`,
      values: [...range, ...values, limit],
    };
  }
  const { from, texts, values } = drivenBy(driver, filter);
  return {
    text: `SELECT t.tag AS value, count(*) AS count FROM ${from} CROSS JOIN memory_tags t ON t.memory_row = m.row
      WHERE ${joinConditions([...texts, ...prefixed("t.tag")])} ${order}`,
    values: [...values, ...range, limit],
  };
}

/** Tags with how many memories bear them, the most used first. */
export function countTags(
  statements: StatementCache,
  filter: MemoryFilter,
  prefix: string | null,
  limit: number,
): FacetCount[] {
  const driver = rarestDriver(statements, filter, Number.POSITIVE_INFINITY);
  const { text, values } = buildTagCount(filter, prefix, limit, driver);
  return statements.prepare<FacetCount>(text).all(...values);
}

/** How many different tags the memories in these domains and namespaces bear, outside the trash and not superseded. */
export function countDistinctTags(
  statements: StatementCache,
  { domains, namespaces }: Pick<MemoryFilter, "domains" | "namespaces">,
): number {
  const { texts, values } = scopeConditions({ ...(domains && { domains }), ...(namespaces && { namespaces }) });
  const found = statements
    .prepare<{ count: number }>(
      `SELECT count(DISTINCT m.tag) AS count FROM tag_counts m WHERE ${joinConditions(texts)}`,
    )
    .get(...values);
  return found?.count ?? 0;
}
