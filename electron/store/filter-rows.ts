import type { MemoryFilter } from "../core/filter.ts";
import { allConditions, joinConditions } from "./conditions.ts";
import { drivenBy, rarestDriver } from "./drivers.ts";
import type { RowFacts } from "./row-facts.ts";
import type { StatementCache } from "./statements.ts";
import { isWholeScope } from "./tags.ts";

/** Decides which rows a filter lets through: by what is in memory where that is enough, else by asking the database. */
export function createRowFilter(statements: StatementCache, facts: RowFacts) {
  return {
    /** The test for a filter by state, domain and namespace alone; null for any other. */
    testOf: (filter: MemoryFilter): ((row: number) => boolean) | null =>
      isWholeScope(filter) ? facts.scopeTest(filter) : null,

    /** Those of these rows that the filter lets through, in their order. */
    passing(filter: MemoryFilter, rows: readonly number[]): number[] {
      facts.learn(rows);
      const inScope = rows.filter(facts.scopeTest(filter));
      if (isWholeScope(filter) || inScope.length === 0) return inScope;
      const { texts, values } = allConditions(filter);
      const passing = statements
        .prepare<number>(
          `SELECT m.row FROM json_each(?) asked CROSS JOIN memories m ON m.row = asked.value WHERE ${joinConditions(texts)}`,
        )
        .pluck()
        .all(JSON.stringify(inScope), ...values);
      const found = new Set(passing);
      return inScope.filter((row) => found.has(row));
    },

    /** Every row the filter lets through, where there are no more than `most`; else null. */
    allRows(filter: MemoryFilter, most: number): Set<number> | null {
      const { from, texts, values } = drivenBy(rarestDriver(statements, filter, most), filter);
      const rows = statements
        .prepare<number>(`SELECT m.row FROM ${from} WHERE ${joinConditions(texts)} LIMIT ?`)
        .pluck()
        .all(...values, most + 1);
      return rows.length > most ? null : new Set(rows);
    },
  };
}
export type RowFilter = ReturnType<typeof createRowFilter>;
