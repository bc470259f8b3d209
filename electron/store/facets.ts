import type { MemoryFilter } from "../core/filter.ts";
import type { FacetCount, Facets, MemoryCounts } from "../core/ports.ts";
import { allConditions, joinConditions } from "./conditions.ts";
import { type Driver, drivenBy, rarestDriver } from "./drivers.ts";
import type { Sql, StatementCache } from "./statements.ts";
import { asksOnlyFor, countDistinctTags, countTags } from "./tags.ts";

/** Most tags that facets count out; what is rarer is found by its name. */
const MAX_TAG_FACETS = 1_000;

interface Group {
  readonly state: number;
  readonly domain: string;
  readonly namespace: string;
  readonly client_name: string;
  readonly pinned: number;
  readonly count: number;
}

const GROUP = "m.state, m.domain, m.namespace, coalesce(m.client_name, '') AS client_name, m.pinned";

/**
 * The groups a filter lets through; they are few, and added up here. A filter by state, domain, namespace, client and pin
 * alone finds them counted already; any other counts the memories it lets through.
 */
export function buildGroupCount(filter: MemoryFilter, driver: Driver | null): Sql {
  if (isCounted(filter)) {
    const { texts, values } = allConditions(filter);
    // There the owner, who is no client, has the empty name.
    const named = filter.client === undefined ? [] : ["m.client_name <> ''"];
    const where = joinConditions([...texts, ...named]);
    return { text: `SELECT m.*, m.memories AS count FROM facet_counts m WHERE ${where}`, values };
  }
  const { from, texts, values } = drivenBy(driver, filter);
  return {
    text: `SELECT ${GROUP}, count(*) AS count FROM ${from} WHERE ${joinConditions(texts)} GROUP BY 1, 2, 3, 4, 5`,
    values,
  };
}

/** How many memories a filter lets through: added up where they are counted already, else counted one by one. */
export function buildCount(filter: MemoryFilter, driver: Driver | null): Sql {
  if (isCounted(filter)) {
    const { text, values } = buildGroupCount(filter, null);
    return { text: `SELECT coalesce(sum(count), 0) AS count FROM (${text})`, values };
  }
  const { from, texts, values } = drivenBy(driver, filter);
  return { text: `SELECT count(*) AS count FROM ${from} WHERE ${joinConditions(texts)}`, values };
}

export function countMemories(statements: StatementCache, filter: MemoryFilter): number {
  const { text, values } = buildCount(filter, rarestDriver(statements, filter, Number.POSITIVE_INFINITY));
  return statements.prepare<{ count: number }>(text).get(...values)?.count ?? 0;
}

/** Counts the memories that a filter lets through by their properties. */
export function createFacetReader(statements: StatementCache) {
  return (filter: MemoryFilter): Facets => {
    const groups = readGroups(statements, filter);
    return {
      total: sum(groups),
      namespaces: countBy(groups, ({ namespace }) => namespace),
      domains: countBy(groups, ({ domain }) => domain),
      clients: countBy(groups, ({ client_name }) => client_name),
      tags: countTags(statements, filter, null, MAX_TAG_FACETS),
    };
  };
}

/**
 * Counts `memories` and what is counted of them: outside the trash and not superseded. The last answer is kept until
 * something is written. `generation` counts the writes so far.
 */
export function createCounter(statements: StatementCache, generation: () => number) {
  let last: { readonly key: string; readonly counts: MemoryCounts } | null = null;
  return (filter: MemoryFilter): MemoryCounts => {
    const key = JSON.stringify([generation(), filter]);
    if (last?.key !== key) last = { key, counts: count(statements, filter) };
    return last.counts;
  };
}

function count(statements: StatementCache, filter: MemoryFilter): MemoryCounts {
  const groups = readGroups(statements, { ...filter, trash: "include", superseded: "include" });
  const current = groups.filter(({ state }) => state === 0);
  return {
    memories: sum(current),
    trash: sum(groups.filter(({ state }) => state >= 2)),
    superseded: sum(groups.filter(({ state }) => state === 1)),
    pinned: sum(current.filter(({ pinned }) => pinned === 1)),
    domains: new Set(current.map(({ domain }) => domain)).size,
    namespaces: new Set(current.map(({ namespace }) => namespace)).size,
    tags: countDistinctTags(statements, filter),
  };
}

function readGroups(statements: StatementCache, filter: MemoryFilter): Group[] {
  const { text, values } = buildGroupCount(filter, rarestDriver(statements, filter, Number.POSITIVE_INFINITY));
  return statements.prepare<Group>(text).all(...values);
}

/** Whether triggers keep the count: by state, domain, namespace, client and pin. */
export function isCounted(filter: MemoryFilter): boolean {
  return asksOnlyFor(filter, "client", "pinned");
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((total, { count }) => total + count, 0);
}

/** An empty name is none: the owner is no client. */
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
