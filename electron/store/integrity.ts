import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";

/** Whether every page can be read and is what it should be; null where all is well, else what was found. */
export function checkQuickly(database: Database): string | null {
  return findingsOf(database, "quick_check(5)");
}

/** The same, and every index against its table, one table at a time so that others have their turn in between. */
export async function checkFully(database: Database): Promise<string | null> {
  const tables = database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  for (const table of tables) {
    const finding = findingsOf(database, `integrity_check("${table}")`);
    if (finding !== null) return finding;
    await nextTurn();
  }
  const orphans = database.pragma("foreign_key_check") as { table: string; parent: string }[];
  return orphans.length === 0
    ? null
    : `${orphans.length} rows refer to rows that are not there (${orphans[0]?.table}).`;
}

function findingsOf(database: Database, pragma: string): string | null {
  const rows = database.pragma(pragma) as Record<string, string>[];
  const findings = rows.flatMap((row) => Object.values(row));
  return findings.length === 1 && findings[0] === "ok" ? null : findings.join("; ");
}
