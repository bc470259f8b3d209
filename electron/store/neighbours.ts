import type { Database } from "better-sqlite3";
import type { MemoryFilter } from "../core/filter.ts";
import type { RowFilter } from "./filter-rows.ts";
import type { RowFacts } from "./row-facts.ts";

type Head = readonly [id: string, createdAt: number, ...stretches: string[]];
type Near = readonly [row: number, createdAt: number];

/** What was captured around a memory. */
interface Around {
  readonly id: string;
  readonly at: number;
  readonly stretches: readonly (readonly Near[])[];
}

/** Where too few of those read are current, so many times as many are read. */
const GROWTH = 4;

const NEARNESS = [
  { column: "session_id", index: "memories_by_session" },
  { column: "source", index: "memories_by_source" },
] as const;

/** Of one kind of nearness, the next ones after or before a memory: a short stretch of one index, read alone. */
function stretchSql({ column, index }: (typeof NEARNESS)[number], side: "later" | "earlier"): string {
  const later = side === "later";
  const direction = later ? "ASC" : "DESC";
  return `(SELECT json_group_array(json_array(near.row, near.created_at)) FROM (
    SELECT n.row, n.created_at FROM memories n INDEXED BY ${index}
    WHERE n.${column} = m.${column}
      AND n.created_at BETWEEN m.created_at ${later ? "AND m.created_at + @within" : "- @within AND m.created_at"}
      AND (n.created_at, n.row) ${later ? ">" : "<"} (m.created_at, m.row)
    ORDER BY n.created_at ${direction}, n.row ${direction} LIMIT @most) near)`;
}

/** The stretches around each memory asked for, in one statement: the same session first, then the same source. */
export const NEIGHBOUR_SQL = `SELECT m.id, m.created_at, ${NEARNESS.flatMap((nearness) => [
  stretchSql(nearness, "later"),
  stretchSql(nearness, "earlier"),
]).join(", ")}
  FROM json_each(@ids) asked CROSS JOIN memories m ON m.id = asked.value`;

/** Finds memories captured next to each other. */
export function createNeighbourReader(database: Database, facts: RowFacts, filterRows: RowFilter) {
  const heads = database.prepare<[{ ids: string; within: number; most: number }], Head>(NEIGHBOUR_SQL).raw();
  const isCurrent = facts.scopeTest({});

  function read(ids: readonly string[], within: number, most: number): Around[] {
    const found = (heads.all({ ids: JSON.stringify(ids), within, most }) as Head[]).map(([id, at, ...stretches]) => ({
      id,
      at,
      stretches: stretches.map((stretch) => JSON.parse(stretch) as Near[]),
    }));
    facts.learn(found.flatMap(({ stretches }) => stretches.flatMap((rows) => rows.map(([row]) => row))));
    return found;
  }

  /** The nearest current rows of each stretch; null where more must be read to know them. */
  function nearestOf({ at, stretches }: Around, limit: number, most: number): number[] | null {
    const near: { readonly row: number; readonly distance: number }[] = [];
    for (const rows of stretches) {
      const current = rows.filter(([row]) => isCurrent(row));
      if (current.length < limit && rows.length === most) return null;
      for (const [row, createdAt] of current.slice(0, limit)) near.push({ row, distance: Math.abs(createdAt - at) });
    }
    near.sort((one, other) => one.distance - other.distance);
    return [...new Set(near.map(({ row }) => row))].slice(0, limit);
  }

  return {
    /** Of the nearest `limit` of each id those the filter lets through, nearest first; ids without any are left out. */
    of(ids: readonly string[], withinMs: number, limit: number, filter: MemoryFilter): Map<string, string[]> {
      const found = new Map<string, string[]>();
      let asked = [...new Set(ids)];
      for (let most = limit; asked.length > 0; most *= GROWTH) {
        const unsettled: string[] = [];
        for (const around of read(asked, withinMs, most)) {
          const rows = nearestOf(around, limit, most);
          if (rows === null) unsettled.push(around.id);
          const near = filterRows.passing(filter, rows ?? []).flatMap((row) => facts.idOf(row) ?? []);
          if (near.length > 0) found.set(around.id, near);
        }
        asked = unsettled;
      }
      return found;
    },
  };
}
