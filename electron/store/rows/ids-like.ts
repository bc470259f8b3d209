import type { Database } from "better-sqlite3";
import type { MemoryScope } from "../../core/ports.ts";
import { SHORT_ID_LENGTH } from "../../core/urn.ts";
import { and, isIn, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";

/** Creates the query for the ids that an abbreviation can mean. */
export function createIdFinder(database: Database, statements: StatementCache) {
  // "~" sorts after every character of an id. One query for both would take twice the time of these two. SQLite plans a
  // query for each value of a parameter that is the limit, but not of an expression.
  const starting = database
    .prepare<[string, string, number], string>(
      "SELECT m.id FROM memories m WHERE m.id >= ? AND m.id < ? AND m.held = 0 LIMIT 0 + ?",
    )
    .pluck();
  const ending = database
    .prepare<[string, number, string, number], string>(
      "SELECT m.id FROM memories m WHERE substr(m.id, -4) = ? AND substr(m.id, ?) = ? AND m.held = 0 LIMIT 0 + ?",
    )
    .pluck();

  function startsAndEnds(part: string, limit: number, scope: MemoryScope | null): string[] {
    if (scope === null) {
      return [...starting.all(part, `${part}~`, limit), ...ending.all(part.slice(-4), -part.length, part, limit)];
    }
    const inScope = conditionOf(scope);
    return [
      ...statements.column<string>(
        sql`SELECT m.id FROM memories m WHERE m.id >= ${part} AND m.id < ${`${part}~`} AND ${inScope} LIMIT ${limit}`,
      ),
      ...statements.column<string>(
        sql`SELECT m.id FROM memories m WHERE substr(m.id, -4) = ${part.slice(-4)}
          AND substr(m.id, ${-part.length}) = ${part} AND ${inScope} LIMIT ${limit}`,
      ),
    ];
  }

  /**
   * The first `limit` ids in the scope that start or end with `part`, or if there are none, whose short ids start with
   * it. Starts are read from the index of ids, ends from the index of their last four characters, short ids from all
   * ids.
   */
  return function idsLike(part: string, limit: number, scope: MemoryScope | null): string[] {
    const found = [...new Set(startsAndEnds(part, limit, scope))].slice(0, limit);
    if (found.length > 0 || part.length >= SHORT_ID_LENGTH) return found;
    return statements.column<string>(
      sql`SELECT m.id FROM memories m WHERE substr(m.id, ${-SHORT_ID_LENGTH}, ${part.length}) = ${part}
        AND ${conditionOf(scope)} LIMIT ${limit}`,
    );
  };
}

function conditionOf(scope: MemoryScope | null) {
  const { domains, namespaces } = scope ?? {};
  return and([
    sql`m.held = 0`,
    ...(domains === undefined ? [] : [isIn("m.domain", domains)]),
    ...(namespaces === undefined ? [] : [isIn("m.namespace", namespaces)]),
  ]);
}
