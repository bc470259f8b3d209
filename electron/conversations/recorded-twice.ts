import { conversationId } from "./conversation-id.ts";
import type { ConversationRows } from "./conversation-rows.ts";
import type { ConversationReader } from "./readers/reader.ts";
import type { SessionRow } from "./session-rows.ts";

/**
 * Keeps a session once that two programs recorded under its id, such as a client and SpecStory: from the reader with the
 * smallest `copyRank`. Of the other one only the mark is kept that it is a copy. A session that the owner forgot stays
 * forgotten in each of them.
 */
export class RecordedTwice {
  readonly #rows: ConversationRows;
  readonly #ranks: ReadonlyMap<string, number>;

  constructor(rows: ConversationRows, readers: readonly ConversationReader[]) {
    this.#rows = rows;
    this.#ranks = new Map(readers.map(({ client, copyRank = 0 }) => [client, copyRank]));
  }

  /** Compares a session that was read with the sessions of other clients. Must run in the transaction that stored its messages. */
  settle({ id, client }: SessionRow, clientSession: string): void {
    const rank = this.#ranks.get(client) ?? 0;
    const { sessions } = this.#rows;
    const session = sessions.byId(id);
    if (session === null || session.state !== "kept" || session.lastNumber === 0) return;
    const others = [...this.#ranks].flatMap(([other, otherRank]) => {
      const found = otherRank === rank ? null : sessions.byId(conversationId(other, clientSession));
      return found === null ? [] : [{ found, otherRank }];
    });
    if (others.some(({ found }) => found.state === "forgotten")) {
      this.#clear(session);
      sessions.setState(session.row, "forgotten");
      return;
    }
    const kept = others.filter(({ found }) => found.state === "kept" && found.lastNumber > 0);
    const original = kept.find(({ otherRank }) => otherRank < rank);
    if (original !== undefined) this.#setCopied(session, original.found.id);
    else for (const { found } of kept) this.#setCopied(found, id);
  }

  #setCopied(session: SessionRow, original: string): void {
    this.#clear(session);
    this.#rows.sessions.setCopied(session.row, original);
  }

  #clear({ row }: SessionRow): void {
    const { messages, purging } = this.#rows;
    if (messages.removeOfSession(row, false) > 0) purging.request();
  }
}
