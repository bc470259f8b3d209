import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { type ActivityEntry, type ActivityPage, groupEntries } from "../core/activity.ts";
import type { RequestFilter } from "../core/request-filter.ts";
import { COMMAND_LINE_CLIENT } from "../core/request-log.ts";
import { and, rawSql, sql } from "../sqlite/sql.ts";
import { StatementCache } from "../sqlite/statements.ts";
import { type ActivityRow, readActivity } from "./read-activity.ts";
import { SUMMARY_COLUMNS } from "./request-row.ts";
import { conditionsOf, decodeCursor, encodeCursor, INJECTED } from "./request-table.ts";

/** Rows read in one turn of the event loop, and for one page: their bodies are parsed. */
const STEP_ROWS = 250;
const MAX_ROWS = 2_000;

/** The messages that show the actions of clients. The owner's own commands and replays are left out. */
const TELLING = `request.direction = 'received' AND request.replay_of IS NULL
  AND (request.client_name IS NULL OR request.client_name <> '${COMMAND_LINE_CLIENT}')
  AND (request.method IN ('tools/call', 'initialize', 'server/discover', 'resources/read')
    OR (request.method >= 'POST /tools/' AND request.method < 'POST /tools0')
    OR (${INJECTED}) OR request.refusal IS NOT NULL)`;

/**
 * Returns a function that reads what happened from the log, newest first: at least one entry if there is one, at most
 * `limit` unless several of an hour are joined with the next page.
 */
export function createActivityQuery(database: Database) {
  const queries = new StatementCache(database);
  const rowsBelow = (filter: RequestFilter, below: number) =>
    queries.all<ActivityRow>(sql`
      SELECT ${rawSql(SUMMARY_COLUMNS)}, request_body.request_body AS requestBody,
        request_body.response_body AS responseBody
      FROM request JOIN request_body ON request_body.request_id = request.id
      WHERE ${and([sql`request.id < ${below}`, rawSql(TELLING), ...conditionsOf(filter)])}
      ORDER BY request.id DESC LIMIT ${STEP_ROWS}`);

  return async (
    filter: RequestFilter,
    domain: string | null,
    limit: number,
    cursor: string | null,
  ): Promise<ActivityPage> => {
    let entries: ActivityEntry[] = [];
    let below = cursor === null ? Number.MAX_SAFE_INTEGER : decodeCursor(cursor);
    for (let read = 0; ; ) {
      const rows = rowsBelow(filter, below);
      const found = rows.map(readActivity).filter((entry) => entry !== null);
      entries = groupEntries([...entries, ...found.filter((entry) => domain === null || entry.domain === domain)]);
      read += rows.length;
      below = rows.at(-1)?.id ?? below;
      if (rows.length < STEP_ROWS) return { items: entries };
      if (entries.length >= limit || (read >= MAX_ROWS && entries.length > 0)) {
        return { items: entries, nextCursor: encodeCursor(below) };
      }
      await nextTurn();
    }
  };
}
