/** The columns by which `facet_counts` counts memories. */
export const FACET_KEY = ["state", "domain", "namespace", "client_name", "pinned"];

/**
 * Triggers that keep `table`, the number of rows of `of` for each `key`. They run when a `changing` column is updated.
 */
export function countTriggers(table: string, of: string, key: readonly string[], changing: string): string {
  const columns = key.join(", ");
  const valuesOf = (row: "NEW" | "OLD"): string => key.map((column) => `coalesce(${row}.${column}, '')`).join(", ");
  const add = `INSERT INTO ${table} (${columns}, memories) VALUES (${valuesOf("NEW")}, 1)
    ON CONFLICT (${columns}) DO UPDATE SET memories = memories + 1;`;
  const remove = `UPDATE ${table} SET memories = memories - 1 WHERE (${columns}) = (${valuesOf("OLD")});
    DELETE FROM ${table} WHERE (${columns}) = (${valuesOf("OLD")}) AND memories = 0;`;
  return `
    CREATE TRIGGER ${table}_add AFTER INSERT ON ${of} BEGIN ${add} END;
    CREATE TRIGGER ${table}_remove AFTER DELETE ON ${of} BEGIN ${remove} END;
    CREATE TRIGGER ${table}_move AFTER UPDATE OF ${changing} ON ${of} BEGIN ${remove} ${add} END;
  `;
}
