import type { Database } from "better-sqlite3";
import { ANALYSER_VERSION, analyseForIndex } from "../core/text-analysis.ts";
import { MESSAGES_PER_SESSION, rangeOf } from "./conversation-file.ts";

interface StoredMessage {
  readonly id: number;
  readonly digest: bigint;
}

export interface NewMessage {
  readonly id: number;
  readonly key: bigint;
  readonly digest: bigint;
  readonly isUser: boolean;
  readonly at: number | null;
  readonly text: string;
}

/** Messages whose words are re-indexed in one transaction. */
const INDEX_STEP_ROWS = 500;

/** The messages and their words. Each method except `renewIndex` must run in a transaction. */
export class MessageRows {
  readonly #database: Database;
  readonly #statements;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = {
      byKey: database
        .prepare<[bigint], { id: bigint; digest: bigint }>("SELECT id, digest FROM message WHERE key = ?")
        .safeIntegers(),
      byDigest: database.prepare<[bigint], number>("SELECT id FROM message WHERE digest = ? LIMIT 1").pluck(),
      digestInSession: database
        .prepare<[bigint, number, number], number>("SELECT id FROM message WHERE digest = ? AND id BETWEEN ? AND ?")
        .pluck(),
      forgotten: database.prepare<[bigint], number>("SELECT 1 FROM forgotten_message WHERE key = ?").pluck(),
      insert: database.prepare<[number, bigint, bigint, number, number | null, string]>(
        "INSERT INTO message (id, key, digest, is_user, at, text) VALUES (?, ?, ?, ?, ?, ?)",
      ),
      update: database.prepare<[bigint, string, number]>("UPDATE message SET digest = ?, text = ? WHERE id = ?"),
      texts: database.prepare<[number, number], { id: number; text: string }>(
        "SELECT id, text FROM message WHERE id > ? ORDER BY id LIMIT ?",
      ),
      analyser: database.prepare<[], number>("SELECT analyser FROM state").pluck(),
      setAnalyser: database.prepare<[number]>("UPDATE state SET analyser = ?"),
      index: database.prepare<[number, string]>("INSERT INTO message_text (rowid, text) VALUES (?, ?)"),
      unindex: database.prepare<[number]>("DELETE FROM message_text WHERE rowid = ?"),
      removeAll: database.prepare<[number, number]>("DELETE FROM message WHERE id BETWEEN ? AND ?"),
      unindexAll: database.prepare<[number, number]>("DELETE FROM message_text WHERE rowid BETWEEN ? AND ?"),
      removeVectors: database.prepare<[number, number]>("DELETE FROM passage WHERE message BETWEEN ? AND ?"),
      removeSuggestions: database.prepare<[number]>("DELETE FROM suggestion WHERE session = ?"),
      outdate: database.prepare("UPDATE state SET vector_generation = vector_generation + 1"),
      embedAgain: database.prepare<[number, number]>(
        "UPDATE session SET embedded_to = min(embedded_to, ?) WHERE row = ?",
      ),
      remember: database.prepare<[number, number]>(
        "INSERT OR IGNORE INTO forgotten_message (key) SELECT key FROM message WHERE id BETWEEN ? AND ?",
      ),
      rememberDigests: database.prepare<[number, number]>(
        `INSERT OR IGNORE INTO forgotten_message (key)
         SELECT digest FROM message WHERE id BETWEEN ? AND ? AND at IS NOT NULL`,
      ),
    };
  }

  byKey(key: bigint): StoredMessage | null {
    const row = this.#statements.byKey.get(key);
    return row === undefined ? null : { id: Number(row.id), digest: row.digest };
  }

  /** Whether any conversation has a message with this digest. */
  hasDigest(digest: bigint): boolean {
    return this.#statements.byDigest.get(digest) !== undefined;
  }

  hasDigestInSession(digest: bigint, session: number): boolean {
    return this.#statements.digestInSession.get(digest, ...rangeOf(session)) !== undefined;
  }

  /** @param hash a key, or the digest of a message with a time */
  isForgotten(hash: bigint): boolean {
    return this.#statements.forgotten.get(hash) !== undefined;
  }

  insert({ id, key, digest, isUser, at, text }: NewMessage): void {
    this.#statements.insert.run(id, key, digest, isUser ? 1 : 0, at, text);
    this.#statements.index.run(id, analyseForIndex(text));
  }

  replaceText(id: number, digest: bigint, text: string): void {
    this.#statements.unindex.run(id);
    this.#statements.update.run(digest, text, id);
    this.#statements.index.run(id, analyseForIndex(text));
    this.#removeVectors(id, id);
    const number = id % MESSAGES_PER_SESSION;
    this.#statements.embedAgain.run(number - 1, Math.floor(id / MESSAGES_PER_SESSION));
  }

  /** @param remember whether they stay forgotten when a copy of them is read @returns how many there were */
  removeOfSession(session: number, remember: boolean): number {
    const range = rangeOf(session);
    if (remember) {
      this.#statements.remember.run(...range);
      this.#statements.rememberDigests.run(...range);
    }
    this.#statements.unindexAll.run(...range);
    this.#statements.removeSuggestions.run(session);
    this.#removeVectors(...range);
    return this.#statements.removeAll.run(...range).changes;
  }

  /** Re-indexes all texts if another version of the text analysis wrote the index. Each stays indexed until then. */
  async renewIndex(): Promise<void> {
    const { analyser, texts, index, unindex, setAnalyser } = this.#statements;
    if (analyser.get() === ANALYSER_VERSION) return;
    for (let rows = texts.all(0, INDEX_STEP_ROWS); rows.length > 0; ) {
      this.#database.transaction(() => {
        for (const { id, text } of rows) {
          unindex.run(id);
          index.run(id, analyseForIndex(text));
        }
      })();
      await new Promise((resolve) => setImmediate(resolve));
      rows = texts.all(rows.at(-1)?.id ?? 0, INDEX_STEP_ROWS);
    }
    setAnalyser.run(ANALYSER_VERSION);
  }

  #removeVectors(first: number, last: number): void {
    if (this.#statements.removeVectors.run(first, last).changes > 0) this.#statements.outdate.run();
  }
}
