import type { Database, Statement } from "better-sqlite3";
import { CLIENT_COLUMNS, fromClientColumns, toClientColumns } from "../../core/client-identity.ts";
import type { ClientIdentity, RevisionAction } from "../../core/memory.ts";
import { fromRegisters, isSameValue, type MemoryState } from "../../core/memory-fields.ts";
import type { Target } from "../../core/memory-rules.ts";
import type { Edit } from "../../core/ports.ts";
import type { EntryFields } from "../../core/replication/entry.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { prepareInsert } from "../../sqlite/statements.ts";
import { columnsOf, fieldsOf, hashContent, MEMORY_COLUMNS, type MemoryRow, STATE_COLUMNS } from "./memory-row.ts";
import type { Revisions } from "./revisions.ts";
import type { TextRows } from "./text-rows.ts";
import type { ValidityMarks } from "./validity.ts";
import type { WriteQueue } from "./write-queue.ts";

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
  /** The statements of updates, by text. */
  readonly #updates = new Map<string, Statement<[Readonly<Record<string, SqlValue>>]>>();

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
    const { lastInsertRowid } = this.#statements.insert.run({
      id,
      ...columnsOf(state),
      validity: this.#parts.validityMarks.of(state),
      ...toClientColumns(client),
      pinned: pinned ? 1 : 0,
      created_at: createdAt,
      updated_at: updatedAt,
      deleted_at: deletedAt,
      recall_count: facts.recallCount ?? 0,
      recalled_at: facts.recalledAt ?? null,
      session_id: facts.sessionId ?? null,
      ...numbersOf(past),
    });
    const row = Number(lastInsertRowid);
    this.#statements.insertContent.run(row, hashContent(state.content), state.content);
    this.#replaceTags(row, [], state.tags);
    this.#parts.textRows.add(row, state);
    this.#addHistory(row, past);
  }

  /**
   * Changes a memory by a revision: the only recipe for a change that the history contains. Writes the revision even if
   * the target makes no difference.
   * @returns the row after the change
   */
  revise(before: MemoryRow, target: Target, edit: Edit): MemoryRow {
    const { row, id } = before;
    const { revisions } = this.#parts;
    const present = fieldsOf(before);
    const fields = { ...present, ...target };
    const state = fromRegisters(fields);
    const revision = before.revision + 1;
    const isContentChanged = fields.content !== before.content;
    if (isContentChanged) revisions.keepContent(row, before.content_revision, before.content);
    const contentRevision = isContentChanged ? revision : before.content_revision;
    const updatedAt = Math.max(before.updated_at, edit.at);
    const numbers = { updated_at: updatedAt, revision, content_revision: contentRevision };
    this.#set(before, present, { fields, state }, numbers);
    revisions.add({ row, revision, contentRevision, ...state }, edit);
    const after = this.find(id);
    if (after === undefined) throw new Error("A changed memory is missing.");
    return after;
  }

  /** Replaces the state, except the supersession, and the complete history of a memory. */
  rewrite(before: MemoryRow, { fields, past, author, createdAt, updatedAt }: Rewrite): void {
    const { row } = before;
    this.#statements.deleteHistory.run(row);
    const kept = { ...fields, supersededBy: before.superseded_by };
    const target = { fields: kept, state: fromRegisters(kept) };
    this.#set(before, fieldsOf(before), target, { updated_at: updatedAt, ...numbersOf(past) });
    if (createdAt !== before.created_at || !isSameValue(author, fromClientColumns(before))) {
      this.#statements.setOrigin.run({ row, created_at: createdAt, ...toClientColumns(author) });
      this.#statements.setTagTimes.run(createdAt, row);
    }
    this.#addHistory(row, past);
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

  #set(
    before: MemoryRow,
    present: EntryFields,
    { fields, state }: { readonly fields: EntryFields; readonly state: MemoryState },
    numbers: Readonly<Record<string, number>>,
  ): void {
    const { row } = before;
    const { tags } = present;
    const isContentChanged = state.content !== before.content;
    const areTagsChanged = !isSameValue(state.tags, tags);
    if (isContentChanged) {
      this.#statements.updateContent.run(hashContent(state.content), state.content, row);
      this.#statements.clearEmbedded.run(row);
      this.#statements.deletePassages.run(row);
      this.#vectorsOutdated(row);
    }
    const isIntervalChanged = !isSameValue(fields.validity, present.validity);
    this.#update(before, {
      ...columnsOf(state),
      ...(isIntervalChanged ? { validity: this.#parts.validityMarks.of(state) } : {}),
      pinned: fields.pinned ? 1 : 0,
      deleted_at: fields.deletedAt,
      superseded_by: fields.supersededBy,
      ...numbers,
    });
    if (areTagsChanged) this.#replaceTags(row, tags, state.tags);
    if (areTagsChanged || isContentChanged || state.source !== before.source) {
      this.#parts.textRows.replace(row, state);
    }
  }

  /** Sets the columns that differ: an unchanged column in the statement would still rewrite indexes and run triggers. */
  #update(before: MemoryRow, values: Readonly<Record<string, SqlValue>>): void {
    const present = before as unknown as Readonly<Record<string, SqlValue>>;
    const changed = Object.keys(values).filter((column) => values[column] !== present[column]);
    if (changed.length === 0) return;
    const text = `UPDATE memories SET ${assignments(changed)} WHERE row = @row`;
    const statement = this.#updates.get(text) ?? this.#parts.database.prepare<[typeof values]>(text);
    this.#updates.set(text, statement);
    statement.run({ ...values, row: before.row });
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
  #addHistory(row: number, past: readonly PastRevision[]): void {
    const numbers = contentRevisionsOf(past);
    past.forEach(({ client, at, action, ...state }, index) => {
      this.#parts.revisions.add({ row, ...state, contentRevision: numbers[index] ?? 0 }, { client, at, action });
    });
    past.forEach(({ revision, content }, index) => {
      const isFormer = revision === numbers[index] && revision !== numbers.at(-1);
      if (isFormer) this.#parts.revisions.keepContent(row, revision, content);
    });
  }
}

