import type { Database } from "better-sqlite3";
import type { ErrorBody } from "../text/errors.ts";
import type { Transcript } from "./readers/reader.ts";

/** Types of unknown records that are counted separately: a hostile transcript has any number. */
const MAX_TYPES = 100;

/** The stored state of a transcript. */
export interface SourceRow {
  readonly path: string;
  /** Its size and time when it was last read to its end. Null if it must be read. */
  readonly bytes: number | null;
  readonly modifiedAt: number | null;
  readonly failed: 0 | 1;
}

/** The transcripts that were read, and how far. Each method must run in a transaction. */
export class SourceRows {
  readonly #statements;

  constructor(database: Database) {
    this.#statements = {
      ofClient: database.prepare<[string], SourceRow>(
        `SELECT path, bytes, modified_at AS modifiedAt, error IS NOT NULL AS failed FROM source WHERE client = ?`,
      ),
      position: database.prepare<[string], string | null>("SELECT position FROM source WHERE path = ?").pluck(),
      setPosition: database.prepare<[string, string, string | null]>(`
        INSERT INTO source (path, client, position) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET client = excluded.client, position = excluded.position`),
      finish: database.prepare<[string, string, number, number, string | null]>(`
        INSERT INTO source (path, client, bytes, modified_at, error) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET client = excluded.client, bytes = excluded.bytes, modified_at = excluded.modified_at,
          error = excluded.error`),
      clearError: database.prepare<[string]>("UPDATE source SET error = NULL WHERE path = ?"),
      skipped: database.prepare<[string], string | null>("SELECT skipped FROM source WHERE path = ?").pluck(),
      setSkipped: database.prepare<[string, string]>("UPDATE source SET skipped = ? WHERE path = ?"),
      readAgain: database.prepare(
        "UPDATE source SET position = NULL, bytes = NULL, modified_at = NULL, skipped = NULL",
      ),
      readFromStart: database.prepare<[string, string]>(
        "UPDATE source SET position = NULL WHERE path = ? AND NOT EXISTS (SELECT 1 FROM session WHERE source = ?)",
      ),
      scanned: database.prepare<[number]>("UPDATE state SET scanned_at = ?"),
    };
  }

  ofClient(client: string): Map<string, SourceRow> {
    return new Map(this.#statements.ofClient.all(client).map((row) => [row.path, row]));
  }

  /** The position at which the next read of a transcript continues, or null to start over. */
  positionOf(path: string): string | null {
    return this.#statements.position.get(path) ?? null;
  }

  setPosition(client: string, path: string, position: string | null): void {
    this.#statements.setPosition.run(path, client, position);
  }

  /** Records that a transcript was read to its end, or why it was not. */
  finish(client: string, { path, bytes, modifiedAt }: Transcript, error: ErrorBody | null): void {
    this.#statements.finish.run(
      path,
      client,
      bytes,
      Math.trunc(modifiedAt),
      error === null ? null : JSON.stringify(error),
    );
  }

  /** Removes the problem of a transcript that no longer exists. */
  clearError(path: string): void {
    this.#statements.clearError.run(path);
  }

  /** Adds to the counts of unknown records. @param isStart whether the transcript is read from its start */
  addSkipped(path: string, counts: ReadonlyMap<string, number>, isStart: boolean): void {
    if (counts.size === 0 && !isStart) return;
    const stored = isStart ? null : (this.#statements.skipped.get(path) ?? null);
    const sums = new Map<string, number>(stored === null ? [] : Object.entries(JSON.parse(stored)));
    for (const [type, count] of counts) {
      const name = sums.has(type) || sums.size < MAX_TYPES ? type : "other types";
      sums.set(name, (sums.get(name) ?? 0) + count);
    }
    this.#statements.setSkipped.run(JSON.stringify(Object.fromEntries(sums)), path);
  }

  /** Makes the next scan read every transcript from its start. */
  readAgain(): void {
    this.#statements.readAgain.run();
  }

  /**
   * Makes the next read of a transcript start over, once it changes. A transcript with other sessions is a database,
   * whose readers return the fields of a session with each of its messages.
   */
  readFromStart(path: string): void {
    this.#statements.readFromStart.run(path, path);
  }

  setScanned(at: number): void {
    this.#statements.scanned.run(at);
  }
}
