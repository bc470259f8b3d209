import type { MemoryFilter } from "../../core/filter.ts";
import { and, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { allConditions, limitsOnly } from "./conditions.ts";
import { drivenBy, rarestDriver } from "./drivers.ts";
import type { RowFacts } from "./row-facts.ts";

/** Decides which rows match a filter: from facts in memory if they are sufficient, otherwise with a query. */
export function createRowFilter(statements: StatementCache, facts: RowFacts) {
  return {
    /** A test for a filter by state, domain and namespace only; null for any other filter. */
    testOf: (filter: MemoryFilter): ((row: number) => boolean) | null =>
      limitsOnly(filter) ? facts.scopeTest(filter) : null,

    /** Those of `rows` that match the filter, in their order. */
    passing(filter: MemoryFilter, rows: readonly number[]): number[] {
      facts.learn(rows);
      const inScope = rows.filter(facts.scopeTest(filter));
      if (limitsOnly(filter) || inScope.length === 0) return inScope;
      const passing = statements.column<number>(
        sql`SELECT m.row FROM json_each(${JSON.stringify(inScope)}) given CROSS JOIN memories m ON m.row = given.value
          WHERE ${and(allConditions(filter))}`,
      );
      const found = new Set(passing);
      return inScope.filter((row) => found.has(row));
    },

    /** All rows that match the filter; null if there are more than `limit`. */
    allRows(filter: MemoryFilter, limit: number): Set<number> | null {
      const { from, conditions } = drivenBy(rarestDriver(statements, filter, limit), filter);
      const rows = statements.column<number>(
        sql`SELECT m.row FROM ${from} WHERE ${and(conditions)} LIMIT ${limit + 1}`,
      );
      return rows.length > limit ? null : new Set(rows);
    },
  };
}
export type RowFilter = ReturnType<typeof createRowFilter>;
