import type { MemoryFilter, MemorySort } from "../core/filter.ts";
import {
  type Conditions,
  detailConditions,
  joinConditions,
  mergeConditions,
  NO_CONDITIONS,
  oneOf,
  statesOf,
} from "./conditions.ts";
import type { Position } from "./cursor.ts";
import { type Driver, drivenBy } from "./drivers.ts";
import { MEMORY_COLUMNS } from "./memory-row.ts";
import type { Sql, SqlValue } from "./statements.ts";

/** Sort keys are columns that an index holds after its equalities; equal keys are told apart by the row. */
const SORTS: Readonly<Record<MemorySort, { readonly column: string; readonly ascending: boolean }>> = {
  created: { column: "m.created_at", ascending: false },
  "created-ascending": { column: "m.created_at", ascending: true },
  updated: { column: "m.updated_at", ascending: false },
  recalled: { column: "m.recall_count", ascending: false },
};

/** The column a sort goes by, as a property of a row. */
export function sortKey(sort: MemorySort): "created_at" | "updated_at" | "recall_count" {
  return sort === "updated" ? "updated_at" : sort === "recalled" ? "recall_count" : "created_at";
}

/** More branches than this, and one walk over the sort's own index is cheaper. */
const MAX_BRANCHES = 24;

/**
 * One page of a list. Each combination of state and domain (or namespace) is a branch: a stretch of one index, already
 * in order, of which only the first `limit` rows are read; the page is the best of those. `driver`, where given, is
 * something so rare that its memories are best looked at one by one, and sorted. Null: the filter lets nothing through.
 */
export function buildListQuery(
  filter: MemoryFilter,
  sort: MemorySort,
  limit: number,
  after: Position | null,
  driver: Driver | null = null,
): Sql | null {
  const { column, ascending } = SORTS[sort];
  const direction = ascending ? "ASC" : "DESC";
  const order = `ORDER BY key ${direction}, row ${direction}`;
  const values: SqlValue[] = [];
  const branches = branchesOf(filter, sort, driver).map((branch) => {
    values.push(...branch.values);
    if (after !== null) values.push(after.key, after.row);
    values.push(limit);
    const seek = after === null ? [] : [`(${column}, m.row) ${ascending ? ">" : "<"} (?, ?)`];
    return `SELECT * FROM (SELECT m.row AS row, ${column} AS key FROM ${branch.from}
      WHERE ${joinConditions([...branch.texts, ...seek])} ${order} LIMIT ?)`;
  });
  if (branches.length === 0) return null;
  return {
    text: `SELECT ${MEMORY_COLUMNS} FROM (SELECT row, key FROM (${branches.join(" UNION ALL ")}) ${order} LIMIT ?) page
      CROSS JOIN memories m ON m.row = page.row ORDER BY page.key ${direction}, page.row ${direction}`,
    values: [...values, limit],
  };
}

interface Branch extends Conditions {
  readonly from: string;
}

function branchesOf(filter: MemoryFilter, sort: MemorySort, driver: Driver | null): Branch[] {
  if (driver !== null) return [drivenBy(driver, filter)];
  const states = statesOf(filter);
  const split = splitOf(filter, sort, states.length);
  const rest = mergeConditions(
    filter.domains === undefined || split?.column === "domain" ? NO_CONDITIONS : oneOf("m.domain", filter.domains),
    filter.namespaces === undefined || split?.column === "namespace"
      ? NO_CONDITIONS
      : oneOf("m.namespace", filter.namespaces),
  );
  const detail = detailConditions(filter);
  const suffix = sort === "updated" ? "updated" : sort === "recalled" ? "recalls" : "created";
  const from = `memories m INDEXED BY memories_by_${split === null ? "" : `${split.column}_`}${suffix}`;
  const parts = split === null ? [NO_CONDITIONS] : split.values.map((value) => oneOf(`m.${split.column}`, [value]));
  return states.flatMap((state) =>
    parts.map((part) => ({ from, ...mergeConditions(oneOf("m.state", [state]), part, rest, detail) })),
  );
}

/** The column, and its values, that lists are read by one stretch of index each; of the sort by recalls there is none. */
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
