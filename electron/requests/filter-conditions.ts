import type { RequestSelection } from "../core/request-filter.ts";
import { containsPattern, or, rawSql, type Sql, sql } from "../sqlite/sql.ts";

const TEXT_COLUMNS = [
  "request.method",
  "request.target",
  "request.client_name",
  "request_body.request_body",
  "request_body.response_body",
].map(rawSql);

const MEMORY_COLUMNS = ["request.target", "request_body.request_body", "request_body.response_body"].map(rawSql);

/** Every method that begins with {@link HOOK_METHOD}, as in the condition of the index. */
const INJECTED = "request.method >= 'POST /hooks/' AND request.method < 'POST /hooks0' AND request.tokens_out > 0";

/** The SQL of every field, given its value. */
const CONDITIONS: {
  readonly [Field in keyof Required<RequestSelection>]: (value: Required<RequestSelection>[Field]) => Sql;
} = {
  client: (client) => sql`request.client_name = ${client}`,
  method: (method) => sql`request.method = ${method}`,
  target: (target) => sql`request.target = ${target}`,
  server: (server) => sql`request.server = ${server}`,
  outcome: (outcome) => sql`request.outcome = ${outcome}`,
  transport: (transport) => sql`request.transport = ${transport}`,
  minimumDurationMs: (minimum) => sql`request.duration_ms >= ${minimum}`,
  // A literal: SQLite uses the partial index of pinned rows only if the query contains its condition.
  pinned: (pinned) => (pinned ? sql`request.pinned = 1` : sql`request.pinned = 0`),
  // Likewise.
  injected: (injected) => (injected ? rawSql(INJECTED) : rawSql(`(${INJECTED}) IS NOT TRUE`)),
  refused: (refused) => (refused ? sql`request.refusal IS NOT NULL` : sql`request.refusal IS NULL`),
  since: (since) => sql`request.at >= ${since}`,
  until: (until) => sql`request.at < ${until}`,
  memory: (id) => or(MEMORY_COLUMNS.map((column) => sql`instr(${column}, ${id}) > 0`)),
  ids: (ids) => sql`request.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  text: (text) => {
    const pattern = containsPattern(text);
    return or(TEXT_COLUMNS.map((column) => sql`${column} LIKE ${pattern} ESCAPE '\\'`));
  },
};
const FIELDS = Object.keys(CONDITIONS) as (keyof RequestSelection)[];

/** Whether a filter reads `request_body`. */
export function readsBodies(filter: RequestSelection): boolean {
  return filter.text !== undefined || filter.memory !== undefined;
}

/** The conditions of a filter on `request` and, if {@link readsBodies}, on `request_body`. */
export function conditionsOf(filter: RequestSelection): Sql[] {
  return FIELDS.flatMap((field) => (filter[field] === undefined ? [] : [CONDITIONS[field](filter[field] as never)]));
}
