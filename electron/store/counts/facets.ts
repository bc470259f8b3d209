import type { MemoryFilter } from "../../core/filter.ts";
import type { FacetCount, Facets, MemoryCounts } from "../../core/ports.ts";
import { and, type Sql, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { allConditions, isInTrash, isSuperseded, limitsOnly, validityOfState } from "../rows/conditions.ts";
import { type Driver, drivenBy, rarestDriver } from "../rows/drivers.ts";
import { countStates } from "./state-counts.ts";
import { countDistinctTags, countTags } from "./tag-counts.ts";

/** Tags in the facets; rarer tags are found by typing their name. */
const MAX_TAG_FACETS = 1_000;

/** Memories that share state, domain, namespace, client and pin. */
interface Group {
  readonly state: number;
  readonly domain: string;
  readonly namespace: string;
  readonly client_name: string;
  readonly pinned: number;
  readonly count: number;
}

/**
 * Counts the memories that match a filter, by group; the few groups are added up in JavaScript. Triggers keep these
 * counts, so a filter by state, domain, namespace, client and pin only reads them; any other filter counts memories.
 */
export function buildGroupCount(filter: MemoryFilter, driver: Driver | null): Sql {
  if (hasKeptCounts(filter)) {
    const conditions = allConditions(filter);
    // In facet_counts, the empty client name is the owner, who is not a client.
    if (filter.client !== undefined) conditions.push(sql`m.client_name <> ''`);
    return sql`SELECT m.*, m.memories AS count FROM facet_counts m WHERE ${and(conditions)}`;
  }
  const { from, conditions } = drivenBy(driver, filter);
  return sql`SELECT m.state, m.domain, m.namespace, coalesce(m.client_name, '') AS client_name, m.pinned, count(*) AS count
    FROM ${from} WHERE ${and(conditions)} GROUP BY 1, 2, 3, 4, 5`;
}

/** The number of memories that match a filter: the sum of kept counts if there are any. */
export function buildCount(filter: MemoryFilter, driver: Driver | null): Sql {
  if (hasKeptCounts(filter)) return sql`SELECT coalesce(sum(count), 0) FROM (${buildGroupCount(filter, null)})`;
  if (filter.neverRecalled === true && limitsOnly(filter, "neverRecalled", "pinned", "since", "before")) {
    // This index has every column of the query.
    return sql`SELECT count(*) FROM memories m INDEXED BY memories_never_recalled WHERE ${and(allConditions(filter))}`;
  }
  const { from, conditions } = drivenBy(driver, filter);
  return sql`SELECT count(*) FROM ${from} WHERE ${and(conditions)}`;
}

/** Whether triggers keep the counts for a filter: by state, domain, namespace, client and pin. */
export function hasKeptCounts(filter: MemoryFilter): boolean {
  return limitsOnly(filter, "client", "pinned");
}

export function countMemories(statements: StatementCache, filter: MemoryFilter): number {
  const driver = rarestDriver(statements, filter, Number.POSITIVE_INFINITY);
  return statements.value<number>(buildCount(filter, driver)) ?? 0;
}

/** Counts the memories that match a filter, by each of their properties. */
export function readFacets(statements: StatementCache, filter: MemoryFilter): Facets {
  const groups = readGroups(statements, filter);
  return {
    total: sum(groups),
    namespaces: countBy(groups, ({ namespace }) => namespace),
    domains: countBy(groups, ({ domain }) => domain),
    clients: countBy(groups, ({ client_name }) => client_name),
    tags: countTags(statements, filter, null, MAX_TAG_FACETS),
  };
}

/**
 * Returns a function that counts memories by state; all counts but `trash`, `superseded`, `expired` and `upcoming` are
 * of current memories. The last result is kept until the next write.
 * @param generation the number of writes so far
 */
export function createCounter(statements: StatementCache, generation: () => number) {
  let last: { readonly key: string; readonly counts: MemoryCounts } | null = null;
  return (filter: MemoryFilter): MemoryCounts => {
    const key = JSON.stringify([generation(), filter]);
    if (last?.key !== key) last = { key, counts: readCounts(statements, filter) };
    return last.counts;
  };
}

function readCounts(statements: StatementCache, filter: MemoryFilter): MemoryCounts {
  const groups = readGroups(statements, {
    ...filter,
    trash: "include",
    superseded: "include",
    validity: "any",
  });
  const current = groups.filter(
    ({ state }) => !isInTrash(state) && !isSuperseded(state) && validityOfState(state) === "current",
  );
  return {
    ...countStates(groups),
    pinned: sum(current.filter(({ pinned }) => pinned === 1)),
    domains: new Set(current.map(({ domain }) => domain)).size,
    namespaces: new Set(current.map(({ namespace }) => namespace)).size,
    tags: countDistinctTags(statements, filter),
  };
}

function readGroups(statements: StatementCache, filter: MemoryFilter): Group[] {
  const driver = rarestDriver(statements, filter, Number.POSITIVE_INFINITY);
  return statements.all<Group>(buildGroupCount(filter, driver));
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((total, { count }) => total + count, 0);
}

/** An empty name is left out: the owner is not a client. */
function countBy(groups: readonly Group[], nameOf: (group: Group) => string): FacetCount[] {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const value = nameOf(group);
    if (value !== "") counts.set(value, (counts.get(value) ?? 0) + group.count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
