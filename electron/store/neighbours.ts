import type { Database } from "better-sqlite3";

interface Neighbour {
  readonly id: string;
  readonly distance: number;
}

/** Of one kind of nearness, the next ones after or before in time: a short stretch of one index. */
const stretch = (column: "session_id" | "source", later: boolean): string => `
  SELECT * FROM (
    SELECT n.id, abs(n.created_at - m.created_at) AS distance FROM memories m
    CROSS JOIN memories n INDEXED BY memories_by_${column === "source" ? "source" : "session"} ON n.${column} = m.${column}
      AND ${later ? "n.created_at BETWEEN m.created_at AND m.created_at + @within" : "n.created_at BETWEEN m.created_at - @within AND m.created_at"}
    WHERE m.id = @id AND n.row <> m.row AND n.state = 0 AND ${later ? "(n.created_at, n.row) > (m.created_at, m.row)" : "(n.created_at, n.row) < (m.created_at, m.row)"}
    ORDER BY n.created_at ${later ? "ASC" : "DESC"}, n.row ${later ? "ASC" : "DESC"} LIMIT @limit)`;

/** The memories next to one: the same session first, then the same source; the nearest in time first. */
export const NEIGHBOURS_SQL = ["session_id", "source"]
  .flatMap((column) => [
    stretch(column as "session_id" | "source", true),
    stretch(column as "session_id" | "source", false),
  ])
  .join(" UNION ALL ");

/** Finds memories captured next to each other. */
export function createNeighbourReader(database: Database) {
  const select = database.prepare<[{ id: string; within: number; limit: number }], Neighbour>(NEIGHBOURS_SQL);
  return {
    /** At most `limit` for each id; ids without any are left out. */
    of(ids: readonly string[], withinMs: number, limit: number): Map<string, string[]> {
      const found = new Map<string, string[]>();
      for (const id of new Set(ids)) {
        const near = select.all({ id, within: withinMs, limit }).sort((a, b) => a.distance - b.distance);
        const unique = [...new Set(near.map((neighbour) => neighbour.id))].slice(0, limit);
        if (unique.length > 0) found.set(id, unique);
      }
      return found;
    },
  };
}
