import type { ForgetSelection, Forgotten } from "../core/conversations.ts";
import { keepForgotten, rangeOf } from "./conversation-file.ts";
import type { ConversationRows } from "./conversation-rows.ts";
import { isExcluded, type ScanRules } from "./scan-rules.ts";
import type { SessionRow } from "./session-rows.ts";

/** Sessions removed in one transaction. */
const STEP_SESSIONS = 20;

/** Removes conversations that the owner forgot or excluded, or that became too old. */
export class Removals {
  readonly #rows: ConversationRows;
  readonly #statements;

  constructor(rows: ConversationRows) {
    this.#rows = rows;
    const { database } = rows;
    this.#statements = {
      forgetScope: database.prepare<[string, string, number]>(`
        INSERT INTO forgotten_scope (kind, name, before) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET before = excluded.before`),
      // The time of a scope does not apply to messages without a time, and to messages from a clock that was ahead.
      rememberUntimed: database.prepare<[number, number, number]>(`
        INSERT OR IGNORE INTO forgotten_message (key)
        SELECT key FROM message WHERE id BETWEEN ? AND ? AND (at IS NULL OR at > ?)`),
    };
  }

  /** Removes the conversations of a selection. Messages up to `now` are not stored again. */
  async forget(selection: ForgetSelection, now: number): Promise<Forgotten> {
    const { sessions, messages } = this.#rows;
    const { kind, name } = scopeOf(selection);
    if (kind !== "session") this.#statements.forgetScope.run(kind, name, now);
    const removed = await this.#removeEach(sessions.inScope(kind, name), (session) => {
      if (kind === "session") {
        sessions.setState(session.row, "forgotten");
        return messages.removeOfSession(session.row, true);
      }
      this.#statements.rememberUntimed.run(...rangeOf(session.row), now);
      return this.#removeSession(session);
    });
    keepForgotten(this.#rows.database);
    await this.#rows.purging.run();
    return removed;
  }

  /** Removes conversations that the rules no longer keep. */
  async applyRules(rules: ScanRules): Promise<Forgotten> {
    const { sessions, messages, purging } = this.#rows;
    const isLimited = rules.excludedFolders.length + rules.excludedProjects.length > 0;
    const excluded = isLimited ? sessions.kept().filter((session) => isExcluded(rules, session.folder, session)) : [];
    const removed = await this.#removeEach(excluded, (session) => {
      sessions.setState(session.row, "excluded");
      return messages.removeOfSession(session.row, false);
    });
    const { keptSince } = rules;
    const expired = () => (keptSince === null ? [] : sessions.expired(keptSince, STEP_SESSIONS));
    for (let old = expired(); old.length > 0; old = expired()) {
      const step = await this.#removeEach(old, (session) => this.#removeSession(session));
      removed.sessions += step.sessions;
      removed.messages += step.messages;
    }
    await purging.run();
    return removed;
  }

  /** Makes the next scan re-read everything. @param forgotten whether that includes forgotten conversations */
  readAgain({ forgotten }: { readonly forgotten: boolean }): void {
    const { database, sessions, sources, transaction } = this.#rows;
    transaction(() => {
      sources.readAgain();
      sessions.removeMarks("excluded");
      sessions.removeMarks("copied");
      if (!forgotten) return;
      sessions.removeMarks("forgotten");
      database.exec("DELETE FROM forgotten_message; DELETE FROM forgotten_scope");
    });
    if (forgotten) keepForgotten(database);
  }

  /** @param remove returns how many messages it removed */
  async #removeEach(sessions: readonly SessionRow[], remove: (session: SessionRow) => number) {
    const { purging, transaction } = this.#rows;
    let messages = 0;
    for (let from = 0; from < sessions.length; from += STEP_SESSIONS) {
      transaction(() => {
        for (const session of sessions.slice(from, from + STEP_SESSIONS)) messages += remove(session);
        purging.request();
      });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { sessions: sessions.length, messages };
  }

  /** Removes a session and its messages. Its transcript is re-read from the start, which describes the session. */
  #removeSession({ row, source }: SessionRow): number {
    const { sessions, sources, messages } = this.#rows;
    sessions.remove(row);
    if (source !== null) sources.readFromStart(source);
    return messages.removeOfSession(row, false);
  }
}

function scopeOf(selection: ForgetSelection) {
  if ("session" in selection) return { kind: "session", name: selection.session } as const;
  if ("project" in selection) return { kind: "project", name: selection.project } as const;
  if ("client" in selection) return { kind: "client", name: selection.client } as const;
  return { kind: "all", name: "" } as const;
}
