import type { MemoryScope } from "../../core/ports.ts";
import { SHORT_ID_LENGTH } from "../../core/urn.ts";
import { and, isIn, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";

/**
 * The first `limit` ids in the scope that start or end with `part`, or if there are none, whose short ids start with it.
 * Starts are read from the index of ids, ends from the index of their last four characters, short ids from all ids.
 */
export function selectIdsLike(
  statements: StatementCache,
  part: string,
  limit: number,
  scope: MemoryScope | null,
): string[] {
  const { domains, namespaces } = scope ?? {};
  const inScope = and([
    sql`m.held = 0`,
    ...(domains === undefined ? [] : [isIn("m.domain", domains)]),
    ...(namespaces === undefined ? [] : [isIn("m.namespace", namespaces)]),
  ]);
  // "~" sorts after every character of an id. One query for both would take twice the time of these two.
  const starting = statements.column<string>(
    sql`SELECT m.id FROM memories m WHERE m.id >= ${part} AND m.id < ${`${part}~`} AND ${inScope} LIMIT ${limit}`,
  );
  const ending = statements.column<string>(
    sql`SELECT m.id FROM memories m WHERE substr(m.id, -4) = ${part.slice(-4)}
      AND substr(m.id, ${-part.length}) = ${part} AND ${inScope} LIMIT ${limit}`,
  );
  const found = [...new Set([...starting, ...ending])].slice(0, limit);
  if (found.length > 0 || part.length >= SHORT_ID_LENGTH) return found;
  return statements.column<string>(
    sql`SELECT m.id FROM memories m WHERE substr(m.id, ${-SHORT_ID_LENGTH}, ${part.length}) = ${part} AND ${inScope}
      LIMIT ${limit}`,
  );
}
