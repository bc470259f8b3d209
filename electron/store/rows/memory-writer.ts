import type { Memory } from "../../core/memory.ts";
import { MemoryConflict } from "../../core/memory-conflict.ts";
import type { ArchivedMemory } from "../../core/memory-import.ts";
import type { Edit, MemoryChanges, NewMemory } from "../../core/ports.ts";
import type { EntryFields } from "../../core/replication/entry.ts";
import { assertInterval, VALIDITY_STATES } from "../../core/validity.ts";
import { RecollectError } from "../../text/errors.ts";
import { changedFields, fieldsOf } from "./memory-fields.ts";
import { type MemoryRow, tagsOf, toMemory, toValidity } from "./memory-row.ts";
import { contentRevisionsOf, intervalOf, MemoryRows, type MemoryRowsParts, type PastRevision } from "./memory-rows.ts";

/** Is notified of every change of a memory, in its transaction. */
export interface ChangeRecorder {
  /** Whether any domain is shared; while none is, changes are not recorded. */
  isActive(): boolean;
  /**
   * @param before null: the memory is new
   * @param after null: it was deleted permanently or, with an edit, moved out of the memories
   * @param edit null for a purge, and for a pin, which is not a revision
   * @returns whether the rows were changed further
   * @throws conflict where it cannot be moved to the domain
   */
  record(before: MemoryRow | null, after: MemoryRow | null, edit: Edit | null): boolean;
}

interface MemoryWriterParts extends MemoryRowsParts {
  readonly recorder: ChangeRecorder;
}

/**
 * Every change of a memory, each complete: row, content, tags, text index, revision, and the mark that its vectors are
 * outdated. All methods must run inside a transaction.
 */
export class MemoryWriter {
  readonly #parts: MemoryWriterParts;
  readonly #rows: MemoryRows;
  readonly #statements: MemoryRows["statements"];

  constructor(parts: MemoryWriterParts) {
    this.#parts = parts;
    this.#rows = new MemoryRows(parts);
    this.#statements = this.#rows.statements;
  }

