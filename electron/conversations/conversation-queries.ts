import type { Database } from "better-sqlite3";
import type {
  ClientConversations,
  ConversationMessage,
  ConversationSession,
  ConversationStatus,
  TranscriptProblem,
} from "../core/conversations.ts";
import type { Page } from "../core/filter.ts";
import { projectKey } from "../core/project-name.ts";
import { and, isIn, joinSql, rawSql, type Sql, sql } from "../sqlite/sql.ts";
import { StatementCache } from "../sqlite/statements.ts";
import { RecollectError } from "../text/errors.ts";
import { MESSAGES_PER_SESSION, rangeOf } from "./conversation-file.ts";
import { beginningOf } from "./search-text.ts";

/** A filter, limited to the conversations that the caller may see. Times are milliseconds since 1970. */
export interface SessionFilter {
  /** Null for all, including conversations without a project. */
  readonly projects: readonly string[] | null;
  /** Part of the client's id, case-insensitive. */
  readonly client: string | null;
  readonly since: number | null;
  readonly before: number | null;
}

export interface SessionOfRow extends Omit<ConversationSession, "startedAt" | "lastAt"> {
  readonly row: number;
  readonly startedAt: number | null;
  readonly lastAt: number | null;
}

interface MessageOfRow {
  readonly id: number;
  readonly isUser: 0 | 1;
  readonly at: number | null;
  readonly text: string;
}

/** A session without a title has the start of its first message. */
const TITLE = `coalesce(title, (SELECT substr(text, 1, 200) FROM message
  WHERE message.id > session.row * ${MESSAGES_PER_SESSION} ORDER BY message.id LIMIT 1))`;
const SESSION_COLUMNS = `row, id, client, client_session AS clientSession, ${TITLE} AS title, folder, project, model,
  started_at AS startedAt, last_at AS lastAt, messages, continues`;
const MESSAGE_COLUMNS = "id, is_user AS isUser, at, text";
const MAX_PROBLEMS = 50;
const MAX_PROJECTS = 500;
const MAX_TITLE_UNITS = 100;

/** The status of the stored conversations, for the window and the command line. */
export type StoredStatus = Pick<
  ConversationStatus,
  | "projects"
  | "sessions"
  | "messages"
  | "textBytes"
  | "fileBytes"
  | "problems"
  | "problemCount"
  | "leftOut"
  | "leftOutCount"
  | "scannedAt"
> & {
  readonly clients: readonly Omit<ClientConversations, "enabled">[];
  /** Counts of messages embedded by the model with this fingerprint, which is null before a model exists. */
  readonly embedded: { readonly fingerprint: string | null; readonly done: number; readonly total: number };
};

/** Reads conversations: status, lists and single ones. */
export class ConversationQueries {
  readonly #database: Database;
  readonly #queries: StatementCache;

  constructor(database: Database) {
    this.#database = database;
    this.#queries = new StatementCache(database);
  }

