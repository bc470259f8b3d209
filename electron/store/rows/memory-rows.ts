import type { Database } from "better-sqlite3";
import { CLIENT_COLUMNS, clientValuesOf, fromClientColumns } from "../../core/client-identity.ts";
import { hashContent } from "../../core/content-hash.ts";
import type { ClientIdentity, RevisionAction } from "../../core/memory.ts";
import { isSameValue, type MemoryState } from "../../core/memory-fields.ts";
import type { Target } from "../../core/memory-rules.ts";
import type { Edit } from "../../core/ports.ts";
import type { EntryFields } from "../../core/replication/entry.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { type ColumnValues, prepareInsert, prepareUpdate } from "../../sqlite/statements.ts";
import {
  columnsOfTarget,
  fieldsOf,
  MEMORY_COLUMNS,
  type MemoryRow,
  STATE_COLUMNS,
  stateValuesOf,
} from "./memory-row.ts";
import type { Revisions } from "./revisions.ts";
import type { ValidityMarks } from "./validity.ts";
import type { WriteQueue } from "./write-queue.ts";

/** The text index; its rows change in the transaction that changes the memory. */
interface TextRows {
  add(row: number, text: Pick<MemoryState, "content" | "tags" | "source">): void;
  replace(row: number, text: Pick<MemoryState, "content" | "tags" | "source">): void;
  /** For a memory that is deleted permanently. */
  remove(row: number): void;
}

export interface MemoryRowsParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly revisions: Revisions;
  readonly textRows: TextRows;
  readonly validityMarks: ValidityMarks;
  /** Called after a commit that changed the content of a row or deleted the row: its vectors are outdated. */
  readonly onVectorsOutdated: (row: number) => void;
}

/** The facts of a memory that do not come from its state or its history. Times in milliseconds since 1970. */
interface InsertedFacts {
  readonly id: string;
  readonly client: ClientIdentity | null;
  readonly pinned: boolean;
  readonly createdAt: number;
  readonly updatedAt?: number;
  readonly deletedAt?: number | null;
  readonly recallCount?: number;
  readonly recalledAt?: number | null;
  readonly sessionId?: string | null;
}

/** A revision with its full state, to be stored. `at`: milliseconds since 1970. */
export interface PastRevision extends MemoryState {
  readonly revision: number;
  readonly action: RevisionAction;
  readonly client: ClientIdentity | null;
  readonly at: number;
}

/** The state and history that a memory gets. Times in milliseconds since 1970. */
interface Rewrite {
  readonly fields: EntryFields;
  /** Oldest first. */
  readonly past: readonly PastRevision[];
  readonly author: ClientIdentity | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The rows of a memory: its columns, content, tags, text index and history. Must run inside a transaction. */
export class MemoryRows {
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #parts: MemoryRowsParts;
  /** The updates, by their columns. */
  readonly #updates = new Map<string, ReturnType<typeof prepareUpdate>>();

  constructor(parts: MemoryRowsParts) {
    this.#parts = parts;
    this.#statements = prepareStatements(parts.database);
  }

  find(id: string): MemoryRow | undefined {
    return this.#statements.select.get(id);
  }

  /** Inserts a memory with its history, oldest revision first. */
  insert(state: MemoryState, facts: InsertedFacts, past: readonly PastRevision[]): void {
    const { id, client, pinned, createdAt, updatedAt = createdAt, deletedAt = null } = facts;
    const numbers = contentRevisionsOf(past);
    const { lastInsertRowid } = this.#statements.insert.run(
      ...[id, ...stateValuesOf(state), this.#parts.validityMarks.of(state), ...clientValuesOf(client)],
      ...[pinned ? 1 : 0, createdAt, updatedAt, deletedAt],
      ...[facts.recallCount ?? 0, facts.recalledAt ?? null, facts.sessionId ?? null],
      ...[past.at(-1)?.revision ?? 1, numbers.at(-1) ?? 1],
    );
    const row = Number(lastInsertRowid);
    this.#statements.insertContent.run(row, hashContent(state.content), state.content);
    this.#replaceTags(row, [], state.tags);
    this.#parts.textRows.add(row, state);
    this.#addHistory(row, past, numbers);
  }

