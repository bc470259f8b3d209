import type { MemoryFilter, MemorySort, Page } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { rarestDriver } from "./drivers.ts";
import { buildListQuery, sortKey } from "./list-query.ts";
import { type MemoryRow, toMemory } from "./memory-row.ts";
import type { StatementCache } from "./statements.ts";

/** What no more memories have than this is rarer than a page is deep: they are looked at one by one, and sorted. */
const RARE = 3_000;

/** Reads lists of memories, a page at a time. */
export function createListReader(statements: StatementCache) {
  return {
    /** @throws invalid_argument (field `cursor`) */
    page(filter: MemoryFilter, sort: MemorySort, limit: number, cursor: string | null): Page<Memory> {
      const after = cursor === null ? null : decodeCursor(sort, cursor);
      const query = buildListQuery(filter, sort, limit + 1, after, rarestDriver(statements, filter, RARE));
      if (query === null) return { items: [] };
      const rows = statements.prepare<MemoryRow>(query.text).all(...query.values);
      const items = rows.slice(0, limit).map(toMemory);
      const last = rows[limit - 1];
      if (rows.length <= limit || last === undefined) return { items };
      return { items, nextCursor: encodeCursor(sort, { key: last[sortKey(sort)], row: last.row }) };
    },
  };
}