  status(): StoredStatus {
    const sums = this.#queries.all<
      Omit<ClientConversations, "enabled" | "skipped" | "transcripts"> & { bytes: number }
    >(
      sql`SELECT client, count(*) AS sessions, sum(messages) AS messages, sum(text_bytes) AS bytes,
            max(last_at) AS latest FROM session WHERE messages > 0 GROUP BY client ORDER BY client`,
    );
    const sources = this.#queries.all<{ client: string; transcripts: number }>(
      sql`SELECT client, count(*) AS transcripts FROM source GROUP BY client`,
    );
    const skipped = this.#queries.all<{ client: string; type: string; count: number }>(
      sql`SELECT client, each.key AS type, sum(each.value) AS count FROM source, json_each(source.skipped) AS each
          WHERE skipped IS NOT NULL GROUP BY 1, 2`,
    );
    const problems = this.#queries.all<{ client: string; path: string; error: string }>(
      sql`SELECT client, path, error FROM source WHERE error IS NOT NULL LIMIT ${MAX_PROBLEMS}`,
    );
    const leftOut = this.#queries.all<{ client: string; path: string; skipped: string }>(
      sql`SELECT client, path, skipped FROM source WHERE skipped IS NOT NULL AND skipped <> '{}'
          ORDER BY modified_at DESC LIMIT ${MAX_PROBLEMS}`,
    );
    const embedded = this.#queries.get<StoredStatus["embedded"]>(
      sql`SELECT (SELECT fingerprint FROM state) AS fingerprint, coalesce(sum(min(embedded_to, last_number)), 0) AS done,
            coalesce(sum(last_number), 0) AS total FROM session WHERE messages > 0`,
    );
    const names = [...new Set([...sums, ...sources].map(({ client }) => client))].sort();
    const scannedAt = this.#queries.value<number | null>(sql`SELECT scanned_at FROM state`) ?? null;
    return {
      sessions: sums.reduce((sum, { sessions }) => sum + sessions, 0),
      messages: sums.reduce((sum, { messages }) => sum + messages, 0),
      textBytes: sums.reduce((sum, { bytes }) => sum + bytes, 0),
      fileBytes:
        Number(this.#database.pragma("page_count", { simple: true })) *
        Number(this.#database.pragma("page_size", { simple: true })),
      clients: names.map((client) => {
        const sum = sums.find((one) => one.client === client);
        return {
          client,
          sessions: sum?.sessions ?? 0,
          messages: sum?.messages ?? 0,
          latest: timeOf(sum?.latest === null || sum === undefined ? null : Number(sum.latest)),
          transcripts: sources.find((one) => one.client === client)?.transcripts ?? 0,
          skipped: Object.fromEntries(
            skipped.filter((one) => one.client === client).map(({ type, count }) => [type, count]),
          ),
        };
      }),
      projects: this.#queries.all<{ project: string; sessions: number }>(
        sql`SELECT project, count(*) AS sessions FROM session WHERE messages > 0 AND project IS NOT NULL
            GROUP BY project ORDER BY sessions DESC, project LIMIT ${MAX_PROJECTS}`,
      ),
      problems: problems.map((one): TranscriptProblem => ({ ...one, error: JSON.parse(one.error) })),
      leftOut: leftOut.map(({ skipped: types, ...one }) => ({ ...one, types: JSON.parse(types) })),
      leftOutCount:
        this.#queries.value<number>(sql`SELECT count(*) FROM source WHERE skipped IS NOT NULL AND skipped <> '{}'`) ??
        0,
      problemCount: this.#queries.value<number>(sql`SELECT count(*) FROM source WHERE error IS NOT NULL`) ?? 0,
      scannedAt: timeOf(scannedAt),
      embedded: embedded ?? { fingerprint: null, done: 0, total: 0 },
    };
  }

  /** The most recent first. @throws invalid_argument (field `cursor`) */
  list(filter: SessionFilter, limit: number, cursor: string | null): Page<ConversationSession> {
    const conditions = [...sessionConditions(filter)];
    if (cursor !== null) {
      const [lastAt, row] = decodeCursor(cursor);
      conditions.push(sql`(last_at, row) < (${lastAt}, ${row})`);
    }
    const rows = this.#queries.all<SessionOfRow>(
      sql`SELECT ${rawSql(SESSION_COLUMNS)} FROM session WHERE ${and(conditions)}
          ORDER BY last_at DESC, row DESC LIMIT ${limit + 1}`,
    );
    const items = rows.slice(0, limit).map(toSession);
    const last = rows[limit - 1];
    return rows.length > limit && last !== undefined
      ? { items, nextCursor: encodeCursor(last.lastAt ?? 0, last.row) }
      : { items };
  }

  /** A conversation; for a copy, the conversation that it is a copy of. */
  session(id: string): SessionOfRow | null {
    const original = sql`SELECT continues FROM session WHERE id = ${id} AND state = 'copied'`;
    return (
      this.#queries.get<SessionOfRow>(
        sql`SELECT ${rawSql(SESSION_COLUMNS)} FROM session
            WHERE id = coalesce((${original}), ${id}) AND messages > 0`,
      ) ?? null
    );
  }

  sessionsOf(rows: readonly number[]): Map<number, SessionOfRow> {
    const found = this.#queries.all<SessionOfRow>(
      sql`SELECT ${rawSql(SESSION_COLUMNS)} FROM session WHERE ${isIn("row", rows)}`,
    );
    return new Map(found.map((session) => [session.row, session]));
  }

  /** The rows of the sessions that match a filter, or null for all. */
  matching(filter: SessionFilter): ReadonlySet<number> | null {
    const { projects, client, since, before } = filter;
    if (projects === null && client === null && since === null && before === null) return null;
    return new Set(this.#queries.column<number>(sql`SELECT row FROM session WHERE ${and(sessionConditions(filter))}`));
  }

  /** Messages around a number in a session, or from its start. */
  around(
    { row }: SessionOfRow,
    number: number,
    before: number,
    after: number,
  ): { readonly messages: ConversationMessage[]; readonly hasEarlier: boolean; readonly hasLater: boolean } {
    const [first, last] = rangeOf(row);
    const at = first + Math.min(number, MESSAGES_PER_SESSION - 1);
    const earlier = this.#queries.all<MessageOfRow>(
      sql`SELECT ${rawSql(MESSAGE_COLUMNS)} FROM message WHERE id BETWEEN ${first} AND ${at - 1}
          ORDER BY id DESC LIMIT ${before + 1}`,
    );
    const later = this.#queries.all<MessageOfRow>(
      sql`SELECT ${rawSql(MESSAGE_COLUMNS)} FROM message WHERE id BETWEEN ${at} AND ${last}
          ORDER BY id LIMIT ${after + 2}`,
    );
    return {
      messages: [...earlier.slice(0, before).reverse(), ...later.slice(0, after + 1)].map(toMessage),
      hasEarlier: earlier.length > before,
      hasLater: later.length > after + 1,
    };
  }

  messagesOf(ids: readonly number[]): Map<number, MessageOfRow> {
    const found = this.#queries.all<MessageOfRow>(
      sql`SELECT ${rawSql(MESSAGE_COLUMNS)} FROM message WHERE ${isIn("id", ids)}`,
    );
    return new Map(found.map((message) => [message.id, message]));
  }
}

