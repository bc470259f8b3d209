import type { MemoryFilter, MemorySort, Page } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";
import { statesOf } from "./conditions.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { buildListQuery, sortKey } from "./list-query.ts";
import { type MemoryRow, toMemory } from "./memory-row.ts";
import type { StatementCache } from "./statements.ts";

/** A tag on no more memories than this is rarer than a page is deep: its memories are looked at one by one. */
const RARE_TAG = 1_000;

/** Reads lists of memories, a page at a time. */
export function createListReader(statements: StatementCache) {
  /** The rarest of the tags asked for, where it is rare. */
  function rareTag(filter: MemoryFilter): string | null {
    const states = JSON.stringify(statesOf(filter));
    let rarest: { readonly tag: string; readonly count: number } | null = null;
    for (const tag of filter.tags ?? []) {
      const found = statements
        .prepare<{ count: number }>(
          `SELECT count(*) AS count FROM (SELECT 1 FROM memory_tags
           WHERE tag = ? AND state IN (SELECT value FROM json_each(?)) LIMIT ?)`,
        )
        .get(tag, states, RARE_TAG + 1);
      const count = found?.count ?? 0;
      if (count <= RARE_TAG && (rarest === null || count < rarest.count)) rarest = { tag, count };
    }
    return rarest?.tag ?? null;
  }

  return {
    /** @throws invalid_argument (field `cursor`) */
    page(filter: MemoryFilter, sort: MemorySort, limit: number, cursor: string | null): Page<Memory> {
      const after = cursor === null ? null : decodeCursor(sort, cursor);
      const query = buildListQuery(filter, sort, limit + 1, after, rareTag(filter));
      if (query === null) return { items: [] };
      const rows = statements.prepare<MemoryRow>(query.text).all(...query.values);
      const items = rows.slice(0, limit).map(toMemory);
      const last = rows[limit - 1];
      if (rows.length <= limit || last === undefined) return { items };
      return { items, nextCursor: encodeCursor(sort, { key: last[sortKey(sort)], row: last.row }) };
    },
  };
}
