import type { MemoryFilter } from "../core/filter.ts";
import type { FacetCount, Facets, MemoryCounts } from "../core/ports.ts";
import { joinConditions, scopeConditions } from "./conditions.ts";
import { drivenBy, rarestTag } from "./rare-tag.ts";
import type { Sql, StatementCache } from "./statements.ts";
import { countDistinctTags, countTags, isWholeScope } from "./tags.ts";

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
 * The groups a filter lets through; they are few, and added up here. A filter by state, domain and namespace alone finds
 * them counted already; any other counts the memories it lets through.
 */
export function buildGroupCount(filter: MemoryFilter, drivingTag: string | null): Sql {
  if (isWholeScope(filter)) {
    const { texts, values } = scopeConditions(filter);
    return { text: `SELECT m.*, m.memories AS count FROM facet_counts m WHERE ${joinConditions(texts)}`, values };
  }
  const { from, texts, values } = drivenBy(drivingTag, filter);
  return {
    text: `SELECT ${GROUP}, count(*) AS count FROM ${from} WHERE ${joinConditions(texts)} GROUP BY 1, 2, 3, 4, 5`,
    values,
  };
}

/** Answers that are kept for as long as nothing is written: a window asks for the same ones again and again. */
const MOST_KEPT = 32;

/** Counts memories by their properties. `generation` counts the writes so far. */
export function createFacetReader(statements: StatementCache, generation: () => number) {
  const kept = new Map<string, Facets>();
  let keptAt = -1;
  const groupsOf = (filter: MemoryFilter): Group[] => {
    const { text, values } = buildGroupCount(filter, rarestTag(statements, filter, Number.POSITIVE_INFINITY));
    return statements.prepare<Group>(text).all(...values);
  };
  return {
    facets(filter: MemoryFilter): Facets {
      if (keptAt !== generation() || kept.size >= MOST_KEPT) kept.clear();
      keptAt = generation();
      const key = JSON.stringify(filter);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const groups = groupsOf(filter);
      const facets = {
        total: sum(groups),
        namespaces: countBy(groups, ({ namespace }) => namespace),
        domains: countBy(groups, ({ domain }) => domain),
        clients: countBy(groups, ({ client_name }) => client_name),
        tags: countTags(statements, filter, null, MAX_TAG_FACETS),
      };
      kept.set(key, facets);
      return facets;
    },
    /** `memories` and what is counted of them: outside the trash and not superseded. */
    counts(filter: MemoryFilter): MemoryCounts {
      const groups = groupsOf({ ...filter, trash: "include", superseded: "include" });
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
    },
  };
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
