import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";

/** Checks every page, but not the indexes against their tables. Returns the finding, or null. */
export function checkQuickly(database: Database): string | null {
  return findingOf(database, "quick_check(5)");
}

/** Checks every page, index and reference, one table in each turn of the event loop. Returns the finding, or null. */
export async function checkFully(database: Database): Promise<string | null> {
  const tables = database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  for (const table of tables) {
    const finding = findingOf(database, `integrity_check("${table}")`);
    if (finding !== null) return finding;
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
