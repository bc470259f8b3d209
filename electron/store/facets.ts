import type { MemoryFilter } from "../core/filter.ts";
import type { FacetCount, Facets, MemoryCounts } from "../core/ports.ts";
import { allConditions, joinConditions } from "./conditions.ts";
import type { Sql, StatementCache } from "./statements.ts";
import { countTags } from "./tags.ts";

/** Most tags that facets count out; what is rarer is found by its name. */
const MAX_TAG_FACETS = 1_000;

interface Group {
  readonly state: number;
  readonly domain: string;
  readonly namespace: string;
  readonly client_name: string | null;
  readonly count: number;
  readonly pinned: number;
}

/** One walk over an index that holds every column it needs; the groups are few, and added up here. */
export function buildGroupCount(filter: MemoryFilter): Sql {
  const { texts, values } = allConditions(filter);
  return {
    text: `SELECT m.state, m.domain, m.namespace, m.client_name, count(*) AS count, sum(m.pinned) AS pinned
      FROM memories m WHERE ${joinConditions(texts)} GROUP BY m.state, m.domain, m.namespace, m.client_name`,
    values,
  };
}

/** Counts memories by their properties. */
export function createFacetReader(statements: StatementCache) {
  const groupsOf = (filter: MemoryFilter): Group[] => {
    const { text, values } = buildGroupCount(filter);
    return statements.prepare<Group>(text).all(...values);
  };
  return {
    facets(filter: MemoryFilter): Facets {
      const groups = groupsOf(filter);
      return {
        total: groups.reduce((sum, { count }) => sum + count, 0),
        namespaces: countBy(groups, ({ namespace }) => namespace),
        domains: countBy(groups, ({ domain }) => domain),
        clients: countBy(groups, ({ client_name }) => client_name),
        tags: countTags(statements, filter, null, MAX_TAG_FACETS),
      };
    },
    /** `memories` and what is counted of them: outside the trash and not superseded. */
    counts(filter: MemoryFilter): MemoryCounts {
      const groups = groupsOf({ ...filter, trash: "include", superseded: "include" });
      const current = groups.filter(({ state }) => state === 0);
      const sum = (some: readonly Group[]): number => some.reduce((total, { count }) => total + count, 0);
      return {
        memories: sum(current),
        trash: sum(groups.filter(({ state }) => state >= 2)),
        superseded: sum(groups.filter(({ state }) => state === 1)),
        pinned: current.reduce((total, { pinned }) => total + pinned, 0),
        domains: new Set(current.map(({ domain }) => domain)).size,
        namespaces: new Set(current.map(({ namespace }) => namespace)).size,
        tags: countTags(statements, filter, null, Number.MAX_SAFE_INTEGER).length,
      };
    },
  };
}

function countBy(groups: readonly Group[], nameOf: (group: Group) => string | null): FacetCount[] {
  const counts = new Map<string, number>();
  for (const group of groups) {
    const value = nameOf(group);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + group.count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
