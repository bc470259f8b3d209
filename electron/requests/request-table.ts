import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { Page } from "../core/filter.ts";
import type { RequestFilter, RequestSelection } from "../core/request-filter.ts";
import type { RequestDetail, RequestExport, RequestSummary } from "../core/request-log.ts";
import { and, containsPattern, or, rawSql, type Sql, sql } from "../sqlite/sql.ts";
import { StatementCache } from "../sqlite/statements.ts";
import { RecollectError } from "../text/errors.ts";
import {
  type BodyRow,
  type RequestRow,
  type StoredSummary,
  SUMMARY_COLUMNS,
  toDetail,
  toSummary,
} from "./request-row.ts";

/** Rows read in one turn of the event loop if no index finds them: with a search in bodies, or a time span. */
const SCAN_STEP_ROWS = 1000;

/** The rows of the log, and their bodies. */
export class RequestTable {
  readonly #queries: StatementCache;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #maxPinned: number;

  constructor(database: Database, maxPinned: number) {
    this.#queries = new StatementCache(database);
    this.#statements = prepareStatements(database);
    this.#maxPinned = maxPinned;
  }

  /** Must run inside a transaction. @returns the id of the row */
  insert(row: RequestRow & BodyRow): number {
    const id = Number(this.#statements.insertRow.run(row).lastInsertRowid);
    const { requestBody, responseBody, requestHeaders, responseHeaders, readMs, firstByteMs } = row;
    this.#statements.insertBody.run(
      id,
      requestBody,
      responseBody,
      requestHeaders,
      responseHeaders,
      readMs,
      firstByteMs,
    );
    return id;
  }

