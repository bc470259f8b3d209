import type { Database } from "better-sqlite3";
import { ulid } from "ulid";
import type { Page } from "../core/filter.ts";
import { projectKey } from "../core/project-name.ts";
import type {
  HeldSuggestion,
  Suggestion,
  SuggestionCounts,
  SuggestionDecision,
  SuggestionKind,
  SuggestionLimits,
  SuggestionState,
} from "../core/suggestions.ts";
import type { Turn } from "../suggestions/features.ts";
import { NAMESPACE_OF_KIND } from "../suggestions/kinds.ts";
import { choosePassages } from "../suggestions/passage-choice.ts";
import { saysTheSame, wordsOfText } from "../suggestions/similar-text.ts";
import { RecollectError } from "../text/errors.ts";
import { MESSAGES_PER_SESSION, rangeOf } from "./conversation-file.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A conversation without a message for this long is quiet. */
export const QUIET_MS = 10 * MINUTE_MS;
/** Older conversations are not looked through. */
const MAX_AGE_MS = 30 * DAY_MS;
const EXPIRY_MS = 14 * DAY_MS;
const MAX_A_DAY = 10;
/** Only the last part of a longer conversation is looked through. */
export const MAX_MESSAGES = 400;
export const MAX_UNITS = 400_000;
/** A longer message is not from a button. */
const MAX_BUTTON_UNITS = 300;
/** Earlier suggestions with which a new one is compared. */
const MAX_COMPARED = 2_000;

interface OpenSession {
  readonly row: number;
  readonly client: string;
  readonly project: string | null;
  readonly lastNumber: number;
  readonly suggestedTo: number;
}

interface Row extends Omit<Suggestion, "namespace" | "role" | "isExplicit" | "suggestedAt" | "expiresAt"> {
  readonly isUser: 0 | 1;
  readonly isExplicit: 0 | 1;
  readonly suggestedAt: number;
  readonly state: "held" | "waiting" | "kept" | "rejected" | "known";
  readonly memory: string | null;
}

const COLUMNS = `suggestion.id, text, context, kind, project, client, session.id AS conversation, message,
  is_user AS isUser, is_explicit AS isExplicit, suggested_at AS suggestedAt, suggestion.state, memory`;
const JOINED = "suggestion JOIN session ON session.row = suggestion.session";

