import type { Database } from "better-sqlite3";
import { LRUCache } from "lru-cache";
import { type JudgedConversation, SESSION_TOLERANCE_MS, type UseConversation, type WordOutcome } from "../core/use.ts";
import { toPhrase } from "../sqlite/match-expression.ts";
import { judgeUse } from "../use/judge-use.ts";
import type { SaidMessage } from "../use/known-words.ts";
import { rarityOf } from "../use/words.ts";
import { MESSAGES_PER_SESSION, rangeOf } from "./conversation-file.ts";

/** Only the last part of a longer conversation is compared with memories. */
const MAX_MESSAGES = 400;
/** Words that are in more messages say nothing. */
const MAX_COUNTED = 2_000;
const MAX_KEPT_COUNTS = 20_000;

interface MessageRow extends Omit<SaidMessage, "isUser" | "number"> {
  readonly id: number;
  readonly isUser: 0 | 1;
}

/** Finds out which memories the answers in stored conversations relied on. Times are milliseconds since 1970. */
export class UseRows {
  readonly #database: Database;
  readonly #statements;
  /** In how many messages a word is. */
  readonly #counts = new LRUCache<string, number>({ max: MAX_KEPT_COUNTS });
  #messages = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = {
      next: database.prepare<[number, number], UseConversation>(`
        SELECT id, client, client_session AS clientSession, project, started_at AS startedAt, last_at AS lastAt,
          last_number AS lastNumber
        FROM session
        WHERE messages > 0 AND judged_to < last_number AND state = 'kept' AND last_at >= ?
        ORDER BY last_at DESC LIMIT ?`),
      row: database.prepare<[string], number>("SELECT row FROM session WHERE id = ? AND state = 'kept'").pluck(),
      others: database
        .prepare<[number, number, number], number>(`
          SELECT count(*) FROM session AS own JOIN session AS other
            ON other.row <> own.row AND other.client = own.client AND lower(other.project) IS lower(own.project)
          WHERE own.row = ? AND other.messages > 0 AND other.last_at >= ? - ${SESSION_TOLERANCE_MS}
            AND coalesce(other.started_at, other.last_at) <= ? + ${SESSION_TOLERANCE_MS}`)
        .pluck(),
      done: database.prepare<[number, string]>("UPDATE session SET judged_to = max(judged_to, ?) WHERE id = ?"),
      messages: database.prepare<[number, number, number], MessageRow>(
        "SELECT id, is_user AS isUser, at, text FROM message WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT ?",
      ),
      total: database.prepare<[], number>("SELECT coalesce(sum(messages), 0) FROM session").pluck(),
      count: database
        .prepare<[string, number], number>(
          "SELECT count(*) FROM (SELECT 1 FROM message_text WHERE message_text MATCH ? LIMIT ?)",
        )
        .pluck(),
      stored: database
        .prepare<[string], string>(
          "SELECT id FROM session WHERE id IN (SELECT value FROM json_each(?)) AND state = 'kept' AND messages > 0",
        )
        .pluck(),
    };
  }

  /** The conversations with messages that were not compared with memories, the newest first. */
  next(since: number, limit: number): UseConversation[] {
    return this.#statements.next.all(since, limit);
  }

  /** Compares conversations with the memories that were given in them. Each is done up to its last number. */
  judge(conversations: readonly JudgedConversation[]): WordOutcome[] {
    this.#counts.clear();
    this.#messages = this.#statements.total.get() ?? 0;
    return this.#database
      .transaction(() =>
        conversations.flatMap(({ id, lastNumber, given }) => {
          this.#statements.done.run(lastNumber, id);
          const row = given.length === 0 ? undefined : this.#statements.row.get(id);
          if (row === undefined) return [];
          const own = given.filter(({ session, at }) => session !== null || !this.#isAmbiguous(row, at));
          const judged = judgeUse(this.#messagesOf(row), own, (word) => this.#rarity(word));
          return judged.map(({ row: given, used, message, best, isDoubtful }) => {
            const doubtful = isDoubtful ? { sentence: best.sentence, message: best.answer } : null;
            return { row: given, used, message, conversation: id, doubtful };
          });
        }),
      )
      .immediate();
  }

  /** The conversations among these that are stored. */
  stored(ids: readonly string[]): string[] {
    return this.#statements.stored.all(JSON.stringify(ids));
  }

  #isAmbiguous(session: number, at: number): boolean {
    return (this.#statements.others.get(session, at, at) ?? 0) > 0;
  }

  #messagesOf(session: number): SaidMessage[] {
    return this.#statements.messages
      .all(...rangeOf(session), MAX_MESSAGES)
      .reverse()
      .map(({ id, isUser, at, text }) => ({ number: id % MESSAGES_PER_SESSION, isUser: isUser === 1, at, text }));
  }

  #rarity(word: string): number {
    let count = this.#counts.get(word);
    if (count === undefined) {
      // The stem of a word is a prefix of its forms.
      const expression = toPhrase({ kind: /^[a-z]+$/.test(word) ? "prefix" : "word", token: word });
      count = this.#statements.count.get(expression, MAX_COUNTED) ?? 0;
      this.#counts.set(word, count);
    }
    // The answer itself has the word.
    return count >= MAX_COUNTED ? 0 : rarityOf(Math.max(0, count - 1), this.#messages);
  }
}
