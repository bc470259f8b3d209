import type { Database } from "better-sqlite3";
import type { KnownDomain } from "../../core/domain-names.ts";
import { isIn, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { STATES } from "../rows/conditions.ts";
import { keepUntilChange } from "./keep-until-change.ts";

/**
 * Returns a function that reads the domains that have memories or are in a space. The result is kept until a count of a
 * domain is added or removed: most captures only change one.
 */
export function createDomainReader(database: Database, statements: StatementCache): () => readonly KnownDomain[] {
  let last: readonly KnownDomain[] = [];
  return keepUntilChange(database, "domains_changed", ["facet_counts", "space_domains"], () => {
    const rows = statements.all<{ name: string; isShared: 0 | 1 }>(
      sql`SELECT name, max(shared) AS isShared FROM (
            SELECT DISTINCT m.domain AS name, 0 AS shared FROM facet_counts m WHERE m.memories > 0 AND ${isIn("m.state", STATES)}
            UNION ALL SELECT domain, 1 FROM space_domains)
          GROUP BY name ORDER BY name`,
    );
    const read = rows.map(({ name, isShared }) => ({ name, isShared: isShared === 1 }));
    // An equal list stays the same object, so that nothing that is derived from it is rebuilt.
    if (JSON.stringify(read) !== JSON.stringify(last)) last = read;
    return last;
  });
}
