import type { Database } from "better-sqlite3";
import { splitIntoPassages } from "../search/passages.ts";
import { MESSAGES_PER_SESSION, rangeOf } from "./conversation-file.ts";

/** Maximum for a person's message and for an answer. The rest rarely has another subject. */
const MAX_PASSAGES = { user: 2, assistant: 1 } as const;
/** A vector of a shorter text such as `yes` has no useful meaning. */
const MIN_EMBEDDED_UNITS = 16;
/** Messages of one session that are read for a batch. */
const STEP_MESSAGES = 64;

/** A passage that has no vector. */
export interface PendingPassage {
  readonly message: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The messages of a session with these numbers. Once their vectors are stored, all up to the last one are embedded. */
export interface PassageBatch {
  readonly session: number;
  readonly from: number;
  readonly upTo: number;
  /** The digests of the messages, which show whether one changed. */
  readonly digests: string | null;
}

export interface PendingPassages extends PassageBatch {
  readonly passages: readonly PendingPassage[];
}

export interface StoredPassage {
  readonly message: number;
  readonly start: number;
  readonly end: number;
  readonly vector: Int8Array;
}

/** The vectors of passages, on the writing thread. */
export class PassageRows {
  readonly #database: Database;
  readonly #statements;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = {
      fingerprint: database.prepare<[], string | null>("SELECT fingerprint FROM state").pluck(),
      setFingerprint: database.prepare<[string]>(
        "UPDATE state SET fingerprint = ?, vector_generation = vector_generation + 1",
      ),
      next: database.prepare<[], { row: number; embeddedTo: number; lastNumber: number }>(`
        SELECT row, embedded_to AS embeddedTo, last_number AS lastNumber FROM session WHERE messages > 0 AND embedded_to < last_number
        ORDER BY last_at DESC LIMIT 1`),
      messages: database.prepare<[number, number, number], { id: number; isUser: 0 | 1; text: string }>(
        "SELECT id, is_user AS isUser, text FROM message WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
      ),
      insert: database.prepare<[number, number, number, Int8Array]>(
        "INSERT INTO passage (message, start_at, end_at, vector) VALUES (?, ?, ?, ?)",
      ),
      digests: database
        .prepare<[number, number], string | null>(
          "SELECT group_concat(digest) FROM (SELECT digest FROM message WHERE id BETWEEN ? AND ? ORDER BY id)",
        )
        .pluck(),
      embedded: database.prepare<[number, number]>("UPDATE session SET embedded_to = ? WHERE row = ?"),
      counts: database.prepare<[], { done: number; total: number }>(`
        SELECT coalesce(sum(min(embedded_to, last_number)), 0) AS done, coalesce(sum(last_number), 0) AS total
        FROM session WHERE messages > 0`),
    };
  }

  /** The next passages, of the most recent conversation; null if there are none. Another model starts again. */
  pending(fingerprint: string, limit: number): PendingPassages | null {
    if (this.#statements.fingerprint.get() !== fingerprint) {
      this.#database
        .transaction(() => {
          this.#database.exec("DELETE FROM passage; UPDATE session SET embedded_to = 0");
          this.#statements.setFingerprint.run(fingerprint);
        })
        .immediate();
    }
    const session = this.#statements.next.get();
    if (session === undefined) return null;
    const [first, last] = rangeOf(session.row);
    const messages = this.#statements.messages.all(first + session.embeddedTo + 1, last, STEP_MESSAGES);
    const passages: PendingPassage[] = [];
    let upTo = session.embeddedTo;
    for (const { id, isUser, text } of messages) {
      if (passages.length >= limit) return this.#batch(session, upTo, passages);
      const ranges = text.length < MIN_EMBEDDED_UNITS ? [] : splitIntoPassages(text);
      for (const { start, end } of ranges.slice(0, MAX_PASSAGES[isUser === 1 ? "user" : "assistant"])) {
        passages.push({ message: id, start, end, text: text.slice(start, end) });
      }
      upTo = id % MESSAGES_PER_SESSION;
    }
    return this.#batch(session, messages.length < STEP_MESSAGES ? session.lastNumber : upTo, passages);
  }

  /** Stores vectors, unless another model was chosen, or a message was changed or removed in the meantime. */
  put(fingerprint: string, batch: PassageBatch, passages: readonly StoredPassage[]): void {
    this.#database
      .transaction(() => {
        if (this.#statements.fingerprint.get() !== fingerprint || this.#digests(batch) !== batch.digests) return;
        for (const { message, start, end, vector } of passages)
          this.#statements.insert.run(message, start, end, vector);
        this.#statements.embedded.run(batch.upTo, batch.session);
      })
      .immediate();
  }

  #batch(
    { row, embeddedTo }: { readonly row: number; readonly embeddedTo: number },
    upTo: number,
    passages: readonly PendingPassage[],
  ): PendingPassages {
    const range = { session: row, from: embeddedTo + 1, upTo };
    return { ...range, digests: this.#digests(range), passages };
  }

  #digests({ session, from, upTo }: Omit<PassageBatch, "digests">): string | null {
    const [first] = rangeOf(session);
    return this.#statements.digests.get(first + from, first + upTo) ?? null;
  }

  counts(): { readonly done: number; readonly total: number } {
    return this.#statements.counts.get() ?? { done: 0, total: 0 };
  }
}
