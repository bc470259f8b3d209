import type { MemoryFilter } from "../../core/filter.ts";
import { and, isIn, rawSql, type Sql, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { allConditions, clientCondition, statesOf } from "./conditions.ts";

/** A condition that so few memories meet that they are best read one by one, through its index. */
export type Driver =
  | { readonly kind: "tag"; readonly tag: string }
  | { readonly kind: "client"; readonly names: readonly string[] }
  | { readonly kind: "pinned" };

/** A client's memories are scattered over the table: for more than this, reading the table in order is faster. */
const MAX_CLIENT_ROWS = 5_000;

interface Candidate {
  readonly driver: Driver;
  readonly count: number;
}

/** The condition of a filter that the fewest memories meet; null if more than `limit` memories meet each of them. */
export function rarestDriver(statements: StatementCache, filter: MemoryFilter, limit: number): Driver | null {
  const candidates = [
    ...tagCandidates(statements, filter),
    ...clientCandidates(statements, filter),
    ...pinnedCandidates(statements, filter),
  ].filter(({ count }) => count <= limit);
  return candidates.sort((one, other) => one.count - other.count)[0]?.driver ?? null;
}

function tagCandidates(statements: StatementCache, filter: MemoryFilter): Candidate[] {
  const states = JSON.stringify(statesOf(filter));
  return (filter.tags ?? []).map((tag) => {
    const count = statements.value<number>(
      sql`SELECT coalesce(sum(memories), 0) FROM tag_counts
        WHERE tag = ${tag} AND state IN (SELECT value FROM json_each(${states}))`,
    );
    return { driver: { kind: "tag", tag }, count: count ?? 0 };
  });
}

function clientCandidates(statements: StatementCache, filter: MemoryFilter): Candidate[] {
  if (filter.client === undefined) return [];
  const conditions = [isIn("m.state", statesOf(filter)), clientCondition(filter.client)];
  const found = statements.all<{ name: string; count: number }>(
    sql`SELECT m.client_name AS name, sum(m.memories) AS count FROM facet_counts m
      WHERE m.client_name <> '' AND ${and(conditions)} GROUP BY 1`,
  );
  const count = found.reduce((sum, client) => sum + client.count, 0);
  if (count > MAX_CLIENT_ROWS) return [];
  return [{ driver: { kind: "client", names: found.map(({ name }) => name) }, count }];
}

function pinnedCandidates(statements: StatementCache, filter: MemoryFilter): Candidate[] {
  if (filter.pinned !== true) return [];
  const count = statements.value<number>(
    sql`SELECT coalesce(sum(m.memories), 0) FROM facet_counts m
      WHERE m.pinned = 1 AND ${isIn("m.state", statesOf(filter))}`,
  );
  return [{ driver: { kind: "pinned" }, count: count ?? 0 }];
}

/** The tables that a query reads memories `m` from, and its conditions. */
export interface MemorySource {
  readonly from: Sql;
  readonly conditions: readonly Sql[];
}

const MEMORIES = sql`memories m`;

/** The memories that match a filter, read through the driver's index, or for null through the index SQLite chooses. */
export function drivenBy(driver: Driver | null, filter: MemoryFilter): MemorySource {
  const names = driver?.kind === "client" ? driver.names : undefined;
  // With an empty list of values, SQLite finds no plan that uses the given index.
  if ([names, filter.domains, filter.namespaces].some((given) => given?.length === 0)) {
    return { from: MEMORIES, conditions: [rawSql("0")] };
  }
  switch (driver?.kind) {
    case undefined:
      return { from: MEMORIES, conditions: allConditions(filter) };
    case "tag": {
      const tags = (filter.tags ?? []).filter((other) => other !== driver.tag);
      return {
        from: sql`memory_tags driving INDEXED BY memory_tags_by_tag
          CROSS JOIN memories m ON m.row = driving.memory_row`,
        conditions: [sql`driving.tag = ${driver.tag}`, ...allConditions({ ...filter, tags })],
      };
    }
    case "client": {
      const { client: _, ...rest } = filter;
      return {
        from: sql`memories m INDEXED BY memories_by_client`,
        conditions: [isIn("m.client_name", driver.names), ...allConditions(rest)],
      };
    }
    case "pinned": {
      const { pinned: _, ...rest } = filter;
      return {
        from: sql`memories m INDEXED BY memories_by_pinned`,
        // SQLite uses a partial index only if the query contains its condition as a literal.
        conditions: [sql`m.pinned = 1`, ...allConditions(rest)],
      };
    }
  }
}