export function toSession({ row: _row, startedAt, lastAt, title, ...rest }: SessionOfRow): ConversationSession {
  return {
    ...rest,
    title: title === null ? null : beginningOf(title, MAX_TITLE_UNITS),
    startedAt: timeOf(startedAt),
    lastAt: timeOf(lastAt),
  };
}

function toMessage({ id, isUser, at, text }: MessageOfRow): ConversationMessage {
  return { number: numberOf(id), role: isUser === 1 ? "user" : "assistant", at: timeOf(at), text };
}

/** The number of a message in its session. */
export function numberOf(id: number): number {
  return id % MESSAGES_PER_SESSION;
}

export function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** `since` and `before` select the sessions that may have a message in that time. */
function sessionConditions({ projects, client, since, before }: SessionFilter): Sql[] {
  const conditions = [sql`messages > 0`];
  if (projects !== null) {
    const keys = projects.map(projectKey);
    conditions.push(sql`(${isIn("project", projects)} OR ${isIn("lower(project)", keys)})`);
  }
  if (client !== null) conditions.push(sql`instr(client, ${client.toLowerCase()}) > 0`);
  if (since !== null) conditions.push(sql`last_at >= ${since}`);
  if (before !== null) conditions.push(sql`coalesce(started_at, last_at) < ${before}`);
  return [joinSql(conditions, " AND ")];
}

function encodeCursor(lastAt: number, row: number): string {
  return Buffer.from(`conversations:${lastAt}:${row}`).toString("base64url");
}

function decodeCursor(cursor: string): [number, number] {
  const [, lastAt, row] = /^conversations:(\d+):(\d+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (lastAt === undefined || row === undefined) throw new RecollectError("cursor_invalid", {}, { field: "cursor" });
  return [Number(lastAt), Number(row)];
}
