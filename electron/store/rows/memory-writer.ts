import type { Memory } from "../../core/memory.ts";
import { EMPTY_STATE, type MemoryState, stateOf } from "../../core/memory-fields.ts";
import type { ArchivedMemory } from "../../core/memory-import.ts";
import {
  assertRevision,
  changedFields,
  REINSTATED,
  type RuledMemory,
  replaced,
  separated,
  superseded,
  type Target,
  trashed,
  updated,
} from "../../core/memory-rules.ts";
import type { Edit, MemoryChanges, NewMemory } from "../../core/ports.ts";
import { RecollectError } from "../../text/errors.ts";
import { fieldsOf, type MemoryRow, toMemory } from "./memory-row.ts";
import type { MemoryRows, PastRevision } from "./memory-rows.ts";
import type { ValidityMarks } from "./validity.ts";

/** Is notified of every change of a memory, in its transaction. */
export interface ChangeRecorder {
  /** Whether any domain is shared; while none is, changes are not recorded. */
  isActive(): boolean;
  /**
   * @param before null for a new memory
   * @param after null if the memory was deleted permanently or, with an edit, moved out of the memories
   * @param edit null for a purge, and for a pin, which is not a revision
   * @returns whether the rows were changed further
   * @throws conflict if it cannot be moved to the domain
   */
  record(before: MemoryRow | null, after: MemoryRow | null, edit: Edit | null): boolean;
}

interface MemoryWriterParts {
  readonly rows: MemoryRows;
  readonly validityMarks: ValidityMarks;
  readonly recorder: ChangeRecorder;
}

/** Who merges memories, and when. */
type Merging = Omit<Edit, "action">;

/**
 * Every change of a memory by a person or a client, each complete and recorded for spaces. Rules decide about the
 * target of a change. All methods must run inside a transaction.
 */
export class MemoryWriter {
  readonly #parts: MemoryWriterParts;

  constructor(parts: MemoryWriterParts) {
    this.#parts = parts;
  }

  /** @throws not_found, invalid_argument if `supersedes` cannot be superseded */
  insert(memory: NewMemory): Memory {
    const { id, client, pinned, sessionId, createdAt, supersedes } = memory;
    const edit = { client, at: createdAt, action: "capture" } as const;
    const past = [{ ...memory, at: createdAt, action: edit.action, revision: 1 }];
    this.#parts.rows.insert(memory, { id, client, pinned, createdAt, sessionId }, past);
    const stored = this.#find(id);
    this.#record(null, stored, edit);
    if (supersedes !== null) this.replace(supersedes, id, { client, at: createdAt });
    return toMemory(stored);
  }

