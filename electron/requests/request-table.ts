import { RecollectError } from "../core/errors.ts";
import type { Page } from "../core/filter.ts";
import type {
  RequestDetail,
  RequestExport,
  RequestFilter,
  RequestSelection,
  RequestSummary,
} from "../core/request-log.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { conditionsOf, readsBodies } from "./filter-conditions.ts";
import type { LogDatabase } from "./log-file.ts";
import {
  type BodyRow,
  type RequestRow,
  type StoredSummary,
  SUMMARY_COLUMNS,
  toDetail,
  toSummary,
} from "./request-row.ts";

/** Rows read in one turn of the event loop where no index finds them: bodies are searched, or a time far back. */
const SCAN_STEP = 1000;

export interface RequestTable {
  /** In the caller's transaction; answers the summary with its id. */
  insert(row: RequestRow & BodyRow): RequestSummary;
  /** Begins below `beforeId` where there is no cursor. */
  list(
    filter: RequestFilter,
    limit: number,
    cursor: string | null,
    beforeId: number | null,
  ): Promise<Page<RequestSummary>>;
  get(id: number): RequestDetail | null;
  /** Answers those that are there, as they are now. @throws conflict past the most that can be pinned */
  setPinned(ids: readonly number[], pinned: boolean): RequestSummary[];
  /** Oldest first; a part ends at about `units` UTF-16 units. */
  exportPart(selection: RequestSelection, cursor: string | null, units: number): Promise<RequestExport>;
}

type Parameters = Readonly<Record<string, string | number>>;

/** The rows and their bodies. */
export function createRequestTable(database: LogDatabase, maximumPinned: number): RequestTable {
  const insertRow = database.prepare<RequestRow>(`
    INSERT INTO request (at, direction, client_name, client_version, subject, session_id, transport, era, protocol_version, method,
      target, message_id, outcome, error_code, http_status, duration_ms, request_bytes, response_bytes, truncated, refusal, claimed,
      requests, replay_of)
    VALUES (:at, :direction, :clientName, :clientVersion, :subject, :sessionId, :transport, :era, :protocolVersion, :method,
      :target, :messageId, :outcome, :errorCode, :httpStatus, :durationMs, :requestBytes, :responseBytes, :truncated, :refusal,
      :claimed, :requests, :replayOf)`);
  const insertBody = database.prepare<BodyRow & { readonly id: number }>(`
    INSERT INTO request_body VALUES
      (:id, :requestBody, :responseBody, :requestHeaders, :responseHeaders, :readMs, :firstByteMs)`);
  const selectDetail = database.prepare<[number], StoredSummary & BodyRow>(`
    SELECT ${SUMMARY_COLUMNS}, request_body AS requestBody, response_body AS responseBody,
      request_headers AS requestHeaders, response_headers AS responseHeaders, read_ms AS readMs,
      first_byte_ms AS firstByteMs
    FROM request JOIN request_body ON request_id = id WHERE id = ?`);
  const selectNewest = database.prepare<[], number | null>("SELECT max(id) FROM request").pluck();

  const countOtherPinned = database
    .prepare<[string], number>(
      "SELECT count(*) FROM request WHERE pinned = 1 AND id NOT IN (SELECT value FROM json_each(?))",
    )
    .pluck();
  const countOf = database
    .prepare<[string], number>("SELECT count(*) FROM request WHERE id IN (SELECT value FROM json_each(?))")
    .pluck();
  const updatePinned = database.prepare<[number, string]>(
    "UPDATE request SET pinned = ? WHERE id IN (SELECT value FROM json_each(?))",
  );

  const page = (filter: RequestSelection, from: number, below: number, limit: number) => {
    const { sql, parameters } = listQuery(filter);
    return database
      .prepare<Parameters, StoredSummary>(sql)
      .all({ ...parameters, from, below, limit })
      .map(toSummary);
  };

  return {
    insert(row) {
      const id = Number(insertRow.run(row).lastInsertRowid);
      const { requestBody, responseBody, requestHeaders, responseHeaders, readMs, firstByteMs, ...summary } = row;
      insertBody.run({ id, requestBody, responseBody, requestHeaders, responseHeaders, readMs, firstByteMs });
      return toSummary({ ...summary, id, pinned: 0 });
    },

    async list(filter, limit, cursor, beforeId) {
      const scans = readsBodies(filter) || filter.since !== undefined || filter.until !== undefined;
      const step = scans ? SCAN_STEP : Number.MAX_SAFE_INTEGER;
      let below = cursor === null ? (beforeId ?? (selectNewest.get() ?? 0) + 1) : decodeCursor(cursor);
      const items: RequestSummary[] = [];
      while (below > 1 && items.length <= limit) {
        const from = Math.max(1, below - step);
        items.push(...page(filter, from, below, limit + 1 - items.length));
        below = from;
        if (below > 1 && items.length <= limit) await nextTurn();
      }
      const last = items[limit - 1];
      return items.length > limit && last !== undefined
        ? { items: items.slice(0, limit), nextCursor: encodeCursor(last.id) }
        : { items };
    },

    get(id) {
      const row = selectDetail.get(id);
      return row === undefined ? null : toDetail(row);
    },

    setPinned(ids, pinned) {
      const list = JSON.stringify(ids);
      if (pinned && (countOtherPinned.get(list) ?? 0) + (countOf.get(list) ?? 0) > maximumPinned) {
        throw new RecollectError("conflict", `At most ${maximumPinned} messages can be pinned.`, {
          hint: "Unpin some first, or export them: a file keeps as many as you like.",
          details: { reason: "pins_full", maximum: maximumPinned },
        });
      }
      updatePinned.run(pinned ? 1 : 0, list);
      return page({ ids }, 1, Number.MAX_SAFE_INTEGER, ids.length);
    },

    async exportPart(selection, cursor, units) {
      const newest = selectNewest.get() ?? 0;
      let lines = "";
      for (let from = cursor === null ? 1 : decodeCursor(cursor) + 1; from <= newest; from += SCAN_STEP) {
        for (const { id } of page(selection, from, Math.min(from + SCAN_STEP, newest + 1), SCAN_STEP).reverse()) {
          const row = selectDetail.get(id);
          if (row !== undefined) lines += `${JSON.stringify(toDetail(row))}\n`;
          if (lines.length >= units) return { lines, nextCursor: encodeCursor(id) };
        }
        await nextTurn();
      }
      return { lines };
    },
  };
}

/** One page of the list, newest first, of the ids in [from, below). */
export function listQuery(filter: RequestSelection): { sql: string; parameters: Parameters } {
  const { conditions, parameters } = conditionsOf(filter);
  const source = readsBodies(filter)
    ? "request LEFT JOIN request_body ON request_body.request_id = request.id"
    : "request";
  return {
    sql: `SELECT ${SUMMARY_COLUMNS} FROM ${source}
      WHERE ${["request.id < :below", "request.id >= :from", ...conditions].join(" AND ")}
      ORDER BY request.id DESC LIMIT :limit`,
    parameters,
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
