import type { Database } from "better-sqlite3";
import type { MemoryFilter } from "../../core/filter.ts";
import type { MemoryScope } from "../../core/ports.ts";
import type { RowFilter } from "./filter-rows.ts";
import type { RowFacts } from "./row-facts.ts";

type AroundRow = readonly [id: string, createdAt: number, ...ranges: string[]];

interface Near {
  readonly row: number;
  readonly createdAt: number;
}

/** The memories captured around one memory, by kind of neighbourhood and side. */
interface Around {
  readonly id: string;
  readonly at: number;
  readonly ranges: readonly (readonly Near[])[];
}

/** If too few of the rows read are current, this many times as many are read. */
const GROWTH = 4;

const KINDS = [
  { column: "session_id", index: "memories_by_session" },
  { column: "source", index: "memories_by_source" },
] as const;

/** The nearest memories of one kind after or before a memory, as JSON: a short range of one index. */
function rangeSql({ column, index }: (typeof KINDS)[number], side: "later" | "earlier"): string {
  const later = side === "later";
  const direction = later ? "ASC" : "DESC";
  return `(SELECT json_group_array(json_array(near.row, near.created_at)) FROM (
    SELECT n.row, n.created_at FROM memories n INDEXED BY ${index}
    WHERE n.${column} = m.${column}
      AND n.created_at BETWEEN m.created_at ${later ? "AND m.created_at + @within" : "- @within AND m.created_at"}
      AND (n.created_at, n.row) ${later ? ">" : "<"} (m.created_at, m.row)
    ORDER BY n.created_at ${direction}, n.row ${direction} LIMIT @limit) near)`;
}

/** The ranges around each of the given memories: first by session, then by source. */
export const NEIGHBOUR_SQL = `SELECT m.id, m.created_at, ${KINDS.flatMap((kind) => [
  rangeSql(kind, "later"),
  rangeSql(kind, "earlier"),
]).join(", ")}
  FROM json_each(@ids) given CROSS JOIN memories m ON m.id = given.value`;

/** Finds memories that were captured next to each other. */
export function createNeighbourReader(database: Database, facts: RowFacts, filterRows: RowFilter) {
  const select = database.prepare<[{ ids: string; within: number; limit: number }], AroundRow>(NEIGHBOUR_SQL).raw();

  /** `JSON.parse` makes both numbers doubles. An array index has to be an integer, or V8 deoptimises the code around it. */
  function parseRange(range: string): Near[] {
    const found = JSON.parse(range) as (readonly [row: number, createdAt: number])[];
    return found.map(([row, createdAt]) => ({ row: row | 0, createdAt }));
  }

  function read(ids: readonly string[], within: number, limit: number): Around[] {
    const rows = select.all({ ids: JSON.stringify(ids), within, limit }) as AroundRow[];
    const found = rows.map(([id, at, ...ranges]) => ({
      id,
      at,
      ranges: ranges.map(parseRange),
    }));
    facts.learn(found.flatMap(({ ranges }) => ranges.flatMap((range) => range.map(({ row }) => row))));
    return found;
  }

  /** The nearest current rows in scope; null if `readLimit` cut off a range that may have more of them. */
  function nearestOf(
    { at, ranges }: Around,
    limit: number,
    readLimit: number,
    isCurrent: (row: number) => boolean,
  ): number[] | null {
    const near: { readonly row: number; readonly distance: number }[] = [];
    for (const range of ranges) {
      const current = range.filter(({ row }) => isCurrent(row));
      if (current.length < limit && range.length === readLimit) return null;
      for (const { row, createdAt } of current.slice(0, limit)) near.push({ row, distance: Math.abs(createdAt - at) });
    }
    near.sort((one, other) => one.distance - other.distance);
    return [...new Set(near.map(({ row }) => row))].slice(0, limit);
  }

  return {
    /**
     * Returns, for each id, which of its nearest `limit` neighbours in the scope match the filter, nearest first. Ids
     * without such neighbours are left out.
     */
    of(
      ids: readonly string[],
      withinMs: number,
      limit: number,
      filter: MemoryFilter,
      scope: MemoryScope = {},
    ): Map<string, string[]> {
      const isCurrent = facts.scopeTest(scope);
      const found = new Map<string, string[]>();
      let remaining = [...new Set(ids)];
      for (let readLimit = limit; remaining.length > 0; readLimit *= GROWTH) {
        const incomplete: string[] = [];
        for (const around of read(remaining, withinMs, readLimit)) {
          const rows = nearestOf(around, limit, readLimit, isCurrent);
          if (rows === null) incomplete.push(around.id);
          const near = filterRows.passing(filter, rows ?? []).flatMap((row) => facts.idOf(row) ?? []);
          if (near.length > 0) found.set(around.id, near);
        }
        remaining = incomplete;
      }
      return found;
    },
  };
}
