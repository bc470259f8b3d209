import { close, constants, fdatasync, open } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import type { Database } from "better-sqlite3";
import { toFileError } from "../../core/util/file-error.ts";
import { toStorageError } from "../../sqlite/storage-error.ts";

/**
 * A transaction accepts no further write after this time. With its commit and the work of FTS5 at the commit, it keeps
 * the thread below the limit of 20 ms (ADR 0013).
 */
const MAX_TRANSACTION_MS = 6;
/** The longest time that the queue waits for further writes. */
const MAX_GATHERING_MS = 4;
/** A step of long work is shorter: it changes more pages in the same time, so its commit takes longer (ADR 0024). */
const MAX_STEP_MS = 3;

/** Lets a write register actions that run after its commit, before any other query: they keep caches up to date. */
export interface WriteContext {
  afterCommit(action: () => void): void;
}

interface QueuedWrite {
  /** Runs the write inside the open transaction. May be called again after a rollback. */
  readonly attempt: () => void;
  readonly fail: (error: unknown) => void;
  /** Runs the actions of a write that did not fail. */
  readonly committed: () => void;
  /** Resolves or rejects the caller's promise. */
  readonly settle: () => void;
}

/**
 * Group commit: writes that arrive in the same turn of the event loop or in the next ones, or while the previous ones are
 * synced to disk, share one transaction and one sync (ADR 0004). The sync runs on another thread; until it has finished, reads are
 * served and writes wait. If there are more writes than fit into {@link MAX_TRANSACTION_MS}, the rest follow in the
 * next turn.
 *
 * The writes first run without savepoints, because each savepoint makes FTS5 flush its pending terms. If one of them
 * throws, all are rolled back and run again, each in its own savepoint.
 */
export class WriteQueue {
  readonly #database: Database;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #onError: (error: unknown) => void;
  readonly #log: WriteAheadLog | null;
  #queued: QueuedWrite[] = [];
  /** Work on other connections that waits for its turn. */
  #elsewhere: (() => Promise<void>)[] = [];
  #isWorking = false;
  #work: Promise<void> = Promise.resolve();
  #synced: Promise<void> = Promise.resolve();
  #onCommit: () => void = () => undefined;
  #generation = 0;
  #refusal: Error | null = null;
  #pause: Error | null = null;
  /** The actions of the write that runs now. */
  #actions: (() => void)[] = [];

  /** @param onError is called with the failure of each write, also where its caller ignores it */
  constructor(database: Database, onError: (error: unknown) => void = () => undefined) {
    this.#database = database;
    this.#onError = onError;
    this.#log = WriteAheadLog.of(database);
    this.#statements = prepareStatements(database);
  }

  /** Runs `action` after the commit of the write that runs now, as {@link WriteContext.afterCommit}. */
  afterCommit(action: () => void): void {
    this.#actions.push(action);
  }

  /** The number of commits so far: while it is the same, nothing was written. */
  readonly generation = (): number => this.#generation;

  /** @param listener is called after each commit, and after each work on another connection */
  onCommit(listener: () => void): void {
    this.#onCommit = listener;
  }

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
        attempt: () => {
          actions = [];
          this.#actions = actions;
          outcome = { value: write({ afterCommit: (action) => actions.push(action) }) };
        },
        fail: (error) => {
          actions = [];
          outcome = { error: toStorageError(error) };
          this.#onError(error);
        },
        committed() {
          for (const action of actions) action();
        },
        settle() {
          if ("error" in outcome) reject(outcome.error);
          else resolve(outcome.value);
        },
      });
      this.#wake();
    });
  }

  /**
   * Runs work that writes through another connection, for example on another thread, and changes no result of a query.
   * Until it has finished, reads are served and the writes of this queue wait, so that none of them blocks this thread
   * until SQLite's lock is free.
   */
  runElsewhere<T>(work: () => T | Promise<T>): Promise<T> {
    const refusal = this.#refusal ?? this.#pause;
    if (refusal !== null) return Promise.reject(refusal);
    return new Promise<T>((resolve, reject) => {
      this.#elsewhere.push(async () => {
        try {
          resolve(await work());
        } catch (error) {
          this.#onError(error);
          reject(toStorageError(error));
        }
        this.#notify();
      });
      this.#wake();
    });
  }

  /** Resolves when everything that can be read is on disk. A read that is acknowledged like a write waits for it. */
  synced(): Promise<void> {
    return this.#synced;
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

  /** Commits queued writes. The database can be closed afterwards. */
  async close(): Promise<void> {
    while (this.#isWorking) await this.#work;
    await this.#log?.close();
  }

  #wake(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#work = this.#workOff();
  }

  async #workOff(): Promise<void> {
    while (this.#queued.length > 0 || this.#elsewhere.length > 0) {
      await this.#gather();
      await this.#commitSome();
      await this.#elsewhere.shift()?.();
    }
    this.#isWorking = false;
  }

  /** Waits until a turn of the event loop adds no write, so that clients that capture at the same time share a commit. */
  async #gather(): Promise<void> {
    const deadline = performance.now() + MAX_GATHERING_MS;
    let before: number;
    do {
      before = this.#queued.length;
      await nextTurn();
    } while (this.#queued.length > before && performance.now() < deadline);
  }

  /** Commits the first queued writes in one transaction, syncs and settles them. */
  async #commitSome(): Promise<void> {
    const writes = this.#queued;
    if (writes.length === 0) return;
    this.#queued = [];
    let finished = writes;
    try {
      finished = writes.slice(0, this.#commit(writes));
      // Before the callers resume: their next writes come after the queued ones.
      this.#queued = writes.slice(finished.length);
      this.#synced = this.#log?.sync() ?? Promise.resolve();
      for (const write of finished) write.committed();
      this.#notify();
      await this.#synced;
    } catch (error) {
      for (const write of finished) write.fail(error);
    }
    for (const write of finished) write.settle();
  }

  /** The writes are committed, whether or not the listener fails. */
  #notify(): void {
    try {
      this.#onCommit();
    } catch (error) {
      this.#onError(error);
    }
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

const openFile = promisify(open);
const syncFile = promisify(fdatasync);
const closeFile = promisify(close);

/**
 * The write-ahead log of an open database, synced apart from SQLite: `fdatasync` on a thread of libuv, so that the
 * serving thread does not wait for the disk (ADR 0004). The connection uses `synchronous = NORMAL`: SQLite syncs the
 * log's header, and log and file at a checkpoint, but not each commit. Closing the file releases no lock: SQLite has
 * none on the log.
 */
class WriteAheadLog {
  readonly #path: string;
  #file: number | null = null;

  private constructor(path: string) {
    this.#path = path;
  }

  /** Null for a database without a write-ahead log: SQLite then syncs each commit. */
  static of(database: Database): WriteAheadLog | null {
    if (database.pragma("journal_mode", { simple: true }) !== "wal") return null;
    database.pragma("synchronous = NORMAL");
    return new WriteAheadLog(`${database.name}-wal`);
  }

  /** Syncs everything that was committed before the call. @throws storage */
  async sync(): Promise<void> {
    try {
      // SQLite creates the file with the first commit, and keeps it while the connection is open.
      this.#file ??= await openFile(this.#path, constants.O_RDWR);
      await syncFile(this.#file);
    } catch (error) {
      throw toFileError(error);
    }
  }

  /** Must be called before the database is closed, which deletes the log. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    if (file !== null) await closeFile(file);
  }
}