  /**
   * Changes a memory by a revision: the only recipe for a change that the history contains. Writes the revision even if
   * the target makes no difference.
   * @param present the fields of `before`, if the caller has them
   * @returns the row after the change
   */
  revise(before: MemoryRow, target: Target, edit: Edit, present: EntryFields = fieldsOf(before)): MemoryRow {
    const { row, id } = before;
    const { revisions } = this.#parts;
    const revision = before.revision + 1;
    const { content = before.content, tags = present.tags } = target;
    const isContentChanged = content !== before.content;
    if (isContentChanged) revisions.keepContent(row, before.content_revision, before.content);
    const contentRevision = isContentChanged ? revision : before.content_revision;
    const updatedAt = Math.max(before.updated_at, edit.at);
    const columns: ColumnValues = columnsOfTarget(target);
    this.#set(before, present, target, {
      ...columns,
      updated_at: updatedAt,
      revision,
      content_revision: contentRevision,
    });
    const values = STATE_COLUMNS.map((column) => columnOf(column in columns ? columns : before, column));
    revisions.add({ row, revision, contentRevision, tags, values }, edit);
    const after = this.find(id);
    if (after === undefined) throw new Error("A changed memory is missing.");
    return after;
  }

  /** Replaces the state, except the supersession, and the complete history of a memory. */
  rewrite(before: MemoryRow, { fields, past, author, createdAt, updatedAt }: Rewrite): void {
    const { row } = before;
    const { supersededBy: _, ...target } = fields;
    const numbers = contentRevisionsOf(past);
    this.#statements.deleteHistory.run(row);
    this.#set(before, fieldsOf(before), target, {
      ...columnsOfTarget(target),
      updated_at: updatedAt,
      revision: past.at(-1)?.revision ?? 1,
      content_revision: numbers.at(-1) ?? 1,
    });
    if (createdAt !== before.created_at || !isSameValue(author, fromClientColumns(before))) {
      this.#statements.setOrigin.run(createdAt, ...clientValuesOf(author), row);
      this.#statements.setTagTimes.run(createdAt, row);
    }
    this.#addHistory(row, past, numbers);
  }

  /** @param held see {@link MemoryRow}. @param at milliseconds since 1970 */
  setHeld(id: string, held: number, at: number | null): void {
    this.#statements.setHeld.run(held, at, id);
  }

  setPinned(id: string, pinned: boolean): void {
    this.#statements.setPinned.run(pinned ? 1 : 0, id);
  }

  /** Marks a memory as superseded, without a revision. */
  setSuccessor(id: string, by: string | null): void {
    this.#statements.setSuccessor.run(by, id);
  }

  /** Deletes all rows of a memory. */
  remove(row: number): void {
    this.#parts.textRows.remove(row);
    this.#statements.delete.run(row);
    this.#vectorsOutdated(row);
  }

  /** Sets the fields of a target, and other columns, whose history must have the former content already. */
  #set(before: MemoryRow, present: EntryFields, target: Target, columns: ColumnValues): void {
    const { row } = before;
    const { content = before.content, tags = present.tags, source = before.source, validity } = target;
    const isContentChanged = content !== before.content;
    const areTagsChanged = !isSameValue(tags, present.tags);
    if (isContentChanged) {
      this.#statements.updateContent.run(hashContent(content), content, row);
      this.#statements.clearEmbedded.run(row);
      this.#statements.deletePassages.run(row);
      this.#vectorsOutdated(row);
    }
    const isMoved = validity !== undefined && !isSameValue(validity, present.validity);
    this.#update(before, isMoved ? { ...columns, validity: this.#parts.validityMarks.of(validity) } : columns);
    if (areTagsChanged) this.#replaceTags(row, present.tags, tags);
    if (areTagsChanged || isContentChanged || source !== before.source) {
      this.#parts.textRows.replace(row, { content, tags, source });
    }
  }

  /** Sets the columns that differ: an unchanged column in the statement would still rewrite indexes and run triggers. */
  #update(before: MemoryRow, values: ColumnValues): void {
    const changed = Object.keys(values).filter((column) => values[column] !== columnOf(before, column));
    if (changed.length === 0) return;
    const key = changed.join();
    const update = this.#updates.get(key) ?? prepareUpdate(this.#parts.database, "memories", changed);
    this.#updates.set(key, update);
    update.run(...changed.map((column) => columnOf(values, column)), before.row);
  }

  #vectorsOutdated(row: number): void {
    this.#parts.writes.afterCommit(() => this.#parts.onVectorsOutdated(row));
  }

  #replaceTags(row: number, before: readonly string[], after: readonly string[]): void {
    for (const tag of before) if (!after.includes(tag)) this.#statements.deleteTag.run(row, tag);
    for (const tag of after) if (!before.includes(tag)) this.#statements.insertTag.run(tag, row);
  }

  /**
   * Stores the history of a memory that has none. Content is stored with the revision that introduced it, except the
   * last one, which is the memory's.
   */
  #addHistory(row: number, past: readonly PastRevision[], contentRevisions: readonly number[]): void {
    const { revisions } = this.#parts;
    past.forEach((revised, index) => {
      const contentRevision = contentRevisions[index] ?? 0;
      revisions.add({ ...revised, row, contentRevision, values: stateValuesOf(revised) }, revised);
    });
    past.forEach(({ revision, content }, index) => {
      const isFormer = revision === contentRevisions[index] && revision !== contentRevisions.at(-1);
      if (isFormer) revisions.keepContent(row, revision, content);
    });
  }
}

