import type { Database } from "better-sqlite3";
import { attributed, type Entry, readStoredEntry } from "../../core/replication/entry.ts";
import type { OpenConflict } from "../../core/replication/merge.ts";
import type { Stamp } from "../../core/replication/stamp.ts";
import type { SqlValue } from "../../sqlite/sql.ts";

/** What the entries of a space say about a memory; its columns are described at the migration. */
export interface SpaceMemory {
  readonly memory: string;
  readonly space: number;
  readonly status: "attached" | "detached" | "absent";
  readonly isPurged: boolean;
  readonly heads: readonly Stamp[];
  readonly lastStamp: Stamp;
  readonly base: number;
  readonly lastRevision: number | null;
  readonly successor: string | null;
  readonly successorStamp: Stamp;
}

interface SpaceMemoryRow {
  readonly memory: string;
  readonly space: number;
  readonly status: SpaceMemory["status"];
  readonly purged: number;
  readonly heads: string;
  readonly last_stamp: string;
  readonly base: number;
  readonly last_revision: number | null;
  readonly successor: string | null;
  readonly successor_stamp: string;
}

/** A memory of which a space has no entry. */
export function newSpaceMemory(memory: string, space: number): SpaceMemory {
  return {
    memory,
    space,
    status: "absent",
    isPurged: false,
    heads: [],
    lastStamp: "",
    base: 0,
    lastRevision: null,
    successor: null,
    successorStamp: "",
  };
}

export interface StoredEntry {
  readonly space: number;
  /** The number of the device. */
  readonly device: number;
  readonly sequence: number;
  readonly memory: string;
  readonly stamp: Stamp;
  /** Null: a purge has deleted it. */
  readonly body: string | null;
  /** 1 if it has no effect: its stamp is too far ahead of the clock, or it will be merged with others. Default: 0. */
  readonly held?: number;
}

