import type { Database } from "better-sqlite3";
import { toStorageError } from "./storage-error.ts";

/** What a write may ask for while it runs: things to be done once it is on disk. */
export interface WriteContext {
  afterCommit(action: () => void): void;
}

export interface WriteQueue {
  /** Runs `write` in a transaction; resolved means durable. A write that throws changes nothing, and harms no other. */
  run<T>(write: (context: WriteContext) => T): Promise<T>;
  /** Commits what waits, now. */
  flush(): void;
  /** Counts up with every commit; equal values mean that nothing was written in between. */
  generation(): number;
}

interface Waiting {
  readonly attempt: () => void;
  /** Told after commit, or why there was none. */
  readonly settle: (failure: { readonly error: unknown } | null) => void;
}

/**
 * Group commit: writes that arrive in the same turn of the event loop share one transaction and so one wait for the
 * disk, which is nearly all that a write costs. A lone write waits for the end of its turn alone, some microseconds.
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

  function commitAll(writes: readonly Waiting[]): void {
    begin.run();
    try {
      for (const { attempt } of writes) attempt();
      commit.run();
    } catch (error) {
      if (database.inTransaction) rollback.run();
      throw error;
    }
  }

  function flush(): void {
    const writes = waiting;
    waiting = [];
    if (writes.length === 0) return;
    let failure: { readonly error: unknown } | null = null;
    try {
      commitAll(writes);
      generation++;
    } catch (error) {
      failure = { error: toStorageError(error) };
    }
    for (const { settle } of writes) settle(failure);
  }

  return {
    flush,
    generation: () => generation,
    run<T>(write: (context: WriteContext) => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        const actions: (() => void)[] = [];
        let outcome: { readonly value: T } | { readonly error: unknown } | null = null;
        waiting.push({
          attempt() {
            mark.run();
            try {
              outcome = { value: write({ afterCommit: (action) => actions.push(action) }) };
            } catch (error) {
              // A full disk or a damaged page ends SQLite's whole transaction: then there is no savepoint to go back to.
              if (!database.inTransaction) throw error;
              undo.run();
              outcome = { error: toStorageError(error) };
            }
            unmark.run();
          },
          settle(failure) {
            if (failure !== null) return reject(failure.error);
            if (outcome === null || "error" in outcome) return reject(outcome?.error);
            for (const action of actions) action();
            resolve(outcome.value);
          },
        });
        if (waiting.length === 1) setImmediate(flush);
      });
    },
  };
}
