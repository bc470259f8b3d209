import type { Database } from "better-sqlite3";
import { toStorageError } from "../lifecycle/storage-error.ts";

/** Lets a write register actions that run after its transaction is on disk. */
export interface WriteContext {
  afterCommit(action: () => void): void;
}

interface QueuedWrite {
  /** Runs the write inside the open transaction. May be called again after a rollback. */
  readonly attempt: () => void;
  readonly fail: (error: unknown) => void;
  /** Resolves or rejects the caller's promise. */
  readonly settle: () => void;
}

/**
 * Group commit: writes that arrive in the same turn of the event loop share one transaction and one fsync, which is
 * most of a write's cost (ADR 0004). A single write waits only for the end of its turn, a few microseconds.
 *
 * The writes first run without savepoints, because each savepoint makes FTS5 flush its pending terms. If one of them
 * throws, all are rolled back and run again, each in its own savepoint.
 */
export class WriteQueue {
  readonly #database: Database;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #onError: (error: unknown) => void;
  #queued: QueuedWrite[] = [];
  #generation = 0;
  #refusal: Error | null = null;

  /** @param onError is called with the failure of each write, also where its caller ignores it */
  constructor(database: Database, onError: (error: unknown) => void = () => undefined) {
    this.#database = database;
    this.#onError = onError;
    this.#statements = prepareStatements(database);
  }

  /** The number of commits so far: while it is the same, nothing was written. */
  readonly generation = (): number => this.#generation;

  /**
   * Runs `write` in a transaction and resolves once it is on disk. A write that throws changes nothing and does not
   * affect others. It must not have effects outside the database, because it may run twice.
   */
  run<T>(write: (context: WriteContext) => T): Promise<T> {
    if (this.#refusal !== null) return Promise.reject(this.#refusal);
    return new Promise<T>((resolve, reject) => {
      let actions: (() => void)[] = [];
      let outcome: { readonly value: T } | { readonly error: unknown };
      this.#queued.push({
        attempt() {
          actions = [];
          outcome = { value: write({ afterCommit: (action) => actions.push(action) }) };
        },
        fail: (error) => {
          outcome = { error: toStorageError(error) };
          this.#onError(error);
        },
        settle() {
          if ("error" in outcome) return reject(outcome.error);
          for (const action of actions) action();
          resolve(outcome.value);
        },
      });
      if (this.#queued.length === 1) setImmediate(() => this.flush());
    });
  }

  /** Rejects every write from now on with this error. */
  refuse(error: Error): void {
    this.#refusal = error;
  }

  /** Commits all queued writes now. */
  flush(): void {
    const writes = this.#queued;
    this.#queued = [];
    if (writes.length === 0) return;
    try {
      this.#commit(writes);
    } catch (error) {
      for (const write of writes) write.fail(error);
    }
    for (const write of writes) write.settle();
  }

  #commit(writes: readonly QueuedWrite[]): void {
    try {
      this.#runInTransaction(writes, (write) => write.attempt());
    } catch (error) {
      if (writes.length === 1) throw error;
      this.#runInTransaction(writes, (write) => this.#runInSavepoint(write));
    }
  }

  #runInTransaction(writes: readonly QueuedWrite[], run: (write: QueuedWrite) => void): void {
    this.#statements.begin.run();
    try {
      for (const write of writes) run(write);
      this.#statements.commit.run();
    } catch (error) {
      if (this.#database.inTransaction) this.#statements.rollback.run();
      throw error;
    }
    this.#generation++;
  }

  #runInSavepoint(write: QueuedWrite): void {
    this.#statements.savepoint.run();
    try {
      write.attempt();
    } catch (error) {
      // After a full disk or a damaged page, SQLite has rolled back the entire transaction, including the savepoint.
      if (!this.#database.inTransaction) throw error;
      this.#statements.rollbackToSavepoint.run();
      write.fail(error);
    }
    this.#statements.release.run();
  }
}

function prepareStatements(database: Database) {
  return {
    begin: database.prepare("BEGIN IMMEDIATE"),
    commit: database.prepare("COMMIT"),
    rollback: database.prepare("ROLLBACK"),
    savepoint: database.prepare("SAVEPOINT one_write"),
    release: database.prepare("RELEASE one_write"),
    rollbackToSavepoint: database.prepare("ROLLBACK TO one_write"),
  };
}
