import type { Database } from "better-sqlite3";
import type { Memory } from "../../core/memory.ts";
import type { Clock, MemoryStore } from "../../core/ports.ts";
import { VALIDITY_STATES, type Validity, validityAt } from "../../core/validity.ts";
import { MEMORY_COLUMNS, type MemoryRow, toMemory } from "./memory-row.ts";
import type { WriteQueue } from "./write-queue.ts";

/** Memories that are marked in one part of a transaction. */
const STEP_ROWS = 50;

interface DueRow {
  readonly row: number;
  readonly validity: number;
}

/**
 * Keeps the column `validity` true to the clock. It is written with each memory, and again when the clock passes an end
 * of the memory's interval or is set back before one. Such a mark is not a revision.
 */
export class ValidityMarks {
  readonly #writes: WriteQueue;
  readonly #clock: Clock;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** When the next memory becomes valid or expires. Long ago before the first query. */
  #nextAt = Number.NEGATIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #running: ReturnType<MemoryStore["refreshValidity"]> | null = null;

  constructor(database: Database, writes: WriteQueue, clock: Clock) {
    this.#writes = writes;
    this.#clock = clock;
    this.#statements = prepareStatements(database);
  }

  /** The number of an interval's validity now, for the column. */
  of(validity: Validity): number {
    const now = this.#clock.now();
    for (const end of [validity.validFrom, validity.validUntil]) {
      const at = end === null ? now : Date.parse(end);
      if (at > now) this.#nextAt = Math.min(this.#nextAt, at);
    }
    return VALIDITY_STATES.indexOf(validityAt(validity, now));
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** Implements {@link MemoryStore.refreshValidity}. While nothing can be written, the marks stay as they are. */
  refresh(): ReturnType<MemoryStore["refreshValidity"]> {
    // The caller of that run announces its changes. More may be due since it started.
    if (this.#running !== null) return this.#running.then(() => this.refresh());
    const now = this.#clock.now();
    if (now < this.#nextAt && now >= this.#lookedAt) return Promise.resolve(this.#result([]));
    const running = this.#markDue(now).finally(() => {
      this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #markDue(now: number): ReturnType<MemoryStore["refreshValidity"]> {
    const changed: Memory[] = [];
    if (this.#statements.due.get({ now, limit: 1 }) !== undefined) {
      const steps = this.#writes.runInSteps(0, (position, { afterCommit }) => {
        const due = this.#statements.due.all({ now, limit: STEP_ROWS });
        for (const { row, validity } of due) this.#statements.mark.run(validity, row);
        const marked = due.flatMap(({ row }) => this.#statements.memory.get(row) ?? []).map(toMemory);
        afterCommit(() => changed.push(...marked));
        return due.length < STEP_ROWS ? null : position + 1;
      });
      try {
        for await (const _ of steps);
      } catch {
        // The queue has reported it. The next call tries again.
        return this.#result(changed);
      }
    }
    const { nextAt } = this.#statements.next.get() ?? { nextAt: null };
    this.#nextAt = nextAt ?? Number.POSITIVE_INFINITY;
    this.#lookedAt = now;
    return this.#result(changed);
  }

  #result(changed: readonly Memory[]) {
    return { changed, nextAt: Number.isFinite(this.#nextAt) ? this.#nextAt : null };
  }
}

function prepareStatements(database: Database) {
  // Each part is a range of an index. The last two have rows only after the clock was set back.
  const due = ["validity = 0 AND valid_until <= @now", "validity = 2 AND valid_from <= @now"];
  const early = ["validity = 1 AND valid_until > @now", "validity = 0 AND valid_from > @now"];
  return {
    due: database.prepare<[{ now: number; limit: number }], DueRow>(
      `SELECT row, CASE WHEN valid_until <= @now THEN 1 WHEN valid_from > @now THEN 2 ELSE 0 END AS validity
       FROM (${[...due, ...early].map((range) => `SELECT row, valid_from, valid_until FROM memories WHERE ${range}`).join(" UNION ")})
       LIMIT @limit`,
    ),
    mark: database.prepare<[number, number]>("UPDATE memories SET validity = ? WHERE row = ?"),
    memory: database.prepare<[number], MemoryRow>(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.row = ?`),
    next: database.prepare<[], { nextAt: number | null }>(
      `SELECT min(at) AS nextAt FROM (
         SELECT (SELECT min(valid_until) FROM memories WHERE validity = 0 AND valid_until IS NOT NULL) AS at
         UNION ALL SELECT (SELECT min(valid_from) FROM memories WHERE validity = 2 AND valid_from IS NOT NULL))`,
    ),
  };
}