  insert(memory: NewMemory): Memory {
    const { id, namespace, domain, tags, source, client, createdAt } = memory;
    const { validFrom, validUntil } = intervalOf(memory);
    const row = this.#rows.insert(memory, {
      createdAt,
      updatedAt: createdAt,
      deletedAt: null,
      revision: 1,
      contentRevision: 1,
      recallCount: 0,
      recalledAt: null,
      sessionId: memory.sessionId,
    });
    this.#parts.revisions.add(
      { row, revision: 1, contentRevision: 1, namespace, domain, tags, source, validFrom, validUntil },
      { client, at: createdAt, action: "capture" },
    );
    const stored = this.#find(id);
    if (this.#parts.recorder.isActive()) {
      this.#parts.recorder.record(null, stored, { client, at: createdAt, action: "capture" });
    }
    if (memory.supersedes !== null) {
      this.replace(memory.supersedes, id, null, { client, at: createdAt });
    }
    return toMemory(stored);
  }

  /** Inserts memories with ids, times and history of their own. */
  insertArchived(memories: readonly ArchivedMemory[]): Memory[] {
    for (const memory of memories) this.#insertOneArchived(memory);
    for (const { id, supersededBy } of memories) {
      if (supersededBy !== null) this.#statements.setSuccessor.run(supersededBy, id);
    }
    for (const memory of memories) {
      if (!this.#parts.recorder.isActive()) break;
      const last = pastOf(memory).at(-1);
      if (last !== undefined) this.#parts.recorder.record(null, this.#find(memory.id), last);
    }
    return memories.map(({ id }) => toMemory(this.#find(id)));
  }

  /**
   * Changes a memory's fields; without a difference nothing is written.
   * @returns the memory, and its row if the content changed
   * @throws not_found, conflict, invalid_argument where its interval would be empty
   */
  update(
    id: string,
    changes: MemoryChanges,
    expectedRevision: number | null,
    edit: Edit,
  ): { readonly memory: Memory; readonly contentChangedIn: number | null } {
    const before = this.#find(id);
    if (before.deleted_at !== null) throw new RecollectError("memory_in_trash", { id });
    assertRevision(before, expectedRevision);
    const { row } = before;
    const tagsBefore = tagsOf(before);
    const tags = changes.tags ?? tagsBefore;
    const { content = before.content, namespace = before.namespace, domain = before.domain } = changes;
    const source = changes.source === undefined ? before.source : changes.source;
    const present = toValidity(before);
    const validity = {
      validFrom: changes.validFrom === undefined ? present.validFrom : changes.validFrom,
      validUntil: changes.validUntil === undefined ? present.validUntil : changes.validUntil,
    };
    const validityChanged = validity.validFrom !== present.validFrom || validity.validUntil !== present.validUntil;
    if (validityChanged) assertInterval(validity);
    const contentChanged = content !== before.content;
    const tagsChanged = tags.join(",") !== tagsBefore.join(",");
    const textChanged = contentChanged || tagsChanged || source !== before.source;
    if (!textChanged && !validityChanged && namespace === before.namespace && domain === before.domain) {
      return { memory: toMemory(before), contentChangedIn: null };
    }
    const revision = before.revision + 1;
    const contentRevision = contentChanged ? revision : before.content_revision;
    if (contentChanged) {
      this.#parts.revisions.keepContent(row, before.content_revision, before.content);
      this.#rows.setContent(row, content);
    }
    this.#statements.update.run(namespace, domain, source, edit.at, revision, contentRevision, row);
    if (validityChanged) this.#statements.setValidity.run(...this.#rows.validityColumns(validity), row);
    if (tagsChanged) this.#rows.replaceTags(row, tagsBefore, tags);
    if (textChanged) this.#parts.textRows.replace(row, { content, tags, source });
    const after = this.#addRevision(before, edit);
    return { memory: toMemory(after), contentChangedIn: contentChanged ? row : null };
  }

  /** @throws not_found, conflict */
  setDeleted(id: string, deleted: boolean, expectedRevision: number | null, edit: Edit): Memory {
    const before = this.#find(id);
    assertRevision(before, expectedRevision);
    if ((before.deleted_at !== null) === deleted) return toMemory(before);
    this.#statements.setDeleted.run(deleted ? edit.at : null, edit.at, before.revision + 1, before.row);
    return toMemory(this.#addRevision(before, edit));
  }

  /** Marks a memory as superseded by another, unless it is already. @throws not_found, conflict, invalid_argument */
  supersede(id: string, by: string, expectedRevision: number | null, edit: Omit<Edit, "action">): Memory {
    const old = this.#find(id);
    assertRevision(old, expectedRevision);
    if (id === by || this.#find(by).superseded_by !== null) {
      throw new RecollectError("merge_impossible", { id: by, other: id }, { field: "others" });
    }
    return old.superseded_by === by ? toMemory(old) : this.#setSuperseded(old, by, { ...edit, action: "supersede" });
  }

  /**
   * Marks a memory as superseded by another; where that one is not valid yet, the old one is valid until then instead, so
   * that one of them is current at any time.
   * @throws not_found, conflict, invalid_argument
   */
  replace(id: string, by: string, expectedRevision: number | null, edit: Omit<Edit, "action">): Memory {
    const { validFrom } = toValidity(this.#find(by));
    if (
      validFrom === null ||
      VALIDITY_STATES[this.#parts.validityMarks.of({ validFrom, validUntil: null })] !== "upcoming"
    ) {
      return this.supersede(id, by, expectedRevision, edit);
    }
    const old = toValidity(this.#find(id));
    const ends = old.validUntil === null || old.validUntil > validFrom;
    const startsLater = old.validFrom !== null && old.validFrom >= validFrom;
    if (startsLater) return this.supersede(id, by, expectedRevision, edit);
    const changes = ends ? { validUntil: validFrom } : {};
    return this.update(id, changes, expectedRevision, { ...edit, action: "update" }).memory;
  }

  /** Undoes {@link supersede}. @throws not_found, conflict, invalid_argument */
  separate(id: string, by: string, expectedRevision: number | null, edit: Omit<Edit, "action">): Memory {
    const old = this.#find(id);
    assertRevision(old, expectedRevision);
    if (old.superseded_by !== by) {
      throw new RecollectError("not_merged", { id: by, other: id }, { field: "others" });
    }
    return this.#setSuperseded(old, null, { ...edit, action: "restore" });
  }

  /** Makes a superseded memory current again; a current one is unchanged. @throws not_found */
  reinstate(id: string, edit: Edit): Memory {
    const row = this.#find(id);
    return row.superseded_by === null ? toMemory(row) : this.#setSuperseded(row, null, edit);
  }

  /**
   * Sets any fields in one revision, also of a memory in the trash; without a difference nothing is written.
   * @returns the memory, and its row if the content changed
   * @throws not_found, conflict
   */
  setFields(
    id: string,
    fields: Partial<EntryFields>,
    expectedRevision: number | null,
    edit: Edit,
  ): { readonly memory: Memory; readonly contentChangedIn: number | null } {
    const before = this.#find(id);
    assertRevision(before, expectedRevision);
    const target = { ...fieldsOf(before), ...fields };
    if (changedFields(fieldsOf(before), target) === null) return { memory: toMemory(before), contentChangedIn: null };
    const revision = before.revision + 1;
    const contentChanged = target.content !== before.content;
    if (contentChanged) this.#parts.revisions.keepContent(before.row, before.content_revision, before.content);
    this.#rows.setFields(before, target);
    if (target.supersededBy !== before.superseded_by) this.#statements.setSuccessor.run(target.supersededBy, id);
    const contentRevision = contentChanged ? revision : before.content_revision;
    this.#statements.setRevision.run(Math.max(before.updated_at, edit.at), revision, contentRevision, before.row);
    const memory = toMemory(this.#addRevision(before, edit));
    return { memory, contentChangedIn: contentChanged ? before.row : null };
  }

  /** Ignores unknown ids. */
  setPinned(ids: readonly string[], pinned: boolean): Memory[] {
    return ids.flatMap((id) => {
      const before = this.#parts.recorder.isActive() ? this.#rows.find(id) : undefined;
      this.#statements.setPinned.run(pinned ? 1 : 0, id);
      const row = this.#rows.find(id);
      if (row === undefined) return [];
      if (before !== undefined && before.pinned !== row.pinned) this.#parts.recorder.record(before, row, null);
      return [toMemory(row)];
    });
  }

  /** Deletes a memory permanently if it is in the trash; returns null for any other. */
  purge(id: string): { readonly row: number; readonly memory: Memory } | null {
    const row = this.#rows.find(id);
    if (row === undefined || row.deleted_at === null) return null;
    this.#rows.remove(row.row);
    if (this.#parts.recorder.isActive()) this.#parts.recorder.record(row, null, null);
    return { row: row.row, memory: toMemory(row) };
  }

  /**
   * Moves a memory out of the memories. It can be inserted again with the same id, unlike one that was purged.
   * @throws not_found
   */
  withdraw(id: string, edit: Edit): { readonly row: number; readonly memory: Memory } {
    const row = this.#find(id);
    this.#rows.remove(row.row);
    if (this.#parts.recorder.isActive()) this.#parts.recorder.record(row, null, edit);
    return { row: row.row, memory: toMemory(row) };
  }

  #find(id: string): MemoryRow {
    const row = this.#rows.find(id);
    if (row === undefined) throw new RecollectError("memory_gone", { id });
    return row;
  }

  #insertOneArchived(memory: ArchivedMemory): void {
    const past = pastOf(memory);
    const row = this.#rows.insert(memory, {
      createdAt: Date.parse(memory.createdAt),
      updatedAt: Date.parse(memory.updatedAt),
      deletedAt: memory.deletedAt === null ? null : Date.parse(memory.deletedAt),
      revision: memory.revision,
      contentRevision: contentRevisionsOf(past).at(-1) ?? memory.revision,
      recallCount: memory.recallCount,
      recalledAt: memory.recalledAt === null ? null : Date.parse(memory.recalledAt),
      sessionId: null,
    });
    this.#rows.addHistory(row, past);
  }

  /** @param by null: no longer superseded */
  #setSuperseded(old: MemoryRow, by: string | null, edit: Edit): Memory {
    this.#statements.setSuperseded.run(by, edit.at, old.revision + 1, old.row);
    return toMemory(this.#addRevision(old, edit));
  }

  /** Adds the present state to the history and records the change. Returns the state. */
  #addRevision(before: MemoryRow, edit: Edit): MemoryRow {
    const after = this.#find(before.id);
    const { row, revision, content_revision: contentRevision, namespace, domain, source } = after;
    const tags = tagsOf(after);
    const state = { row, revision, contentRevision, namespace, domain, tags, source, ...toValidity(after) };
    this.#parts.revisions.add(state, edit);
    const { recorder } = this.#parts;
    return recorder.isActive() && recorder.record(before, after, edit) ? this.#find(before.id) : after;
  }
}

/** The history of an archived memory; its present state where the history is unknown. */
function pastOf(memory: ArchivedMemory): PastRevision[] {
  const { history, revision, updatedAt } = memory;
  const known =
    history.length > 0
      ? history
      : [{ ...memory, revision, action: revision === 1 ? ("capture" as const) : ("update" as const), at: updatedAt }];
  return known.map(({ revision, action, content, namespace, domain, tags, source, client, at, ...rest }) => {
    const place = { namespace, domain, tags, source, ...intervalOf(rest) };
    return { revision, action, content, ...place, client, at: Date.parse(at) };
  });
}

function assertRevision(row: MemoryRow, expected: number | null): void {
  if (expected !== null && expected !== row.revision) throw new MemoryConflict(toMemory(row), expected);
}
