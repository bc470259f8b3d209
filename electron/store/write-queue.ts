import type { Database } from "better-sqlite3";
import { toStorageError } from "./storage-error.ts";

/** What a write may ask for while it runs: things to be done once it is on disk. */
export interface WriteContext {
  afterCommit(action: () => void): void;
}

export interface WriteQueue {
  /**
   * Runs `write` in a transaction; resolved means durable. A write that throws changes nothing, and harms no other.
   * It touches nothing but the database, since it may be run again.
   */
  run<T>(write: (context: WriteContext) => T): Promise<T>;
  /** Commits what waits, now. */
  flush(): void;
  /** Counts up with every commit; equal values mean that nothing was written in between. */
  generation(): number;
}

interface Waiting {
  readonly attempt: () => void;
  readonly fail: (error: unknown) => void;
  /** Tells who waits how it ended. */
  readonly settle: () => void;
}

/**
 * Group commit: writes that arrive in the same turn of the event loop share one transaction and so one wait for the
 * disk, which is most of what a write costs. A lone write waits for the end of its turn alone, some microseconds.
 *
 * They first run without savepoints, each of which would make FTS5 write out what it has gathered. Where one of them
 * throws, all are undone and run again, each behind a savepoint of its own.
 */
export function createWriteQueue(database: Database): WriteQueue {
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  const rollback = database.prepare("ROLLBACK");
  const mark = database.prepare("SAVEPOINT one_write");
  const unmark = database.prepare("RELEASE one_write");
  const undo = database.prepare("ROLLBACK TO one_write");
  let waiting: Waiting[] = [];
  let generation = 0;

  function commitAll(writes: readonly Waiting[], attempt: (write: Waiting) => void): void {
    begin.run();
    try {
      for (const write of writes) attempt(write);
      commit.run();
    } catch (error) {
      if (database.inTransaction) rollback.run();
      throw error;
    }
    generation++;
  }

  function attemptApart(write: Waiting): void {
    mark.run();
    try {
      write.attempt();
    } catch (error) {
      // A full disk or a damaged page ends SQLite's whole transaction: then there is no savepoint to go back to.
      if (!database.inTransaction) throw error;
      undo.run();
      write.fail(error);
    }
    unmark.run();
  }

  function commitSomehow(writes: readonly Waiting[]): void {
    try {
      commitAll(writes, (write) => write.attempt());
    } catch (error) {
      if (writes.length === 1) throw error;
      commitAll(writes, attemptApart);
    }
  }

  function flush(): void {
    const writes = waiting;
    waiting = [];
    if (writes.length === 0) return;
    try {
      commitSomehow(writes);
    } catch (error) {
      for (const write of writes) write.fail(error);
    }
    for (const write of writes) write.settle();
  }

  return {
    flush,
    generation: () => generation,
    run<T>(write: (context: WriteContext) => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        let actions: (() => void)[] = [];
        let outcome: { readonly value: T } | { readonly error: unknown };
        waiting.push({
          attempt() {
            actions = [];
            outcome = { value: write({ afterCommit: (action) => actions.push(action) }) };
          },
          fail(error) {
            outcome = { error: toStorageError(error) };
          },
          settle() {
            if ("error" in outcome) return reject(outcome.error);
            for (const action of actions) action();
            resolve(outcome.value);
          },
        });
        if (waiting.length === 1) setImmediate(flush);
      });
    },
  };
}
