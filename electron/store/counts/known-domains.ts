import type { Database } from "better-sqlite3";
import type { KnownDomain } from "../../core/domain-names.ts";
import { isIn, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { STATES } from "../rows/conditions.ts";

/** The tables that {@link createDomainReader} reads. */
const TABLES = ["facet_counts", "space_domains"];

/**
 * Returns a function that reads the domains that have memories or are in a space. The last result is kept until triggers
 * report that a row was added or removed: most captures only add to the count of a domain.
 */
export function createDomainReader(database: Database, statements: StatementCache) {
  let last: readonly KnownDomain[] = [];
  let isCurrent = false;
  database.function("domains_changed", () => {
    isCurrent = false;
    return null;
  });
  // Temporary triggers belong to this connection and are not stored in the file.
  for (const table of TABLES) {
    for (const change of ["INSERT", "DELETE"]) {
      database.exec(
        `CREATE TEMP TRIGGER ${table}_domains_${change} AFTER ${change} ON main.${table} BEGIN SELECT domains_changed(); END`,
      );
    }
  }
  return (): readonly KnownDomain[] => {
    if (isCurrent) return last;
    const rows = statements.all<{ name: string; isShared: 0 | 1 }>(
      sql`SELECT name, max(shared) AS isShared FROM (
            SELECT DISTINCT m.domain AS name, 0 AS shared FROM facet_counts m WHERE m.memories > 0 AND ${isIn("m.state", STATES)}
            UNION ALL SELECT domain, 1 FROM space_domains)
          GROUP BY name ORDER BY name`,
    );
    const read = rows.map(({ name, isShared }) => ({ name, isShared: isShared === 1 }));
    // An equal list stays the same object, so that nothing that is derived from it is rebuilt.
    if (JSON.stringify(read) !== JSON.stringify(last)) last = read;
    isCurrent = true;
    return last;
  };
}
