import type { Database } from "better-sqlite3";
import type { MemoryFilter } from "../core/filter.ts";
import type { FacetCount } from "../core/ports.ts";
import { allConditions, joinConditions, oneOf, statesOf } from "./conditions.ts";
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

/**
 * Counts tags. A filter by state, domain, namespace and time alone is answered from the tags' own index; any other
 * looks at the memories it lets through.
 */
export function buildTagCount(filter: MemoryFilter, prefix: string | null, limit: number): Sql {
  const needsRows =
    (filter.tags ?? filter.withoutTags) !== undefined ||
    (filter.source ?? filter.client ?? filter.pinned) !== undefined;
  const range = prefix === null || prefix === "" ? null : ([prefix, `${prefix}\u{10ffff}`] as const);
  const prefixed = range === null ? [] : ["t.tag >= ? AND t.tag < ?"];
  const order = "GROUP BY t.tag ORDER BY count DESC, value LIMIT ?";
  if (needsRows) {
    const { texts, values } = allConditions(filter);
    return {
      text: `SELECT t.tag AS value, count(*) AS count FROM memories m CROSS JOIN memory_tags t ON t.memory_row = m.row
        WHERE ${joinConditions([...texts, ...prefixed])} ${order}`,
      values: [...values, ...(range ?? []), limit],
    };
  }
  const conditions = [
    oneOf("t.state", statesOf(filter)),
    ...(filter.domains === undefined ? [] : [oneOf("t.domain", filter.domains)]),
    ...(filter.namespaces === undefined ? [] : [oneOf("t.namespace", filter.namespaces)]),
    ...(filter.since === undefined ? [] : [{ texts: ["t.created_at >= ?"], values: [filter.since] }]),
    ...(filter.before === undefined ? [] : [{ texts: ["t.created_at < ?"], values: [filter.before] }]),
  ];
  return {
    text: `SELECT t.tag AS value, count(*) AS count FROM memory_tags t INDEXED BY memory_tags_by_tag
      WHERE ${joinConditions([...prefixed, ...conditions.flatMap(({ texts }) => texts)])} ${order}`,
    values: [...(range ?? []), ...conditions.flatMap(({ values }) => values), limit],
  };
}

/** Tags with how many memories bear them, the most used first. */
export function countTags(
  statements: StatementCache,
  filter: MemoryFilter,
  prefix: string | null,
  limit: number,
): FacetCount[] {
  const { text, values } = buildTagCount(filter, prefix, limit);
  return statements.prepare<FacetCount>(text).all(...values);
}
