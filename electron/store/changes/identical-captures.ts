import type { Database } from "better-sqlite3";
import { hashesOf } from "../../core/content-hash.ts";
import { identityOf } from "../../core/memory.ts";
import { isSameValue } from "../../core/memory-fields.ts";
import type { Edit } from "../../core/ports.ts";
import type { AppliedChange } from "../../core/replication/change-store.ts";
import { readStoredEntry } from "../../core/replication/entry.ts";
import { isWithinTagLimit, joinTags } from "../../core/tags.ts";
import { createYielder } from "../../core/util/yielder.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { MEMORY_COLUMNS, type MemoryRow, tagsOf, toMemory } from "../rows/memory-row.ts";
import type { MemoryWriter } from "../rows/memory-writer.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { LogParts } from "./change-log.ts";
import type { MaterialisedChange } from "./materialiser.ts";
import type { Space } from "./space-cache.ts";
import { changeInSteps } from "./steps.ts";

/** The rows that one query compares, when all memories are compared. */
const COMPARED_ROWS = 500;

interface IdenticalCapturesParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly log: LogParts;
  readonly writer: MemoryWriter;
}

/** Who merges, and when. */
type Merging = Omit<Edit, "action">;

/**
 * Makes one memory of the same capture on two devices of a space. The device that made the later memory supersedes it by the
 * earlier one, which gets its tags and its pin. So one device writes each merge, and all devices agree about it. A memory
 * that the owner separated again stays separate.
 */
export class IdenticalCaptures {
  readonly #parts: IdenticalCapturesParts;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** The memories of each space that are to be compared. A space that is missing: all. */
  readonly #waiting = new Map<string, Set<string>>();

  constructor(parts: IdenticalCapturesParts) {
    this.#parts = parts;
    this.#statements = prepareStatements(parts.database);
  }

  /** The memory that the entries of a space made and that has the same content and place as this one; the oldest of several. */
  find(space: Space, row: MemoryRow): MemoryRow | undefined {
    return this.#groupOf(space, row).find(({ id }) => id !== row.id);
  }

  /** Gives a memory the tags and the pin of an identical one. @returns the changes */
  passOn(from: MemoryRow, to: MemoryRow, edit: Merging): MaterialisedChange[] {
    const { rows } = this.#parts.log;
    const { writer } = this.#parts;
    const tags = joinTags(tagsOf(to), tagsOf(from));
    if (isWithinTagLimit(tags)) writer.update(to.id, { tags }, null, { ...edit, action: "update" });
    if (from.pinned > to.pinned) writer.setPinned([to.id], true);
    const after = rows.find(to.id) ?? to;
    const isChanged = after.revision !== to.revision || after.pinned !== to.pinned;
    return isChanged ? [{ before: to, after }] : [];
  }

  /** Notes the memories of a space that arrived, to compare them in the next {@link merge}. */
  note(space: string, changes: readonly AppliedChange[]): void {
    const waiting = this.#waiting.get(space);
    for (const { before, after } of changes) {
      const isConcerned =
        after !== null &&
        (before?.supersededBy !== after.supersededBy || !isSameValue(before?.tags ?? null, after.tags));
      if (isConcerned) waiting?.add(after.id);
    }
  }

  /** Merges what arrived since the last call, in steps; all memories in the first call. */
  async merge(
    id: string,
    edit: Merging,
    onChange: (changes: readonly AppliedChange[]) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { log, writes } = this.#parts;
    const waiting = this.#waiting.get(id) ?? (await this.#repeated());
    this.#waiting.set(id, waiting);
    const memories = [...waiting];
    if (memories.length === 0) return;
    const next = (index: number) => {
      const memory = memories[index];
      const changed = memory === undefined ? [] : this.#mergeWith(log.space(id), memory, edit);
      return { changed, reached: index + 1, isLast: index + 1 >= memories.length };
    };
    await changeInSteps(
      writes,
      0,
      next,
      (changed, reached) => {
        for (const memory of memories.slice(0, reached)) waiting.delete(memory);
        onChange(changed);
      },
      signal,
    );
  }

