import type { Database } from "better-sqlite3";
import type { MemoryFilter } from "../core/filter.ts";
import type { RowFilter } from "./filter-rows.ts";
import type { RowFacts } from "./row-facts.ts";

type Head = readonly [id: string, row: number, createdAt: number, session: string | null, source: string | null];
type Near = readonly [row: number, createdAt: number];

/** Rows read beyond those wanted, since some may be superseded or in the trash. */
const MARGIN = 4;

const NEARNESS = [
  { column: "session_id", index: "memories_by_session" },
  { column: "source", index: "memories_by_source" },
] as const;

/** Of one kind of nearness, the next ones after or before a moment and row: a short stretch of one index, read alone. */
function stretchSql({ column, index }: (typeof NEARNESS)[number], side: "later" | "earlier"): string {
  const later = side === "later";
  const direction = later ? "ASC" : "DESC";
  return `SELECT n.row, n.created_at FROM memories n INDEXED BY ${index}
    WHERE n.${column} = ? AND n.created_at BETWEEN ? AND ? AND (n.created_at, n.row) ${later ? ">" : "<"} (?, ?)
    ORDER BY n.created_at ${direction}, n.row ${direction} LIMIT ?`;
}

/** The stretches looked at for each memory: the same session first, then the same source. */
export const NEIGHBOUR_SQL: readonly string[] = NEARNESS.flatMap((nearness) => [
  stretchSql(nearness, "later"),
  stretchSql(nearness, "earlier"),
]);

/** Finds memories captured next to each other. */
export function createNeighbourReader(database: Database, facts: RowFacts, filterRows: RowFilter) {
  const heads = database
    .prepare<[string], Head>(
      `SELECT m.id, m.row, m.created_at, m.session_id, m.source
       FROM json_each(?) asked CROSS JOIN memories m ON m.id = asked.value`,
    )
    .raw();
  const stretches = NEIGHBOUR_SQL.map((sql) =>
    database.prepare<[string, number, number, number, number, number], Near>(sql).raw(),
  );
  const isCurrent = facts.scopeTest({});

  function* nearest(stretch: number, name: string, [, row, at]: Head, within: number, limit: number) {
    for (let asked = limit + MARGIN; ; asked *= 4) {
      const [from, to] = stretch % 2 === 0 ? [at, at + within] : [at - within, at];
      const rows = (stretches[stretch]?.all(name, from, to, at, row, asked) ?? []) as Near[];
      const current = rows.filter(([near]) => isCurrent(near));
      if (current.length < limit && rows.length === asked) continue;
      for (const [near, createdAt] of current.slice(0, limit)) yield { row: near, distance: Math.abs(createdAt - at) };
      return;
    }
  }

  return {
    /** Of the nearest `limit` of each id those the filter lets through, nearest first; ids without any are left out. */
    of(ids: readonly string[], withinMs: number, limit: number, filter: MemoryFilter): Map<string, string[]> {
      const found = new Map<string, string[]>();
      for (const head of heads.all(JSON.stringify([...new Set(ids)])) as Head[]) {
        const [id, , , session, source] = head;
        const near = [session, session, source, source]
          .flatMap((name, stretch) => (name === null ? [] : [...nearest(stretch, name, head, withinMs, limit)]))
          .sort((one, other) => one.distance - other.distance);
        const rows = [...new Set(near.map(({ row }) => row))].slice(0, limit);
        const nearIds = filterRows.passing(filter, rows).flatMap((row) => facts.idOf(row) ?? []);
        if (nearIds.length > 0) found.set(id, nearIds);
      }
      return found;
    },
  };
}
