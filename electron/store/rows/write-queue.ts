import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { toStorageError } from "../storage-error.ts";

/**
 * A transaction accepts no further write after this time. With its commit and the work of FTS5 at the commit, it keeps
 * the thread below the limit of 20 ms (ADR 0013).
 */
const MAX_TRANSACTION_MS = 6;
/** A step of long work is shorter: it changes more pages in the same time, so its commit takes longer (ADR 0024). */
const MAX_STEP_MS = 3;

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
 * most of a write's cost (ADR 0004). A single write waits only for the end of its turn, a few microseconds. If there are
 * more writes than fit into {@link MAX_TRANSACTION_MS}, the rest follow in the next turn, so that reads are served.
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
  #pause: Error | null = null;

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
    const refusal = this.#refusal ?? this.#pause;
    if (refusal !== null) return Promise.reject(refusal);
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
      if (this.#queued.length === 1) setImmediate(() => this.#commitNext());
    });
  }

  /** Rejects writes with this error until it is called with null. */
  pause(error: Error | null): void {
    this.#pause = error;
  }

  /** Rejects every write from now on with this error. */
  refuse(error: Error): void {
    this.#refusal = error;
  }

  /**
   * Does long work in transactions of at most {@link MAX_STEP_MS}, between which other reads and writes run. Each
   * transaction leaves a consistent state; after a crash or an error the finished ones remain.
   * @param step does a part of a few milliseconds at most and returns where the next one starts, or null at the end. It
   * must not have effects outside the database, because it may run twice.
   * @returns yields the start of the next part after each transaction except the last
   */
  async *runInSteps<Position>(
    start: Position,
    step: (position: Position, context: WriteContext) => Position | null,
  ): AsyncGenerator<Position, void, undefined> {
    for (let position = start; ; ) {
      const next = await this.run((context) => {
        const deadline = performance.now() + MAX_STEP_MS;
        let reached = step(position, context);
        while (reached !== null && performance.now() < deadline) reached = step(reached, context);
        return reached;
      });
      if (next === null) return;
      position = next;
      yield position;
      await nextTurn();
    }
  }

  /** Commits all queued writes now. */
  flush(): void {
    while (this.#queued.length > 0) this.#commitSome();
  }

  #commitNext(): void {
    this.#commitSome();
    if (this.#queued.length > 0) setImmediate(() => this.#commitNext());
  }

  /** Commits the first queued writes in one transaction, and settles them. */
  #commitSome(): void {
    const writes = this.#queued;
    this.#queued = [];
    if (writes.length === 0) return;
    let done = writes.length;
    try {
      done = this.#commit(writes);
    } catch (error) {
      for (const write of writes) write.fail(error);
    }
    // Before the callers resume: what they write next comes after what was already queued.
    this.#queued = writes.slice(done);
    for (const write of writes.slice(0, done)) write.settle();
  }

  /** Returns the number of writes that the transaction contains. */
  #commit(writes: readonly QueuedWrite[]): number {
    try {
      return this.#runInTransaction(writes, (write) => write.attempt());
    } catch (error) {
      if (writes.length === 1) throw error;
      return this.#runInTransaction(writes, (write) => this.#runInSavepoint(write));
    }
  }

  #runInTransaction(writes: readonly QueuedWrite[], run: (write: QueuedWrite) => void): number {
    const deadline = performance.now() + MAX_TRANSACTION_MS;
    let done = 0;
    this.#statements.begin.run();
    try {
      for (const write of writes) {
        run(write);
        done++;
        if (performance.now() >= deadline) break;
      }
      this.#statements.commit.run();
    } catch (error) {
      if (this.#database.inTransaction) this.#statements.rollback.run();
      throw error;
    }
    this.#generation++;
    return done;
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