  /** Newest first; without a cursor, from below `beforeId`. @throws invalid_argument (field `cursor`) */
  async list(
    filter: RequestFilter,
    limit: number,
    cursor: string | null,
    beforeId: number | null,
  ): Promise<Page<RequestSummary>> {
    const scans = readsBodies(filter) || filter.since !== undefined || filter.until !== undefined;
    const step = scans ? SCAN_STEP_ROWS : Number.MAX_SAFE_INTEGER;
    let below = cursor === null ? (beforeId ?? (this.#statements.selectNewest.get() ?? 0) + 1) : decodeCursor(cursor);
    const items: RequestSummary[] = [];
    while (below > 1 && items.length <= limit) {
      const from = Math.max(1, below - step);
      items.push(...this.#page(filter, from, below, limit + 1 - items.length));
      below = from;
      if (below > 1 && items.length <= limit) await nextTurn();
    }
    const last = items[limit - 1];
    return items.length > limit && last !== undefined
      ? { items: items.slice(0, limit), nextCursor: encodeCursor(last.id) }
      : { items };
  }

  get(id: number): RequestDetail | null {
    const row = this.#statements.selectDetail.get(id);
    return row === undefined ? null : toDetail(row);
  }

  /** Returns the rows that exist, with their new state. @throws conflict if too many would be pinned; none is then */
  setPinned(ids: readonly number[], pinned: boolean): RequestSummary[] {
    const { countOtherPinned, countExisting, updatePinned } = this.#statements;
    const list = JSON.stringify(ids);
    if (pinned && (countOtherPinned.get(list) ?? 0) + (countExisting.get(list) ?? 0) > this.#maxPinned) {
      throw new RecollectError("pins_full", { maximum: this.#maxPinned });
    }
    updatePinned.run(pinned ? 1 : 0, list);
    return this.#page({ ids }, 1, Number.MAX_SAFE_INTEGER, ids.length);
  }

  /** Oldest first; a part ends after about `maxUnits` UTF-16 units. @throws invalid_argument (field `cursor`) */
  async exportPart(selection: RequestSelection, cursor: string | null, maxUnits: number): Promise<RequestExport> {
    const newest = this.#statements.selectNewest.get() ?? 0;
    let lines = "";
    for (let from = cursor === null ? 1 : decodeCursor(cursor) + 1; from <= newest; from += SCAN_STEP_ROWS) {
      const below = Math.min(from + SCAN_STEP_ROWS, newest + 1);
      for (const { id } of this.#page(selection, from, below, SCAN_STEP_ROWS).reverse()) {
        const row = this.#statements.selectDetail.get(id);
        if (row !== undefined) lines += `${JSON.stringify(toDetail(row))}\n`;
        if (lines.length >= maxUnits) return { lines, nextCursor: encodeCursor(id) };
      }
      await nextTurn();
    }
    return { lines };
  }

  #page(filter: RequestSelection, from: number, below: number, limit: number): RequestSummary[] {
    return this.#queries.all<StoredSummary>(buildListQuery(filter, from, below, limit)).map(toSummary);
  }
}

/** One page of the list, newest first, of the ids in [from, below). */
export function buildListQuery(filter: RequestSelection, from: number, below: number, limit: number): Sql {
  const source = readsBodies(filter)
    ? sql`request LEFT JOIN request_body ON request_body.request_id = request.id`
    : sql`request`;
  const conditions = [sql`request.id < ${below}`, sql`request.id >= ${from}`, ...conditionsOf(filter)];
  return sql`SELECT ${rawSql(SUMMARY_COLUMNS)} FROM ${source} WHERE ${and(conditions)}
    ORDER BY request.id DESC LIMIT ${limit}`;
}

function prepareStatements(database: Database) {
  return {
    insertRow: database.prepare<RequestRow>(`
      INSERT INTO request (at, direction, client_name, client_version, subject, session_id, transport, era,
        protocol_version, method, target, message_id, outcome, error_code, http_status, duration_ms, request_bytes,
        response_bytes, tokens_in, tokens_out, truncated, refusal, claimed, requests, replay_of, server, server_ms, project)
      VALUES (:at, :direction, :clientName, :clientVersion, :subject, :sessionId, :transport, :era,
        :protocolVersion, :method, :target, :messageId, :outcome, :errorCode, :httpStatus, :durationMs, :requestBytes,
        :responseBytes, :tokensIn, :tokensOut, :truncated, :refusal, :claimed, :requests, :replayOf, :server, :serverMs, :project)`),
    insertBody: database.prepare<[number, ...(string | number | null)[]]>(`
      INSERT INTO request_body
        (request_id, request_body, response_body, request_headers, response_headers, read_ms, first_byte_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?)`),
    selectDetail: database.prepare<[number], StoredSummary & BodyRow>(`
      SELECT ${SUMMARY_COLUMNS}, request_body AS requestBody, response_body AS responseBody,
        request_headers AS requestHeaders, response_headers AS responseHeaders, read_ms AS readMs,
        first_byte_ms AS firstByteMs
      FROM request JOIN request_body ON request_id = id WHERE id = ?`),
    selectNewest: database.prepare<[], number | null>("SELECT max(id) FROM request").pluck(),
    countOtherPinned: database
      .prepare<[string], number>(
        "SELECT count(*) FROM request WHERE pinned = 1 AND id NOT IN (SELECT value FROM json_each(?))",
      )
      .pluck(),
    countExisting: database
      .prepare<[string], number>("SELECT count(*) FROM request WHERE id IN (SELECT value FROM json_each(?))")
      .pluck(),
    updatePinned: database.prepare<[number, string]>(
      "UPDATE request SET pinned = ? WHERE id IN (SELECT value FROM json_each(?))",
    ),
  };
}

const TEXT_COLUMNS = [
  "request.method",
  "request.target",
  "request.client_name",
  "request_body.request_body",
  "request_body.response_body",
].map(rawSql);

const MEMORY_COLUMNS = ["request.target", "request_body.request_body", "request_body.response_body"].map(rawSql);

/** Every method that starts with {@link HOOK_METHOD}, as in the condition of the index. */
export const INJECTED =
  "request.method >= 'POST /hooks/' AND request.method < 'POST /hooks0' AND request.tokens_out > 0";

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
function readsBodies(filter: RequestSelection): boolean {
  return filter.text !== undefined || filter.memory !== undefined;
}

/** The conditions of a filter on `request` and, if {@link readsBodies}, on `request_body`. */
export function conditionsOf(filter: RequestSelection): Sql[] {
  return FIELDS.flatMap((field) => (filter[field] === undefined ? [] : [CONDITIONS[field](filter[field] as never)]));
}

const CURSOR_PREFIX = "requests:";

/** An opaque cursor: the list continues with lower ids, an export with higher ones. */
export function encodeCursor(id: number): string {
  return Buffer.from(`${CURSOR_PREFIX}${id}`).toString("base64url");
}

export function decodeCursor(cursor: string): number {
  const text = Buffer.from(cursor, "base64url").toString();
  const id = text.startsWith(CURSOR_PREFIX) ? Number(text.slice(CURSOR_PREFIX.length)) : Number.NaN;
  if (!Number.isSafeInteger(id) || id < 1 || encodeCursor(id) !== cursor) {
    throw new RecollectError("cursor_invalid", {}, { field: "cursor" });
  }
  return id;
}