/** The rows of the change log. All methods that write must run inside a transaction. */
export class ChangeRows {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: Database) {
    this.#statements = prepareStatements(database);
  }

  find(memory: string, space: number): SpaceMemory | undefined {
    const row = this.#statements.find.get(memory, space);
    return row === undefined ? undefined : toSpaceMemory(row);
  }

  /** What each space says about a memory. */
  allOf(memory: string): SpaceMemory[] {
    return this.#statements.allOf.all(memory).map(toSpaceMemory);
  }

  /** The space whose entries make the memory here. */
  attachedTo(memory: string): SpaceMemory | undefined {
    return this.allOf(memory).find(({ status }) => status === "attached");
  }

  save(given: SpaceMemory): void {
    this.#statements.save.run(
      given.memory,
      given.space,
      given.status,
      given.isPurged ? 1 : 0,
      given.heads.join(" "),
      given.lastStamp,
      given.base,
      given.lastRevision,
      given.successor,
      given.successorStamp,
    );
  }

  /**
   * Ends the detachment of a memory from all spaces except its present one: their entries have an effect again.
   * Returns whether it was detached from any.
   */
  endDetachment(memory: string, space: number): boolean {
    return this.#statements.endDetachment.run(memory, space).changes > 0;
  }

  remove(memory: string, space: number): void {
    this.#statements.removeEntries.run(memory, space);
    this.#statements.remove.run(memory, space);
  }

  /** The entries of a memory that have an effect, and whose contents were not purged. */
  entriesOf(memory: string, space: number): Entry[] {
    return this.#statements.entriesOf
      .all(memory, space)
      .map(({ body, author }) => attributed(readStoredEntry(body), author));
  }

  /** The entries of a memory that other devices sent, and whose contents were not purged. */
  receivedOf(memory: string, space: number): StoredEntry[] {
    return this.#statements.receivedOf.all(memory, space);
  }

  /** The name of a device as an author; null for this device, and its former identities. */
  authorOf(device: number): string | null {
    return this.#statements.authorOf.get(device)?.author ?? null;
  }

  findEntry(memory: string, space: number, stamp: Stamp): StoredEntry | undefined {
    return this.#statements.findEntry.get(memory, space, stamp);
  }

  add({ space, device, sequence, memory, stamp, body, held = 0 }: StoredEntry): void {
    this.#statements.add.run(space, device, sequence, memory, stamp, body, held);
  }

  /** Takes the effect of an entry, until it is released. */
  hold({ memory, space, stamp }: StoredEntry): void {
    this.#statements.hold.run(memory, space, stamp);
  }

  /** Whether a space has more entries of a memory than `count`. */
  hasMoreEntries(memory: string, space: number, count: number): boolean {
    return (this.#statements.countEntries.get(memory, space, count + 1) ?? 0) > count;
  }

  /** Replaces an entry by another one with its stamp. */
  replace({ memory, space, stamp }: StoredEntry, { device, sequence, body }: StoredEntry): void {
    this.#statements.replace.run(device, sequence, body, memory, space, stamp);
  }

  /** The id of a device. */
  deviceId(device: number): string {
    return this.#statements.authorOf.get(device)?.id ?? "";
  }

  /** Deletes the contents of all entries of a memory, except the purge itself. */
  erase(memory: string, space: number, purge: Stamp): void {
    this.#statements.noteErasures.run(memory, space, purge);
    this.#statements.erase.run(memory, space, purge);
  }

  /** Notes that the carrier can have contents of a change that were purged. */
  noteErasure(device: number, sequence: number): void {
    this.#statements.noteErasure.run(device, sequence);
  }

  /** Notes a domain that others share in a space. */
  offerDomain(space: number, domain: string): void {
    this.#statements.offerDomain.run(space, domain);
  }

  /** The sequence of the last entry that is stored for a device; 0 without entries. */
  lastSequence(device: number): number {
    return this.#statements.lastSequence.get(device) ?? 0;
  }

  lastStampOf(device: number): Stamp {
    return this.#statements.lastStamp.get(device) ?? "";
  }

  /** The first `limit` of a device's entries after a sequence. */
  entriesAfter(device: number, sequence: number, limit: number): StoredEntry[] {
    return this.#statements.entriesAfter.all(device, sequence, limit);
  }

  /** Replaces the open conflicts of a memory. `space`: the space of the change. */
  setConflicts(memory: string, conflicts: readonly (OpenConflict & { readonly space: number })[]): void {
    this.#statements.removeConflicts.run(memory);
    for (const { space, stamp, fields } of conflicts) {
      this.#statements.addConflict.run(memory, space, stamp, fields.join(","));
    }
  }

  hasConflicts(memory: string): boolean {
    return this.#statements.hasConflicts.get(memory) !== undefined;
  }

  /** The memories that the entries of a space mark as superseded by another. */
  predecessorsOf(memory: string): string[] {
    return this.#statements.predecessors.all(memory);
  }

  memoriesInCycles(): string[] {
    return this.#statements.inCycle.all();
  }

  setInCycle(memory: string, isInCycle: boolean): void {
    this.#statements.setInCycle.run(isInCycle ? 1 : 0, memory);
  }
}

function toSpaceMemory(row: SpaceMemoryRow): SpaceMemory {
  const { memory, space, status, base, successor } = row;
  return {
    memory,
    space,
    status,
    isPurged: row.purged === 1,
    heads: row.heads === "" ? [] : row.heads.split(" "),
    lastStamp: row.last_stamp,
    base,
    lastRevision: row.last_revision,
    successor,
    successorStamp: row.successor_stamp,
  };
}

/** The name of a device `d` of a space `s` as an author; null for this device. */
const AUTHOR = "CASE WHEN d.own = 1 OR d.number = s.device THEN NULL ELSE coalesce(nullif(d.name, ''), d.id) END";