  /** The memories whose content another one has too. */
  async #repeated(): Promise<Set<string>> {
    const { lastRow, repeated } = this.#statements;
    const found = new Set<string>();
    const yieldIfDue = createYielder();
    for (let after = 0; after < (lastRow.get() ?? 0); after += COMPARED_ROWS) {
      for (const memory of repeated.all(after, after + COMPARED_ROWS)) found.add(memory);
      await yieldIfDue();
    }
    return found;
  }

  #mergeWith(space: Space, memory: string, edit: Merging): MaterialisedChange[] {
    const { changes, rows } = this.#parts.log;
    const row = rows.find(memory);
    if (row === undefined || changes.find(memory, space.number)?.status !== "attached") return [];
    if (row.superseded_by !== null) return this.#followSuccessor(space, row, row.superseded_by, edit);
    const [oldest, ...later] = this.#groupOf(space, row);
    if (oldest === undefined || this.#isOwn(space, oldest)) return [];
    const merged = later.flatMap((other) => (this.#isOwn(space, other) ? this.#supersede(other, oldest.id, edit) : []));
    return [...merged, ...this.#passOnAgain(space, row.id, edit)];
  }

  /** Another device changed the tags of a memory, and did not know those that this device had added from its own. */
  #passOnAgain(space: Space, memory: string, edit: Merging): MaterialisedChange[] {
    const { log, writer } = this.#parts;
    const row = log.rows.find(memory);
    if (row === undefined || !log.changes.hasConflicts(memory)) return [];
    const own = this.#ownPredecessors(space, row);
    const tags = own.reduce((joined, other) => joinTags(joined, tagsOf(other)), tagsOf(row));
    const resolves = this.#statements.conflicts
      .all(memory, space.number)
      .filter((stamp) => this.#isAddition(space, memory, stamp, tags));
    if (own.length === 0 || resolves.length === 0 || !isWithinTagLimit(tags)) return [];
    const resolving = { ...edit, action: "update", resolves } as const;
    const { revision } = writer.setFields(memory, { tags }, null, resolving);
    if (revision === row.revision) log.recorder.resolve(row, resolving);
    return [{ before: row, after: log.rows.find(memory) ?? null }];
  }

  /** Whether a change of this device only added some of these tags. */
  #isAddition(space: Space, memory: string, stamp: string, tags: readonly string[]): boolean {
    const { changes } = this.#parts.log;
    const entry = changes.findEntry(memory, space.number, stamp);
    if (entry === undefined || entry.body === null || changes.authorOf(entry.device) !== null) return false;
    const { fields } = readStoredEntry(entry.body);
    return Object.keys(fields).join() === "tags" && (fields.tags ?? []).every((tag) => tags.includes(tag));
  }

  #supersede(row: MemoryRow, by: string, edit: Merging): MaterialisedChange[] {
    const { rows, revisions } = this.#parts.log;
    const to = rows.find(by);
    // It was superseded before, and is current again: a person decided so.
    const wasSeparated = revisions.of(row.id).some(({ action }) => action === "supersede");
    if (to === undefined || wasSeparated || !isWithinTagLimit(joinTags(tagsOf(to), tagsOf(row)))) return [];
    const passed = this.passOn(row, to, edit);
    this.#parts.writer.supersede({ id: row.id, expectedRevision: null }, by, edit);
    return [...passed, { before: row, after: rows.find(row.id) ?? null }];
  }

  /**
   * Another device superseded a memory, and did not know that this device had superseded an identical one by it. The
   * successor gets the tags.
   */
  #followSuccessor(space: Space, row: MemoryRow, successor: string, edit: Merging): MaterialisedChange[] {
    return this.#ownPredecessors(space, row).flatMap((other) => {
      const to = this.#parts.log.rows.find(successor);
      const isCurrent = to !== undefined && to.deleted_at === null && to.superseded_by === null && to.held === 0;
      return isCurrent && isIdentical(to, row) ? this.passOn(other, to, edit) : [];
    });
  }

  /** The memories of this device that an identical memory supersedes. */
  #ownPredecessors(space: Space, row: MemoryRow): MemoryRow[] {
    const { changes, rows } = this.#parts.log;
    return changes
      .predecessorsOf(row.id)
      .flatMap((id) => rows.find(id) ?? [])
      .filter((other) => isIdentical(other, row) && this.#isOwn(space, other));
  }

  /** The current memories of a space that are identical, the memory itself too if it is one of them; oldest first. */
  #groupOf(space: Space, row: MemoryRow): MemoryRow[] {
    const { content, domain, namespace, valid_from: from, valid_until: until } = row;
    return this.#statements.identical
      .all(...hashesOf(content), domain, namespace, from, until)
      .filter(({ id }) => this.#parts.log.changes.find(id, space.number)?.status === "attached");
  }

  /** Whether the first entry of a memory is of this device. */
  #isOwn(space: Space, { id }: MemoryRow): boolean {
    const device = this.#statements.firstDevice.get(id, space.number);
    return device !== undefined && this.#parts.log.changes.authorOf(device) === null;
  }
}

function isIdentical(one: MemoryRow, other: MemoryRow): boolean {
  return identityOf(toMemory(one)) === identityOf(toMemory(other));
}

function prepareStatements(database: Database) {
  return {
    identical: database.prepare<SqlValue[], MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM contents c CROSS JOIN memories m ON m.row = c.memory_row
       WHERE c.hash IN (?, ?) AND m.domain = ? AND m.namespace = ? AND m.valid_from IS ? AND m.valid_until IS ?
         AND m.held = 0 AND m.deleted_at IS NULL AND m.superseded_by IS NULL ORDER BY m.created_at, m.id`,
    ),
    lastRow: database.prepare<[], number | null>("SELECT max(memory_row) FROM contents").pluck(),
    repeated: database
      .prepare<[number, number], string>(
        `SELECT m.id FROM contents c CROSS JOIN memories m ON m.row = c.memory_row
         WHERE c.memory_row > ? AND c.memory_row <= ?
           AND EXISTS (SELECT 1 FROM contents o WHERE o.hash = c.hash AND o.memory_row <> c.memory_row)`,
      )
      .pluck(),
    conflicts: database
      .prepare<[string, number], string>("SELECT stamp FROM conflicts WHERE memory = ? AND space = ?")
      .pluck(),
    firstDevice: database
      .prepare<[string, number], number>(
        "SELECT device FROM entries WHERE memory = ? AND space = ? AND held = 0 ORDER BY stamp LIMIT 1",
      )
      .pluck(),
  };
}
