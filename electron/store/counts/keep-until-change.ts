import type { Database } from "better-sqlite3";

/**
 * Keeps the result of a query until a row of one of these tables is added or removed; a change of a row does not count.
 * @param name of the function that triggers call, in SQL
 */
export function keepUntilChange<Result>(
  database: Database,
  name: string,
  tables: readonly string[],
  read: () => Result,
): () => Result {
  let kept: { readonly result: Result } | null = null;
  database.function(name, () => {
    kept = null;
    return null;
  });
  // Temporary triggers belong to this connection and are not stored in the file.
  for (const table of tables) {
    for (const change of ["INSERT", "DELETE"]) {
      const trigger = `${name}_by_${change}_${table}`;
      database.exec(`CREATE TEMP TRIGGER ${trigger} AFTER ${change} ON main.${table} BEGIN SELECT ${name}(); END`);
    }
  }
  return () => {
    kept ??= { result: read() };
    return kept.result;
  };
}
