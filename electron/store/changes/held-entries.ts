import type { Database } from "better-sqlite3";
import type { AppliedChange } from "../../core/replication/change-store.ts";
import { type Entry, readStoredEntry } from "../../core/replication/entry.ts";
import { mergeEntries } from "../../core/replication/merge.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { LogParts } from "./change-log.ts";
import type { StoredEntry } from "./change-rows.ts";
import type { MaterialisedChange } from "./materialiser.ts";
import type { Space } from "./space-cache.ts";
import { changeInSteps } from "./steps.ts";

interface HeldEntriesParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly log: LogParts;
}

/** The last entries of this device that are compared with the clock: its own greatest stamp is not stored. */
const CHECKED_FIRST = 5_000;
const CHECKED_LATER = 50;

/**
 * Entries that are stored and have no effect yet. Those of a memory that receives many are merged together: what a merge
 * costs depends on the number of entries. Those whose stamps are too far ahead of the clock wait for their time
 * (ADR 0047). Entries can be too far ahead that were applied already, by a version that did not hold them, or before the clock of
 * this device was set back. They are taken out, and this device issues its own changes with possible stamps.
 */
export class HeldEntries {
  readonly #parts: HeldEntriesParts;
  readonly #statements: ReturnType<typeof prepareStatements>;
  #checked = CHECKED_FIRST;

  constructor(parts: HeldEntriesParts) {
    this.#parts = parts;
    this.#statements = prepareStatements(parts.database);
  }

  /** Brings the held entries of a space up to date, in steps. */
  async update(
    space: Space,
    onChange: (changes: readonly AppliedChange[]) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { log, writes } = this.#parts;
    const { number, id } = space;
    const due = this.#statements.due;
    const isDue = due.get(number, log.spaces.lastStamp) !== undefined;
    const suspects = this.#statements.suspects.all(number, this.#checked, log.spaces.lastStamp);
    this.#checked = CHECKED_LATER;
    if (!isDue && suspects.length === 0) return;
    const next = () => due.get(number, log.spaces.lastStamp) ?? this.#nextAhead(number, suspects);
    await changeInSteps(
      writes,
      next(),
      (memory) => {
        const changed = memory === undefined ? [] : this.#updateMemory(log.space(id), memory);
        const reached = next();
        // A memory that cannot be brought up to date must not be tried for ever.
        const isLast = reached === undefined || reached === memory;
        if (isLast) for (const device of suspects) this.#statements.correctDevice.run(log.spaces.lastStamp, device);
        return { changed, reached, isLast };
      },
      onChange,
      signal,
    );
  }

  /** Merges the held entries of some memories, in steps. */
  async merge(
    { id }: Space,
    memories: readonly string[],
    onChange: (changes: readonly AppliedChange[]) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { log, writes } = this.#parts;
    const mergeNext = (index: number) => {
      const memory = memories[index];
      const changed = memory === undefined ? [] : this.#updateMemory(log.space(id), memory);
      return { changed, reached: index + 1, isLast: index + 1 >= memories.length };
    };
    await changeInSteps(writes, 0, mergeNext, onChange, signal);
  }

  #nextAhead(space: number, devices: readonly number[]): string | undefined {
    for (const device of devices) {
      const found = this.#statements.ahead.get(device, this.#parts.log.spaces.lastStamp, space);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #updateMemory(space: Space, memory: string): MaterialisedChange[] {
    const { changes, materialiser, recorder, spaces } = this.#parts.log;
    const last = spaces.lastStamp;
    this.#statements.release.run(memory, space.number, last);
    const ahead = this.#statements.aheadOf.all(memory, space.number, last);
    this.#statements.hold.run(memory, space.number, last);
    const link = changes.find(memory, space.number);
    if (ahead.length === 0 || link === undefined) return materialiser.settle(space, memory);
    const { heads, last: lastStamp } = mergeEntries(changes.entriesOf(memory, space.number));
    changes.save({ ...link, heads, lastStamp, successor: null, successorStamp: "" });
    recorder.reissue(space, memory, ahead.filter(({ device }) => changes.authorOf(device) === null).flatMap(read));
    return materialiser.withdraw(space, memory);
  }
}

function read({ body }: StoredEntry): Entry[] {
  return body === null ? [] : [readStoredEntry(body)];
}

function prepareStatements(database: Database) {
  const isAhead = `held = 0 AND body IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM space_memories m WHERE m.memory = e.memory AND m.space = e.space AND m.purged = 1)`;
  return {
    due: database
      .prepare<[number, string], string>(
        "SELECT memory FROM entries WHERE space = ? AND held = 1 AND stamp <= ? ORDER BY stamp LIMIT 1",
      )
      .pluck(),
    suspects: database
      .prepare<[number, number, string], number>(
        `SELECT d.number FROM space_devices d JOIN spaces s ON s.number = d.space WHERE d.space = ? AND max(d.last_stamp,
           CASE WHEN d.number = s.device THEN coalesce((SELECT max(stamp) FROM (SELECT stamp FROM entries e
             WHERE e.device = d.number AND held = 0 ORDER BY sequence DESC LIMIT ?)), '') ELSE '' END) > ?`,
      )
      .pluck(),
    ahead: database
      .prepare<[number, string, number], string>(
        `SELECT memory FROM entries e WHERE device = ? AND stamp > ? AND space = ? AND ${isAhead} LIMIT 1`,
      )
      .pluck(),
    aheadOf: database.prepare<[string, number, string], StoredEntry>(
      `SELECT space, device, sequence, memory, stamp, body, held FROM entries e
       WHERE memory = ? AND space = ? AND stamp > ? AND ${isAhead} ORDER BY stamp`,
    ),
    hold: database.prepare<SqlValue[]>(
      `UPDATE entries AS e SET held = 1 WHERE memory = ? AND space = ? AND stamp > ? AND ${isAhead}`,
    ),
    release: database.prepare<SqlValue[]>(
      "UPDATE entries SET held = 0 WHERE memory = ? AND space = ? AND held = 1 AND stamp <= ?",
    ),
    correctDevice: database.prepare<SqlValue[]>(
      `UPDATE space_devices SET last_stamp = coalesce((SELECT max(stamp) FROM entries
         WHERE device = number AND held = 0 AND stamp <= ?), '') WHERE number = ?`,
    ),
  };
}