function columnOf(values: MemoryRow | ColumnValues, column: string): SqlValue {
  return (values as Readonly<Record<string, unknown>>)[column] as SqlValue;
}

/** For each revision, oldest first, the number of the revision that introduced its content. */
function contentRevisionsOf(past: readonly PastRevision[]): number[] {
  let contentRevision = 0;
  let last: string | null = null;
  return past.map(({ revision, content }) => {
    if (content !== last) contentRevision = revision;
    last = content;
    return contentRevision;
  });
}

function prepareStatements(database: Database) {
  const prepare = (statement: string) => database.prepare<SqlValue[]>(statement);
  return {
    select: database.prepare<[string], MemoryRow>(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ?`),
    insert: prepareInsert(database, "memories", [
      ...["id", ...STATE_COLUMNS, "validity", ...CLIENT_COLUMNS],
      ...["pinned", "created_at", "updated_at", "deleted_at"],
      ...["recall_count", "recalled_at", "session_id"],
      ...["revision", "content_revision"],
    ]),
    insertContent: prepare("INSERT INTO contents (memory_row, hash, content) VALUES (?, ?, ?)"),
    updateContent: prepare("UPDATE contents SET hash = ?, content = ? WHERE memory_row = ?"),
    clearEmbedded: prepare("UPDATE memories SET embedded_by = NULL WHERE row = ?"),
    deletePassages: prepare("DELETE FROM passages WHERE memory_row = ?"),
    setSuccessor: prepare("UPDATE memories SET superseded_by = ? WHERE id = ?"),
    setHeld: prepare("UPDATE memories SET held = ?, held_at = ? WHERE id = ?"),
    setPinned: prepare("UPDATE memories SET pinned = ? WHERE id = ?"),
    setOrigin: prepareUpdate(database, "memories", ["created_at", ...CLIENT_COLUMNS]),
    setTagTimes: prepare("UPDATE memory_tags SET created_at = ? WHERE memory_row = ?"),
    delete: prepare("DELETE FROM memories WHERE row = ?"),
    deleteHistory: prepare("DELETE FROM revisions WHERE memory_row = ?"),
    insertTag: prepare(
      `INSERT INTO memory_tags (memory_row, tag, state, created_at, domain, namespace)
       SELECT row, ?, state, created_at, domain, namespace FROM memories WHERE row = ?`,
    ),
    deleteTag: prepare("DELETE FROM memory_tags WHERE memory_row = ? AND tag = ?"),
  };
}
