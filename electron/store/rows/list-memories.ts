import type { MemoryFilter, MemorySort, Page } from "../../core/filter.ts";
import type { Memory } from "../../core/memory.ts";
import { and, isIn, joinSql, rawSql, type Sql, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { RecollectError } from "../../text/errors.ts";
import { detailConditions, statesOf } from "./conditions.ts";
import { type Driver, drivenBy, type MemorySource, rarestDriver } from "./drivers.ts";
import { MEMORY_COLUMNS, type MemoryRow, toMemory } from "./memory-row.ts";

/** A condition that at most so many memories meet is read through its own index, and the rows are sorted. */
const MAX_DRIVEN_ROWS = 3_000;

/** With more branches than this, one scan of the sort's own index is faster. */
const MAX_BRANCHES = 24;

/** One page of memories. @throws invalid_argument (field `cursor`) */
export function listMemories(
  statements: StatementCache,
  filter: MemoryFilter,
  sort: MemorySort,
  limit: number,
  cursor: string | null,
): Page<Memory> {
  const after = cursor === null ? null : findPosition(statements, sort, decodeCursor(sort, cursor));
  const driver = rarestDriver(statements, filter, MAX_DRIVEN_ROWS);
  const query = buildListQuery(filter, sort, limit + 1, after, driver);
  if (query === null) return { items: [] };
  const rows = statements.all<MemoryRow>(query);
  const items = rows.slice(0, limit).map(toMemory);
  const last = rows[limit - 1];
  if (rows.length <= limit || last === undefined) return { items };
  return { items, nextCursor: encodeCursor(sort, { key: last[SORTS[sort].column], id: last.id }) };
}

/** The sort key and the row of a page's last memory. */
interface Position {
  readonly key: number;
  readonly row: number;
}

/**
 * A position in the form of a cursor. The number of the row would disclose to a limited caller how many memories there
 * are, so the cursor names the memory.
 */
interface CursorPosition {
  readonly key: number;
  readonly id: string;
}

/** If the memory was purged since, the page restarts with the first memory of the same key: some may be repeated. */
function findPosition(statements: StatementCache, sort: MemorySort, { key, id }: CursorPosition): Position {
  const row = statements.value<number>(sql`SELECT row FROM memories WHERE id = ${id}`);
  return { key, row: row ?? (SORTS[sort].ascending ? 0 : Number.MAX_SAFE_INTEGER) };
}

/** An opaque cursor, valid for the same sort only. */
function encodeCursor(sort: MemorySort, { key, id }: CursorPosition): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString("base64url");
}

function decodeCursor(sort: MemorySort, cursor: string): CursorPosition {
  try {
    const [cursorSort, key, id] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (cursorSort === sort && Number.isSafeInteger(key) && typeof id === "string") return { key, id };
  } catch {
    // Not JSON: rejected below.
  }
  throw new RecollectError("cursor_invalid", {}, { field: "cursor" });
}

interface Sort {
  /** An index has it after the columns that are compared for equality. */
  readonly column: "created_at" | "updated_at" | "recall_count";
  /** Ending of the names of its indexes. */
  readonly index: "created" | "updated" | "recalls";
  readonly ascending: boolean;
}

const SORTS: Readonly<Record<MemorySort, Sort>> = {
  created: { column: "created_at", index: "created", ascending: false },
  "created-ascending": { column: "created_at", index: "created", ascending: true },
  updated: { column: "updated_at", index: "updated", ascending: false },
  recalled: { column: "recall_count", index: "recalls", ascending: false },
};

/**
 * One page of a list; null if the filter matches nothing. Each combination of state and domain (or namespace) is a
 * branch: one range of one index, already in order, of which only the first `limit` rows are read. The page is the
 * first `limit` rows of all branches. With a driver, its memories are read through its index instead, and sorted.
 */
export function buildListQuery(
  filter: MemoryFilter,
  sort: MemorySort,
  limit: number,
  after: Position | null,
  driver: Driver | null = null,
): Sql | null {
  const { column, ascending } = SORTS[sort];
  const key = rawSql(`m.${column}`);
  const direction = rawSql(ascending ? "ASC" : "DESC");
  const order = sql`ORDER BY key ${direction}, row ${direction}`;
  const seek =
    after === null ? [] : [sql`(${key}, m.row) ${rawSql(ascending ? ">" : "<")} (${after.key}, ${after.row})`];
  const branches = branchesOf(filter, sort, driver).map(
    ({ from, conditions }) => sql`SELECT * FROM (SELECT m.row AS row, ${key} AS key FROM ${from}
      WHERE ${and([...conditions, ...seek])} ${order} LIMIT ${limit})`,
  );
  if (branches.length === 0) return null;
  return sql`SELECT ${rawSql(MEMORY_COLUMNS)}
    FROM (SELECT row, key FROM (${joinSql(branches, " UNION ALL ")}) ${order} LIMIT ${limit}) page
    CROSS JOIN memories m ON m.row = page.row ORDER BY page.key ${direction}, page.row ${direction}`;
}

function branchesOf(filter: MemoryFilter, sort: MemorySort, driver: Driver | null): MemorySource[] {
  if (driver !== null) return [drivenBy(driver, filter)];
  const { domains, namespaces } = filter;
  const states = statesOf(filter);
  const split = splitOf(filter, sort, states.length);
  const rest = [
    ...(domains === undefined || split?.column === "domain" ? [] : [isIn("m.domain", domains)]),
    ...(namespaces === undefined || split?.column === "namespace" ? [] : [isIn("m.namespace", namespaces)]),
    ...detailConditions(filter),
  ];
  const prefix = split === null ? "" : `${split.column}_`;
  const from = rawSql(`memories m INDEXED BY memories_by_${prefix}${SORTS[sort].index}`);
  const parts = split === null ? [[]] : split.values.map((value) => [isIn(`m.${split.column}`, [value])]);
  return states.flatMap((state) =>
    parts.map((part) => ({ from, conditions: [isIn("m.state", [state]), ...part, ...rest] })),
  );
}

/** The column whose values each become a branch. The sort by recalls has no index for it. */
function splitOf(
  { domains, namespaces }: MemoryFilter,
  sort: MemorySort,
  states: number,
): { readonly column: "domain" | "namespace"; readonly values: readonly string[] } | null {
  if (sort === "recalled") return null;
  if (domains !== undefined && domains.length * states <= MAX_BRANCHES) return { column: "domain", values: domains };
  if (namespaces !== undefined && namespaces.length * states <= MAX_BRANCHES) {
    return { column: "namespace", values: namespaces };
  }
  return null;
}