  /** Inserts memories with ids, times and history of their own. */
  insertArchived(memories: readonly ArchivedMemory[]): Memory[] {
    const time = (iso: string | null) => (iso === null ? null : Date.parse(iso));
    for (const memory of memories) {
      const { id, client, pinned, recallCount, deletedAt, recalledAt } = memory;
      const [createdAt, updatedAt] = [Date.parse(memory.createdAt), Date.parse(memory.updatedAt)];
      const times = { createdAt, updatedAt, deletedAt: time(deletedAt), recalledAt: time(recalledAt) };
      this.#parts.rows.insert(completed(memory), { id, client, pinned, recallCount, ...times }, pastOf(memory));
    }
    for (const { id, supersededBy } of memories) {
      if (supersededBy !== null) this.#parts.rows.setSuccessor(id, supersededBy);
    }
    for (const memory of memories) {
      const last = pastOf(memory).at(-1);
      if (last !== undefined) this.#record(null, this.#find(memory.id), last);
    }
    return memories.map(({ id }) => toMemory(this.#find(id)));
  }

  /**
   * Changes a memory's fields; without a difference nothing is written. @throws not_found, conflict, invalid_argument
   */
  update(id: string, changes: MemoryChanges, expectedRevision: number | null, edit: Edit): Memory {
    return this.#revise(id, expectedRevision, edit, (memory) => updated(memory, changes));
  }

  /** @throws not_found, conflict */
  setDeleted(id: string, deleted: boolean, expectedRevision: number | null, edit: Edit): Memory {
    return this.#revise(id, expectedRevision, edit, (memory) => trashed(memory, deleted, edit.at));
  }

  /** @throws not_found, conflict, invalid_argument */
  supersede({ id, expectedRevision }: MergedPart, by: string, edit: Merging): Memory {
    const successor = ruled(this.#find(by));
    const action = { ...edit, action: "supersede" } as const;
    return this.#revise(id, expectedRevision, action, (memory) => superseded(memory, successor));
  }

  /** @throws not_found, invalid_argument */
  replace(id: string, by: string, edit: Merging): Memory {
    const now = this.#parts.validityMarks.now();
    const { target, action } = replaced(ruled(this.#find(id)), ruled(this.#find(by)), now);
    return this.#revise(id, null, { ...edit, action }, () => target);
  }

  /** Undoes {@link supersede}. @throws not_found, conflict, invalid_argument */
  separate({ id, expectedRevision }: MergedPart, by: string, edit: Merging): Memory {
    const action = { ...edit, action: "restore" } as const;
    return this.#revise(id, expectedRevision, action, (memory) => separated(memory, by));
  }

  /** Makes a superseded memory current again; a current one is unchanged. @throws not_found */
  reinstate(id: string, edit: Edit): Memory {
    return this.#revise(id, null, edit, () => REINSTATED);
  }

  /** Sets any fields in one revision, even of a memory in the trash. @throws not_found, conflict */
  setFields(id: string, fields: Target, expectedRevision: number | null, edit: Edit): Memory {
    return this.#revise(id, expectedRevision, edit, () => fields);
  }

  /** Ignores unknown ids. */
  setPinned(ids: readonly string[], pinned: boolean): Memory[] {
    const { rows, recorder } = this.#parts;
    return ids.flatMap((id) => {
      const before = recorder.isActive() ? rows.find(id) : undefined;
      rows.setPinned(id, pinned);
      const row = rows.find(id);
      if (row === undefined) return [];
      if (before !== undefined && before.pinned !== row.pinned) this.#record(before, row, null);
      return [toMemory(row)];
    });
  }

  /** Deletes a memory permanently if it is in the trash; returns null for any other. */
  purge(id: string): Memory | null {
    const row = this.#parts.rows.find(id);
    return row === undefined || row.deleted_at === null ? null : this.#remove(row, null);
  }

  /**
   * Moves a memory out of the memories. It can be inserted again with the same id, unlike a purged one.
   * @throws not_found
   */
  withdraw(id: string, edit: Edit): Memory {
    return this.#remove(this.#find(id), edit);
  }

  #remove(row: MemoryRow, edit: Edit | null): Memory {
    this.#parts.rows.remove(row.row);
    this.#record(row, null, edit);
    return toMemory(row);
  }

  #find(id: string): MemoryRow {
    const row = this.#parts.rows.find(id);
    if (row === undefined) throw new RecollectError("memory_gone", { id });
    return row;
  }

  #revise(id: string, expectedRevision: number | null, edit: Edit, decide: (memory: RuledMemory) => Target): Memory {
    const before = this.#find(id);
    if (expectedRevision !== null) assertRevision(toMemory(before), expectedRevision);
    const memory = ruled(before);
    const target = changedFields(memory.fields, decide(memory));
    if (target === null) return toMemory(before);
    const after = this.#parts.rows.revise(before, target, edit, memory.fields);
    return toMemory(this.#record(before, after, edit) ? this.#find(id) : after);
  }

  /** Returns whether the rows were changed further. */
  #record(before: MemoryRow | null, after: MemoryRow | null, edit: Edit | null): boolean {
    const { recorder } = this.#parts;
    return recorder.isActive() && recorder.record(before, after, edit);
  }
}

interface MergedPart {
  readonly id: string;
  readonly expectedRevision: number | null;
}

function ruled(row: MemoryRow): RuledMemory {
  return { id: row.id, fields: fieldsOf(row) };
}

/** A state of an earlier version, which lacks the fields that were added since, with all fields. */
function completed(state: MemoryState): MemoryState {
  return stateOf({ ...EMPTY_STATE, ...state });
}

/** The history of an archived memory; its present state if the history is unknown. */
function pastOf(memory: ArchivedMemory): PastRevision[] {
  const { history, revision, updatedAt } = memory;
  const action = revision === 1 ? ("capture" as const) : ("update" as const);
  const known = history.length > 0 ? history : [{ ...memory, action, at: updatedAt }];
  return known.map((past) => {
    const { revision, action, client, at } = past;
    return { ...completed(past), revision, action, client, at: Date.parse(at) };
  });
}