/** The numbers of the last revision. */
function numbersOf(past: readonly PastRevision[]) {
  return { revision: past.at(-1)?.revision ?? 1, content_revision: contentRevisionsOf(past).at(-1) ?? 1 };
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

function assignments(columns: readonly string[]): string {
  return columns.map((column) => `${column} = @${column}`).join(", ");
}

function prepareStatements(database: Database) {
  const numbers = ["updated_at", "revision", "content_revision"];
  const prepare = (statement: string) => database.prepare<SqlValue[]>(statement);
  return {
    select: database.prepare<[string], MemoryRow>(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ?`),
    insert: prepareInsert(database, "memories", [
      ...["id", ...STATE_COLUMNS, "validity", ...CLIENT_COLUMNS, "pinned", "created_at", "deleted_at"],
      ...["recall_count", "recalled_at", "session_id", ...numbers],
    ]),
    insertContent: prepare("INSERT INTO contents (memory_row, hash, content) VALUES (?, ?, ?)"),
    updateContent: prepare("UPDATE contents SET hash = ?, content = ? WHERE memory_row = ?"),
    clearEmbedded: prepare("UPDATE memories SET embedded_by = NULL WHERE row = ?"),
    deletePassages: prepare("DELETE FROM passages WHERE memory_row = ?"),
    setSuccessor: prepare("UPDATE memories SET superseded_by = ? WHERE id = ?"),
    setPinned: prepare("UPDATE memories SET pinned = ? WHERE id = ?"),
    setOrigin: database.prepare<[Readonly<Record<string, SqlValue>>]>(
      `UPDATE memories SET ${assignments(["created_at", ...CLIENT_COLUMNS])} WHERE row = @row`,
    ),
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
