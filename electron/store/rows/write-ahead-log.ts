import { close, constants, fdatasync, open } from "node:fs";
import { promisify } from "node:util";
import type { Database } from "better-sqlite3";
import { toFileError } from "../../core/util/file-error.ts";

const openFile = promisify(open);
const syncFile = promisify(fdatasync);
const closeFile = promisify(close);

/**
 * The write-ahead log of an open database, synced apart from SQLite: `fdatasync` on a thread of libuv, so that the
 * serving thread does not wait for the disk (ADR 0004). The connection uses `synchronous = NORMAL`: SQLite syncs the
 * log's header, and log and file at a checkpoint, but not each commit. Closing the file releases no lock: SQLite has
 * none on the log.
 */
export class WriteAheadLog {
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