function prepareStatements(database: Database) {
  const columns = "memory, space, status, purged, heads, last_stamp, base, last_revision, successor, successor_stamp";
  const entry = "space, device, sequence, memory, stamp, body, held";
  return {
    find: database.prepare<[string, number], SpaceMemoryRow>(
      `SELECT ${columns} FROM space_memories WHERE memory = ? AND space = ?`,
    ),
    allOf: database.prepare<[string], SpaceMemoryRow>(
      `SELECT ${columns} FROM space_memories WHERE memory = ? ORDER BY space`,
    ),
    save: database.prepare<SqlValue[]>(
      `INSERT INTO space_memories (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (memory, space) DO UPDATE SET status = excluded.status, purged = excluded.purged,
         heads = excluded.heads, last_stamp = excluded.last_stamp, base = excluded.base,
         last_revision = excluded.last_revision, successor = excluded.successor,
         successor_stamp = excluded.successor_stamp`,
    ),
    remove: database.prepare<[string, number]>("DELETE FROM space_memories WHERE memory = ? AND space = ?"),
    removeEntries: database.prepare<[string, number]>("DELETE FROM entries WHERE memory = ? AND space = ?"),
    entriesOf: database.prepare<[string, number], { body: string; author: string | null }>(
      `SELECT e.body, ${AUTHOR} AS author FROM entries e JOIN space_devices d ON d.number = e.device
         JOIN spaces s ON s.number = e.space
         WHERE e.memory = ? AND e.space = ? AND e.body IS NOT NULL AND e.held = 0 ORDER BY e.stamp`,
    ),
    receivedOf: database.prepare<[string, number], StoredEntry>(
      `SELECT e.space, e.device, e.sequence, e.memory, e.stamp, e.body, e.held FROM entries e
         JOIN space_devices d ON d.number = e.device JOIN spaces s ON s.number = e.space
       WHERE e.memory = ? AND e.space = ? AND e.body IS NOT NULL AND d.own = 0 AND d.number <> s.device`,
    ),
    findEntry: database.prepare<[string, number, string], StoredEntry>(
      `SELECT ${entry} FROM entries WHERE memory = ? AND space = ? AND stamp = ?`,
    ),
    add: database.prepare<SqlValue[]>(`INSERT INTO entries (${entry}) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    hold: database.prepare<SqlValue[]>("UPDATE entries SET held = 1 WHERE memory = ? AND space = ? AND stamp = ?"),
    countEntries: database
      .prepare<[string, number, number], number>(
        "SELECT count(*) FROM (SELECT 1 FROM entries WHERE memory = ? AND space = ? LIMIT ?)",
      )
      .pluck(),
    replace: database.prepare<SqlValue[]>(
      "UPDATE entries SET device = ?, sequence = ?, body = ? WHERE memory = ? AND space = ? AND stamp = ?",
    ),
    authorOf: database.prepare<[number], { id: string; author: string | null }>(
      `SELECT d.id, ${AUTHOR} AS author FROM space_devices d JOIN spaces s ON s.number = d.space WHERE d.number = ?`,
    ),
    endDetachment: database.prepare<SqlValue[]>(
      `UPDATE space_memories SET status = 'absent', last_revision = NULL
       WHERE memory = ? AND space <> ? AND status = 'detached'`,
    ),
    erase: database.prepare<SqlValue[]>(
      "UPDATE entries SET body = NULL WHERE memory = ? AND space = ? AND stamp <> ? AND body IS NOT NULL",
    ),
    noteErasures: database.prepare<SqlValue[]>(
      `INSERT INTO erasures (device, sequence)
       SELECT device, sequence FROM entries WHERE memory = ? AND space = ? AND stamp <> ? AND body IS NOT NULL
       ON CONFLICT DO NOTHING`,
    ),
    noteErasure: database.prepare<[number, number]>(
      "INSERT INTO erasures (device, sequence) VALUES (?, ?) ON CONFLICT DO NOTHING",
    ),
    offerDomain: database.prepare<SqlValue[]>(
      "INSERT INTO space_offers (space, domain) VALUES (?, ?) ON CONFLICT DO NOTHING",
    ),
    lastSequence: database
      .prepare<[number], number | null>("SELECT max(sequence) FROM entries WHERE device = ?")
      .pluck(),
    lastStamp: database
      .prepare<[number], string>("SELECT stamp FROM entries WHERE device = ? ORDER BY sequence DESC LIMIT 1")
      .pluck(),
    entriesAfter: database.prepare<[number, number, number], StoredEntry>(
      `SELECT ${entry} FROM entries WHERE device = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
    ),
    removeConflicts: database.prepare<[string]>("DELETE FROM conflicts WHERE memory = ?"),
    addConflict: database.prepare<SqlValue[]>(
      "INSERT INTO conflicts (memory, space, stamp, fields) VALUES (?, ?, ?, ?)",
    ),
    hasConflicts: database.prepare<[string]>("SELECT 1 FROM conflicts WHERE memory = ? LIMIT 1"),
    predecessors: database
      .prepare<[string], string>("SELECT memory FROM space_memories WHERE successor = ? AND status = 'attached'")
      .pluck(),
    inCycle: database.prepare<[], string>("SELECT memory FROM space_memories WHERE in_cycle = 1").pluck(),
    setInCycle: database.prepare<[number, string]>(
      "UPDATE space_memories SET in_cycle = ? WHERE memory = ? AND status = 'attached'",
    ),
  };
}
