import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import {
  type ActivityEntry,
  type ActivityKind,
  type ActivityPage,
  type ActivityProblem,
  activityEntry,
  groupEntries,
} from "../core/activity.ts";
import { ANY } from "../core/domain.ts";
import { markHidden } from "../core/hidden-characters.ts";
import { titleOf } from "../core/memory.ts";
import { HOOK_METHOD, type RequestFilter } from "../core/request-filter.ts";
import { COMMAND_LINE_CLIENT } from "../core/request-log.ts";
import { parseUrn } from "../core/urn.ts";
import { isRecord } from "../core/util/is-record.ts";
import { and, rawSql, sql } from "../sqlite/sql.ts";
import { StatementCache } from "../sqlite/statements.ts";
import { type BodyRow, type StoredSummary, SUMMARY_COLUMNS } from "./request-row.ts";
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

/** The parts of a row that describe the action. */
type ActivityRow = StoredSummary & Pick<BodyRow, "requestBody" | "responseBody">;

const MAX_TEXT_LENGTH = 160;
const MAX_PROBLEM_LENGTH = 300;
const TOOLS_PATH = "POST /tools/";

type Fields = Partial<Omit<ActivityEntry, "key" | "times" | "at" | "kind">> & { readonly kind: ActivityKind };

/** Reads what happened from a row of the log; null for a message that is of interest on the wire only. */
function readActivity(row: ActivityRow): ActivityEntry | null {
  const fields = row.refusal === null ? fieldsOf(row) : { kind: "refused" as const, client: row.claimed };
  if (fields === null) return null;
  return activityEntry({
    at: new Date(row.at).toISOString(),
    request: row.id,
    client: row.clientName ?? row.subject,
    domain: row.project,
    ...fields,
  });
}

function fieldsOf(row: ActivityRow): Fields | null {
  const { method, target, server } = row;
  if (method === null) return null;
  if (method === "initialize" || method === "server/discover") return { kind: "connected", domain: null };
  if (method.startsWith(HOOK_METHOD)) return given(row);
  if (method === "resources/read") return readResource(target);
  const tool = method.startsWith(TOOLS_PATH) ? method.slice(TOOLS_PATH.length) : target;
  if (tool === null) return null;
  if (row.outcome !== "ok") return { kind: "failed", tool, server, problem: problemOf(row) };
  if (server !== null) return { kind: "called", tool, server };
  return readCall(tool, argumentsOf(row), resultOf(row));
}

type Json = Readonly<Record<string, unknown>>;

/** What a call of one of Recollect's own tools did; null for a tool that only reports a state. */
function readCall(tool: string, args: Json, result: Json): Fields | null {
  const inDomain = inDomainOf(args);
  switch (tool) {
    case "capture_memory":
      return captured(args, result);
    case "update_memory":
      return { kind: "changed", ...memoryOf(args, result) };
    case "delete_memory":
      return { kind: "deleted", ...memoryOf(args, result) };
    case "restore_memory":
      return { kind: "restored", ...memoryOf(args, result) };
    case "get_memory":
      return { kind: "read", ...memoryOf(args, result) };
    case "search_memories":
      return { kind: "searched", query: shown(args.query), found: countOf(result.results), ...inDomain };
    case "list_memories":
      return { kind: "listed", found: countOf(result.memories), ...inDomain };
    case "search_conversations":
      return { kind: "searchedConversations", query: shown(args.query), found: countOf(result.results) };
    case "read_conversation":
      return { kind: "readConversation" };
    case "propose":
      return { kind: "proposed", memory: titled(null, args.content), ...inDomain };
    default:
      return null;
  }
}

function captured(args: Json, { memory, created, waiting }: Json): Fields {
  if (isRecord(waiting)) {
    const { id } = waiting;
    return { kind: "proposed", memory: titled(text(id), args.content), ...inDomainOf(args) };
  }
  const { id, domain } = isRecord(memory) ? memory : { id: null, domain: null };
  return {
    kind: created === false ? "known" : "remembered",
    memory: titled(text(id), args.content),
    ...inDomainOf({ domain }),
  };
}

/** The domain that a call or a memory names, unless it is every one. */
function inDomainOf({ domain }: Json): { readonly domain?: string } {
  const named = text(domain);
  return named === null || named === ANY ? {} : { domain: named };
}

/** The memory of a call that names one. A list of ids is not one memory. */
function memoryOf(args: Json, { memory }: Json): Pick<Fields, "memory" | "domain"> {
  const stored = isRecord(memory) ? memory : {};
  const reference = text(stored.id) ?? text(args.id);
  if (reference === null) return { memory: null };
  return { memory: titled(idOf(reference), args.content ?? stored.content), ...inDomainOf(stored) };
}

function titled(id: string | null, content: unknown): ActivityEntry["memory"] {
  return { id: id ?? "", title: typeof content === "string" ? titleOf(content) : null };
}

/** What a hook added: to a prompt, or to the start of a session. */
function given({ target, responseBody }: ActivityRow): Fields | null {
  const { memories } = parse(responseBody);
  const found = countOf(memories);
  if (found === 0) return null;
  return { kind: target === "SessionStart" ? "givenAtStart" : "given", found };
}

function readResource(uri: string | null): Fields | null {
  const id = uri === null ? null : idOf(uri);
  return id === null || id === uri ? null : { kind: "read", memory: { id, title: null } };
}

/** The id in a URN; any other reference as it is. */
function idOf(reference: string): string | null {
  if (!reference.includes("://")) return reference;
  try {
    return parseUrn(reference).id;
  } catch {
    return null;
  }
}

/** The error that a client received. */
function problemOf(row: ActivityRow): ActivityProblem {
  const { error, result } = parse(row.responseBody);
  const content = isRecord(result) && Array.isArray(result.content) ? result.content[0] : null;
  const structured = isRecord(result) && isRecord(result.structuredContent) ? result.structuredContent : null;
  const body = isRecord(error) ? error : (structured ?? {});
  const message = text(body.message) ?? (isRecord(content) ? text(content.text) : null) ?? row.errorCode ?? row.outcome;
  return {
    message: markHidden(message.replace(/\s+/g, " ").slice(0, MAX_PROBLEM_LENGTH)),
    // Another server's error has details of its own.
    ...(row.server === null && isRecord(body.details)
      ? { field: text(body.field) ?? undefined, details: body.details }
      : {}),
  };
}

function argumentsOf({ method, requestBody }: ActivityRow): Json {
  const body = parse(requestBody);
  if (method?.startsWith(TOOLS_PATH) === true) return body;
  const args = isRecord(body.params) ? body.params.arguments : null;
  return isRecord(args) ? args : {};
}

/** The structured result of a call. */
function resultOf({ method, responseBody }: ActivityRow): Json {
  const body = parse(responseBody);
  if (method?.startsWith(TOOLS_PATH) === true) return body;
  const structured = isRecord(body.result) ? body.result.structuredContent : null;
  return isRecord(structured) ? structured : {};
}

/** A body that is an object; an empty one if it was cut or is not JSON. */
function parse(body: string | null): Json {
  if (body === null) return {};
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function countOf(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null;
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function shown(value: unknown): string | null {
  const given = text(value);
  return given === null ? null : markHidden(given.replace(/\s+/g, " ").slice(0, MAX_TEXT_LENGTH));
}
