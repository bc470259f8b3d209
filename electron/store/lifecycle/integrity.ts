import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";

/** Checks every page, but not the indexes against their tables. Returns the finding, or null. */
export function checkQuickly(database: Database): string | null {
  return findingOf(database, "quick_check(5)");
}

/**
 * Rows that are made from others, against these: the lengths of the text index, and the counts. SQLite checks only that
 * their pages are sound.
 */
const DERIVED_ROWS: readonly (readonly [table: string, sql: string, finding: string])[] = [
  [
    "text_index_docsize",
    "SELECT count(*) FROM memories WHERE row NOT IN (SELECT id FROM text_index_docsize)",
    "memories are missing from the text index.",
  ],
  [
    "facet_counts",
    `SELECT count(*) FROM (
       SELECT state, domain, namespace, coalesce(client_name, ''), pinned, count(*) FROM memories GROUP BY 1, 2, 3, 4, 5
       EXCEPT SELECT state, domain, namespace, client_name, pinned, memories FROM facet_counts)`,
    "counts of memories are wrong.",
  ],
  [
    "tag_counts",
    `SELECT count(*) FROM (
       SELECT tag, state, domain, namespace, count(*) FROM memory_tags GROUP BY 1, 2, 3, 4
       EXCEPT SELECT tag, state, domain, namespace, memories FROM tag_counts)`,
    "counts of tags are wrong.",
  ],
];

/**
 * Checks every page, index and reference, one table in each turn of the event loop. Returns the finding, or null.
 * @param afterRead called after each long read
 */
export async function checkFully(database: Database, afterRead: () => void = () => undefined): Promise<string | null> {
  const tables = database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  for (const table of tables) {
    const finding = findingOf(database, `integrity_check("${table}")`);
    if (finding !== null) return finding;
    afterRead();
    await nextTurn();
  }
  for (const [table, sql, finding] of DERIVED_ROWS) {
    const wrong = tables.includes(table) ? Number(database.prepare(sql).pluck().get()) : 0;
    if (wrong > 0) return `${wrong} ${finding}`;
    await nextTurn();
  }
  const orphans = database.pragma("foreign_key_check") as { table: string; parent: string }[];
  return orphans.length === 0 ? null : `${orphans.length} rows refer to missing rows (${orphans[0]?.table}).`;
}

function findingOf(database: Database, pragma: string): string | null {
  const rows = database.pragma(pragma) as Record<string, string>[];
  const findings = rows.flatMap((row) => Object.values(row));
  return findings.length === 1 && findings[0] === "ok" ? null : findings.join("; ");
}