/** The suggestions, next to the conversations that they are from. Times are milliseconds since 1970. */
export class SuggestionRows {
  readonly #database: Database;
  readonly #statements;
  /** In how many conversations a user's message is. */
  #repetitions: ReadonlyMap<string, number> | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = {
      next: database.prepare<[number, number], OpenSession>(`
        SELECT row, client, project, last_number AS lastNumber, suggested_to AS suggestedTo FROM session
        WHERE messages > 0 AND suggested_to < last_number AND state = 'kept' AND last_at BETWEEN ? AND ?
        ORDER BY last_at DESC LIMIT 1`),
      messages: database.prepare<[number, number, number], { id: number; isUser: 0 | 1; text: string }>(
        "SELECT id, is_user AS isUser, text FROM message WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?",
      ),
      // Texts that a client's buttons write are in several conversations.
      repetitions: database.prepare<[number, number], { text: string; count: number }>(`
        SELECT text, count(DISTINCT session.row) AS count FROM session
        JOIN message ON message.id BETWEEN session.row * ${MESSAGES_PER_SESSION} AND (session.row + 1) * ${MESSAGES_PER_SESSION} - 1
        WHERE messages > 0 AND last_at >= ? AND is_user = 1 AND length(text) <= ?
        GROUP BY text HAVING count > 1`),
      done: database.prepare<[number, number]>("UPDATE session SET suggested_to = ? WHERE row = ?"),
      countOfSession: database
        .prepare<[number], number>("SELECT count(*) FROM suggestion WHERE session = ? AND is_explicit = 0")
        .pluck(),
      texts: database.prepare<[number], string>("SELECT text FROM suggestion ORDER BY found_at DESC LIMIT ?").pluck(),
      insert: database.prepare(`
        INSERT INTO suggestion (id, session, message, is_user, text, context, kind, score, is_explicit, state, found_at)
        VALUES (:id, :session, :message, :isUser, :text, :context, :kind, :score, :isExplicit, 'held', :foundAt)`),
      expire: database.prepare<[number, number]>(`
        DELETE FROM suggestion
        WHERE (state = 'waiting' AND suggested_at < ?) OR (state IN ('held', 'known') AND found_at < ?)`),
      shownSince: database
        .prepare<[number], number>(
          "SELECT count(*) FROM suggestion WHERE suggested_at >= ? AND is_explicit = 0 AND state <> 'known'",
        )
        .pluck(),
      held: database.prepare<[], Row>(`
        SELECT ${COLUMNS} FROM ${JOINED} WHERE suggestion.state = 'held'
        ORDER BY is_explicit DESC, last_at DESC, score DESC`),
      release: database.prepare<[string, number | null, string]>(
        "UPDATE suggestion SET state = ?, suggested_at = ? WHERE id = ? AND state = 'held'",
      ),
      list: database.prepare<[string, number, number, number], Row>(`
        SELECT ${COLUMNS} FROM ${JOINED} WHERE suggestion.state = ? AND (suggestion.state <> 'waiting' OR suggested_at >= ?)
        ORDER BY is_explicit DESC, last_at DESC, session.row, message, suggestion.id LIMIT ? OFFSET ?`),
      counts: database.prepare<[number], SuggestionCounts>(`
        SELECT coalesce(sum(state = 'waiting' AND suggested_at >= ?), 0) AS waiting,
          coalesce(sum(state = 'rejected'), 0) AS rejected
        FROM suggestion`),
      byId: database.prepare<[string], Row>(`SELECT ${COLUMNS} FROM ${JOINED} WHERE suggestion.id = ?`),
      setState: database.prepare<[string, string | null, string]>(
        "UPDATE suggestion SET state = ?, memory = ? WHERE id = ?",
      ),
      addDecision: database.prepare<[string, string, number]>(
        "INSERT OR REPLACE INTO suggestion_decision (id, kind, is_kept) VALUES (?, ?, ?)",
      ),
      removeDecision: database.prepare<[string]>("DELETE FROM suggestion_decision WHERE id = ?"),
      decisions: database.prepare<[], { kind: SuggestionKind; isKept: number }>(
        "SELECT kind, is_kept AS isKept FROM suggestion_decision",
      ),
      forgetDecisions: database.prepare("DELETE FROM suggestion_decision"),
      inProject: database.prepare<[], { id: string; project: string | null; client: string }>(
        `SELECT suggestion.id, project, client FROM ${JOINED} WHERE suggestion.state IN ('held', 'waiting')`,
      ),
      remove: database.prepare<[string]>("DELETE FROM suggestion WHERE id = ?"),
    };
  }

  /** Looks through quiet conversations for about `budgetMs`, the newest first. @returns whether there are more */
  find(limits: SuggestionLimits, budgetMs: number, now: number): boolean {
    const start = performance.now();
    while (performance.now() - start < budgetMs) {
      const session = this.#statements.next.get(now - MAX_AGE_MS, now - QUIET_MS);
      if (session === undefined) {
        // Later conversations repeat other texts.
        this.#repetitions = null;
        return false;
      }
      this.#database
        .transaction(() => {
          if (!isLeftOut(session, limits)) this.#findIn(session, limits, now);
          this.#statements.done.run(session.lastNumber, session.row);
        })
        .immediate();
    }
    return true;
  }

  #findIn({ row, suggestedTo }: OpenSession, { adjustment }: SuggestionLimits, now: number): void {
    const earlier = this.#statements.countOfSession.get(row) ?? 0;
    this.#repetitions ??= new Map(
      this.#statements.repetitions
        .all(now - MAX_AGE_MS, MAX_BUTTON_UNITS)
        .map(({ text, count }) => [text, count] as const),
    );
    const repetitions = (text: string) => this.#repetitions?.get(text) ?? 1;
    const passages = choosePassages(this.#turnsOf(row), { adjustment, earlier, repetitions });
    const known = this.#statements.texts.all(MAX_COMPARED).map(wordsOfText);
    for (const { message, role, text, context, kind, score, isExplicit } of passages) {
      const words = wordsOfText(text);
      if (message <= suggestedTo || known.some((other) => saysTheSame(words, other))) continue;
      known.push(words);
      this.#statements.insert.run({
        id: ulid(now),
        session: row,
        message,
        isUser: role === "user" ? 1 : 0,
        text,
        context,
        kind,
        score,
        isExplicit: isExplicit ? 1 : 0,
        foundAt: now,
      });
    }
  }

  /** The last messages of a conversation, in their order. */
  #turnsOf(session: number): Turn[] {
    const turns: Turn[] = [];
    let units = 0;
    for (const { id, isUser, text } of this.#statements.messages.all(...rangeOf(session), MAX_MESSAGES)) {
      units += text.length;
      if (units > MAX_UNITS && turns.length > 0) break;
      turns.push({ number: id % MESSAGES_PER_SESSION, role: isUser === 1 ? "user" : "assistant", text });
    }
    return turns.reverse();
  }

  /** Removes expired suggestions, and returns those to show next. */
  held(limit: number, now: number): HeldSuggestion[] {
    this.#statements.expire.run(now - EXPIRY_MS, now - EXPIRY_MS);
    let left = Math.max(0, MAX_A_DAY - (this.#statements.shownSince.get(now - DAY_MS) ?? 0));
    return this.#statements.held
      .all()
      .filter(({ isExplicit }) => {
        if (isExplicit === 1) return true;
        left -= 1;
        return left >= 0;
      })
      .slice(0, limit)
      .map(({ id, text, project, client, isExplicit }) => ({
        id,
        text,
        project,
        client,
        isExplicit: isExplicit === 1,
      }));
  }

  release(id: string, isKnown: boolean, now: number): void {
    this.#statements.release.run(isKnown ? "known" : "waiting", isKnown ? null : now, id);
  }

  /** @param cursor how many come before, as text */
  list(state: SuggestionState, limit: number, cursor: string | null, now: number): Page<Suggestion> {
    const from = Number(cursor ?? 0);
    if (!Number.isSafeInteger(from) || from < 0)
      throw new RecollectError("cursor_invalid", { field: "cursor" }, { field: "cursor" });
    const rows = this.#statements.list.all(state, now - EXPIRY_MS, limit + 1, from);
    const items = rows.slice(0, limit).map(toSuggestion);
    return rows.length > limit ? { items, nextCursor: String(from + limit) } : { items };
  }

  counts(now: number): SuggestionCounts {
    return this.#statements.counts.get(now - EXPIRY_MS) ?? { waiting: 0, rejected: 0 };
  }

  waiting(id: string): Suggestion {
    return toSuggestion(this.#inState(id, (state) => state === "waiting"));
  }

  decide(id: string, memory: string | null): Suggestion {
    return this.#database
      .transaction(() => {
        const row = this.#inState(id, (state) => state === "waiting");
        this.#statements.setState.run(memory === null ? "rejected" : "kept", memory, id);
        this.#statements.addDecision.run(id, row.kind, memory === null ? 0 : 1);
        return toSuggestion({ ...row, state: memory === null ? "rejected" : "kept" });
      })
      .immediate();
  }

  /** It counts as known: its proposal waits instead of it. */
  rewrite(id: string): void {
    this.#database
      .transaction(() => {
        this.#inState(id, (state) => state === "waiting");
        this.#statements.setState.run("known", null, id);
      })
      .immediate();
  }

  reopen(id: string): { readonly suggestion: Suggestion; readonly memory: string | null } {
    return this.#database
      .transaction(() => {
        const row = this.#inState(id, (state) => state === "kept" || state === "rejected");
        this.#statements.setState.run("waiting", null, id);
        this.#statements.removeDecision.run(id);
        return { suggestion: toSuggestion({ ...row, state: "waiting" }), memory: row.memory };
      })
      .immediate();
  }

  remove(scope: { readonly project: string } | { readonly client: string }): number {
    const isInScope = (row: { readonly project: string | null; readonly client: string }) =>
      "client" in scope
        ? row.client === scope.client
        : row.project !== null && projectKey(row.project) === projectKey(scope.project);
    return this.#database
      .transaction(() => {
        const rows = this.#statements.inProject.all().filter(isInScope);
        for (const { id } of rows) this.#statements.remove.run(id);
        return rows.length;
      })
      .immediate();
  }

  decisions(): SuggestionDecision[] {
    return this.#statements.decisions.all().map(({ kind, isKept }) => ({ kind, isKept: isKept === 1 }));
  }

  forgetDecisions(): void {
    this.#statements.forgetDecisions.run();
  }

  #inState(id: string, isRight: (state: Row["state"]) => boolean): Row {
    const row = this.#statements.byId.get(id);
    if (row === undefined || row.state === "held" || row.state === "known") {
      throw new RecollectError("suggestion_unknown", { id: id.slice(0, 100) }, { field: "id" });
    }
    if (!isRight(row.state)) throw new RecollectError("suggestion_decided", { state: row.state });
    return row;
  }
}

function isLeftOut({ client, project }: OpenSession, { excludedClients, excludedProjects }: SuggestionLimits): boolean {
  const isProject = (name: string) => project !== null && projectKey(name) === projectKey(project);
  return excludedClients.includes(client) || excludedProjects.some(isProject);
}

function toSuggestion({ isUser, isExplicit, suggestedAt, state, memory: _, ...row }: Row): Suggestion {
  return {
    ...row,
    namespace: NAMESPACE_OF_KIND[row.kind],
    role: isUser === 1 ? "user" : "assistant",
    isExplicit: isExplicit === 1,
    suggestedAt: new Date(suggestedAt).toISOString(),
    expiresAt: state === "waiting" ? new Date(suggestedAt + EXPIRY_MS).toISOString() : null,
  };
}
