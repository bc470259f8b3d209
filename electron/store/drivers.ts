import type { MemoryFilter } from "../core/filter.ts";
import { allConditions, type Conditions, clientCondition, mergeConditions, oneOf, statesOf } from "./conditions.ts";
import type { StatementCache } from "./statements.ts";

/** Something a filter asks for that so few memories have that they are best looked at one by one, through its index. */
export type Driver =
  | { readonly kind: "tag"; readonly tag: string }
  | { readonly kind: "client"; readonly names: readonly string[] }
  | { readonly kind: "pinned" };

/** Memories of one client lie apart in the table; past so many, reading the table in order is cheaper. */
const MOST_OF_CLIENT = 5_000;

interface Candidate {
  readonly driver: Driver;
  readonly count: number;
}

/** The rarest of what a filter asks for, where no more than `limit` memories have it. */
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
    const found = statements
      .prepare<{ count: number }>(
        `SELECT coalesce(sum(memories), 0) AS count FROM tag_counts
         WHERE tag = ? AND state IN (SELECT value FROM json_each(?))`,
      )
      .get(tag, states);
    return { driver: { kind: "tag", tag }, count: found?.count ?? 0 };
  });
}

function clientCandidates(statements: StatementCache, filter: MemoryFilter): Candidate[] {
  if (filter.client === undefined) return [];
  const { texts, values } = mergeConditions(oneOf("m.state", statesOf(filter)), clientCondition(filter.client));
  const found = statements
    .prepare<{ name: string; count: number }>(
      `SELECT m.client_name AS name, sum(m.memories) AS count FROM facet_counts m
       WHERE m.client_name <> '' AND ${texts.join(" AND ")} GROUP BY 1`,
    )
    .all(...values);
  const count = found.reduce((sum, client) => sum + client.count, 0);
  if (count > MOST_OF_CLIENT) return [];
  return [{ driver: { kind: "client", names: found.map(({ name }) => name) }, count }];
}

function pinnedCandidates(statements: StatementCache, filter: MemoryFilter): Candidate[] {
  if (filter.pinned !== true) return [];
  const { texts, values } = oneOf("m.state", statesOf(filter));
  const found = statements
    .prepare<{ count: number }>(
      `SELECT coalesce(sum(m.memories), 0) AS count FROM facet_counts m WHERE m.pinned = 1 AND ${texts.join(" AND ")}`,
    )
    .get(...values);
  return [{ driver: { kind: "pinned" }, count: found?.count ?? 0 }];
}

/**
 * The memories `m` that a filter lets through, found by a driver where one is given (which need not be asked for again
 * then), else by what SQLite finds best.
 */
export function drivenBy(driver: Driver | null, filter: MemoryFilter): Conditions & { readonly from: string } {
  const names = driver?.kind === "client" ? driver.names : undefined;
  // SQLite finds no way to look for one of none in a given index.
  if ([names, filter.domains, filter.namespaces].some((given) => given?.length === 0)) {
    return { from: "memories m", texts: ["0"], values: [] };
  }
  switch (driver?.kind) {
    case undefined:
      return { from: "memories m", ...allConditions(filter) };
    case "tag": {
      const tags = (filter.tags ?? []).filter((other) => other !== driver.tag);
      return {
        from: "memory_tags driving INDEXED BY memory_tags_by_tag CROSS JOIN memories m ON m.row = driving.memory_row",
        ...mergeConditions({ texts: ["driving.tag = ?"], values: [driver.tag] }, allConditions({ ...filter, tags })),
      };
    }
    case "client": {
      const { client: _, ...rest } = filter;
      return {
        from: "memories m INDEXED BY memories_by_client",
        ...mergeConditions(oneOf("m.client_name", driver.names), allConditions(rest)),
      };
    }
    case "pinned": {
      const { pinned: _, ...rest } = filter;
      // A partial index is taken only where the query names its condition in so many words.
      return {
        from: "memories m INDEXED BY memories_by_pinned",
        ...mergeConditions({ texts: ["m.pinned = 1"], values: [] }, allConditions(rest)),
      };
    }
  }
}
