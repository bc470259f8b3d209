import type { Database } from "better-sqlite3";
import { MessageRows } from "./message-rows.ts";
import { SessionRows } from "./session-rows.ts";
import { SourceRows } from "./source-rows.ts";

/** The tables of the writing thread, so that their statements are prepared once. */
export interface ConversationRows {
  readonly database: Database;
  readonly messages: MessageRows;
  readonly sessions: SessionRows;
  readonly sources: SourceRows;
  readonly purging: Purging;
  readonly transaction: (work: () => void) => void;
}

export function openRows(database: Database): ConversationRows {
  return {
    database,
    messages: new MessageRows(database),
    sessions: new SessionRows(database),
    sources: new SourceRows(database),
    purging: new Purging(database),
    transaction: (work) => database.transaction(work).immediate(),
  };
}

/** Pages of the index written in one step. */
const STEP_PAGES = 64;
const STEP_FREE_PAGES = 256;

/**
 * Removes what deleted messages leave in the file. `secure_delete` overwrites rows and pages; FTS5 only marks a deleted
 * row, so all segments of the index are merged. An interrupted purge is finished at the next one or at the next start.
 */
class Purging {
  readonly #database: Database;
  readonly #statements;
  #isMerging = false;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = {
      request: database.prepare("UPDATE state SET purges = purges + 1"),
      purges: database.prepare<[], number>("SELECT purges FROM state").pluck(),
      done: database.prepare<[number]>("UPDATE state SET purges = purges - ?"),
      changes: database.prepare<[], number>("SELECT total_changes()").pluck(),
      merge: database.prepare<[number]>("INSERT INTO message_text (message_text, rank) VALUES ('merge', ?)"),
    };
  }

  /** Must be called in the transaction that deletes messages. */
  request(): void {
    this.#statements.request.run();
  }

  /** Overwrites the words of removed messages in the file, in steps. */
  async run(): Promise<void> {
    while (this.#step()) await new Promise((resolve) => setImmediate(resolve));
  }

  /** @returns whether there is more to do */
  #step(): boolean {
    const purges = this.#statements.purges.get() ?? 0;
    if (purges === 0) return false;
    const before = this.#statements.changes.get() ?? 0;
    this.#statements.merge.run(this.#isMerging ? STEP_PAGES : -STEP_PAGES);
    this.#isMerging = true;
    // One change is the command itself (sqlite.org/fts5.html, section 6.7).
    if ((this.#statements.changes.get() ?? 0) - before >= 2) return true;
    this.#isMerging = false;
    while (Number(this.#database.pragma("freelist_count", { simple: true })) > STEP_FREE_PAGES) {
      this.#database.pragma(`incremental_vacuum(${STEP_FREE_PAGES})`);
    }
    // Until the checkpoint, the log and the file contain the earlier pages. A reader can prevent it: then the next purge
    // repeats it.
    const [checkpoint] = this.#database.pragma("wal_checkpoint(TRUNCATE)") as [{ readonly busy: number }];
    if (checkpoint.busy === 0) this.#statements.done.run(purges);
    return false;
  }
}
