import type { KnownDomain } from "../../core/domain-names.ts";
import { isIn, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { STATES } from "../rows/conditions.ts";

/**
 * Returns a function that reads the domains that have memories or are in a space. The counts by domain are few, and the
 * last result is kept until the next write.
 * @param generation the number of writes so far
 */
export function createDomainReader(statements: StatementCache, generation: () => number) {
  let last: { readonly at: number; readonly domains: readonly KnownDomain[] } | null = null;
  return (): readonly KnownDomain[] => {
    const at = generation();
    if (last?.at === at) return last.domains;
    const rows = statements.all<{ name: string; isShared: 0 | 1 }>(
      sql`SELECT name, max(shared) AS isShared FROM (
            SELECT DISTINCT m.domain AS name, 0 AS shared FROM facet_counts m WHERE m.memories > 0 AND ${isIn("m.state", STATES)}
            UNION ALL SELECT domain, 1 FROM space_domains)
          GROUP BY name ORDER BY name`,
    );
    const read = rows.map(({ name, isShared }) => ({ name, isShared: isShared === 1 }));
    // An equal list stays the same object, so that nothing that is derived from it is rebuilt.
    const domains = JSON.stringify(read) === JSON.stringify(last?.domains) ? (last?.domains ?? read) : read;
    last = { at, domains };
    return domains;
  };
}
