import Database from "better-sqlite3";
import { migrate } from "../../sqlite/migrate.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Tables and indexes with pages. SQLite adds tables of statistics by itself. */
const NAMES = "SELECT name FROM sqlite_schema WHERE rootpage > 0 AND name NOT LIKE 'sqlite#_stat%' ESCAPE '#'";

/** The versions whose tables and indexes have these names, oldest first: the number in a header may be damaged. */
export function versionsWith(names: Iterable<string>): number[] {
  const wanted = toKey([...names].filter((name) => !name.startsWith("sqlite_stat")));
  const scratch = new Database(":memory:");
  try {
    return MIGRATIONS.flatMap((migration) => {
      migrate(scratch, [migration]);
      return toKey(tablesAndIndexes(scratch)) === wanted ? [migration.version] : [];
    });
  } finally {
    scratch.close();
  }
}

export function tablesAndIndexes(database: Database.Database): string[] {
  return database.prepare<[], string>(NAMES).pluck().all();
}

function toKey(names: readonly string[]): string {
  return names.toSorted().join(" ");
}
