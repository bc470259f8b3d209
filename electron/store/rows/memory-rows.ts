import type { Database, Statement } from "better-sqlite3";
import type { ClientIdentity, RevisionAction } from "../../core/memory.ts";
import type { NewMemory } from "../../core/ports.ts";
import type { EntryFields } from "../../core/replication/entry.ts";
import type { Validity } from "../../core/validity.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { hashContent, MEMORY_COLUMNS, type MemoryRow, tagsOf, toMilliseconds, toValidity } from "./memory-row.ts";
import type { Revisions } from "./revisions.ts";
import type { TextRows } from "./text-rows.ts";
import type { ValidityMarks } from "./validity.ts";

export interface MemoryRowsParts {
  readonly database: Database;
  readonly revisions: Revisions;
  readonly textRows: TextRows;
  readonly validityMarks: ValidityMarks;
}

/** Times in milliseconds since 1970. */
export interface InsertedState {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  readonly revision: number;
  readonly contentRevision: number;
  readonly recallCount: number;
  readonly recalledAt: number | null;
  readonly sessionId: string | null;
}

/** A revision with its full state, to be stored. `at`: milliseconds since 1970. */
export interface PastRevision extends Validity {
  readonly revision: number;
  readonly action: RevisionAction;
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly source: string | null;
  readonly client: ClientIdentity | null;
  readonly at: number;
}

/** The rows of a memory: its columns, content, tags, text index and history. Must run inside a transaction. */
export class MemoryRows {
  readonly statements: MemoryStatements;
  readonly #parts: MemoryRowsParts;

  constructor(parts: MemoryRowsParts) {
    this.#parts = parts;
    this.statements = prepareStatements(parts.database);
  }

  find(id: string): MemoryRow | undefined {
    return this.statements.select.get(id);
  }

  /** Inserts a memory without history. Returns the row number. */
  insert(memory: Omit<NewMemory, "createdAt" | "sessionId" | "supersedes">, state: InsertedState): number {
    const { id, namespace, domain, content, tags, source, client, pinned } = memory;
    const { lastInsertRowid } = this.statements.insert.run(
      id,
      namespace,
      domain,
      state.createdAt,
      state.updatedAt,
      state.deletedAt,
      pinned ? 1 : 0,
      state.revision,
      state.contentRevision,
      state.recallCount,
      state.recalledAt,
      client?.name ?? null,
      client?.version ?? null,
      client?.via ?? null,
      state.sessionId,
      source,
      ...this.validityColumns(intervalOf(memory)),
    );
    const row = Number(lastInsertRowid);
    this.statements.insertContent.run(row, hashContent(content), content);
    this.replaceTags(row, [], tags);
    this.#parts.textRows.add(row, memory);
    return row;
  }

  /** Replaces the content and marks its vectors as outdated. The history must have the former one already. */
  setContent(row: number, content: string): void {
    this.statements.updateContent.run(hashContent(content), content, row);
    this.statements.clearEmbedded.run(row);
    this.statements.deletePassages.run(row);
  }

  /**
   * Sets the fields of a memory, and neither its revision nor `superseded_by`. The history must have the former content
   * already.
   */
  setFields(before: MemoryRow, after: EntryFields): void {
    const { row } = before;
    const { content, namespace, domain, tags, source, validity, pinned, deletedAt } = after;
    const tagsBefore = tagsOf(before);
    const present = toValidity(before);
    const tagsChanged = tags.join(",") !== tagsBefore.join(",");
    if (content !== before.content) this.setContent(row, content);
    if (namespace !== before.namespace || domain !== before.domain || source !== before.source) {
      this.statements.setPlace.run(namespace, domain, source, row);
    }
    if (validity.validFrom !== present.validFrom || validity.validUntil !== present.validUntil) {
      this.statements.setValidity.run(...this.validityColumns(validity), row);
    }
    if (pinned !== (before.pinned === 1)) this.statements.setPinned.run(pinned ? 1 : 0, before.id);
    if (deletedAt !== before.deleted_at) this.statements.setDeletedAt.run(deletedAt, row);
    if (tagsChanged) this.replaceTags(row, tagsBefore, tags);
    if (tagsChanged || content !== before.content || source !== before.source) {
      this.#parts.textRows.replace(row, { content, tags, source });
    }
  }

  replaceTags(row: number, before: readonly string[], after: readonly string[]): void {
    for (const tag of before) if (!after.includes(tag)) this.statements.deleteTag.run(row, tag);
    for (const tag of after) if (!before.includes(tag)) this.statements.insertTag.run(tag, row);
  }

  /**
   * Stores the history of a memory that has none, oldest revision first. Content is stored with the revision that
   * introduced it, except the last one, which is the memory's.
   */
  addHistory(row: number, past: readonly PastRevision[]): void {
    const numbers = contentRevisionsOf(past);
    past.forEach(({ client, at, action, ...state }, index) => {
      this.#parts.revisions.add({ row, ...state, contentRevision: numbers[index] ?? 0 }, { client, at, action });
    });
    past.forEach(({ revision, content }, index) => {
      const isFormer = revision === numbers[index] && revision !== numbers.at(-1);
      if (isFormer) this.#parts.revisions.keepContent(row, revision, content);
    });
  }

  /** Deletes the history of a memory, which must be stored again in the same transaction. */
  deleteHistory(row: number): void {
    this.statements.deleteHistory.run(row);
  }

  /** Deletes all rows of a memory. */
  remove(row: number): void {
    this.#parts.textRows.remove(row);
    this.statements.delete.run(row);
  }

  validityColumns(validity: Validity): [from: number | null, until: number | null, validity: number] {
    const { validFrom, validUntil } = validity;
    return [toMilliseconds(validFrom), toMilliseconds(validUntil), this.#parts.validityMarks.of(validity)];
  }
}

/** For each revision, oldest first, the number of the one that introduced its content. */
export function contentRevisionsOf(past: readonly { readonly revision: number; readonly content: string }[]): number[] {
  let contentRevision = 0;
  let last: string | null = null;
  return past.map(({ revision, content }) => {
    if (content !== last) contentRevision = revision;
    last = content;
    return contentRevision;
  });
}

/** The interval of a memory; a proposal of an earlier version has none. */
export function intervalOf({ validFrom = null, validUntil = null }: Partial<Validity>): Validity {
  return { validFrom, validUntil };
}

type MemoryStatements = { readonly select: Statement<[string], MemoryRow> } & Readonly<
  Record<
    | "insert"
    | "insertContent"
    | "update"
    | "setValidity"
    | "updateContent"
    | "clearEmbedded"
    | "deletePassages"
    | "setDeleted"
    | "setSuperseded"
    | "setSuccessor"
    | "setPinned"
    | "setDeletedAt"
    | "setRevision"
    | "setPlace"
    | "setAuthor"
    | "setTagTimes"
    | "delete"
    | "deleteHistory"
    | "insertTag"
    | "deleteTag",
    Statement<SqlValue[]>
  >
>;

function prepareStatements(database: Database): MemoryStatements {
  return {
    select: database.prepare<[string], MemoryRow>(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ?`),
    insert: database.prepare<SqlValue[]>(
      `INSERT INTO memories (id, namespace, domain, created_at, updated_at, deleted_at, pinned, revision,
         content_revision, recall_count, recalled_at, client_name, client_version, client_via, session_id,
         source, valid_from, valid_until, validity)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertContent: database.prepare<SqlValue[]>("INSERT INTO contents (memory_row, hash, content) VALUES (?, ?, ?)"),
    update: database.prepare<SqlValue[]>(
      `UPDATE memories SET namespace = ?, domain = ?, source = ?, updated_at = max(updated_at, ?), revision = ?, content_revision = ?
       WHERE row = ?`,
    ),
    setValidity: database.prepare<SqlValue[]>(
      "UPDATE memories SET valid_from = ?, valid_until = ?, validity = ? WHERE row = ?",
    ),
    updateContent: database.prepare<SqlValue[]>("UPDATE contents SET hash = ?, content = ? WHERE memory_row = ?"),
    clearEmbedded: database.prepare<SqlValue[]>("UPDATE memories SET embedded_by = NULL WHERE row = ?"),
    deletePassages: database.prepare<SqlValue[]>("DELETE FROM passages WHERE memory_row = ?"),
    setDeleted: database.prepare<SqlValue[]>(
      "UPDATE memories SET deleted_at = ?, updated_at = max(updated_at, ?), revision = ? WHERE row = ?",
    ),
    setSuperseded: database.prepare<SqlValue[]>(
      "UPDATE memories SET superseded_by = ?, updated_at = max(updated_at, ?), revision = ? WHERE row = ?",
    ),
    setSuccessor: database.prepare<SqlValue[]>("UPDATE memories SET superseded_by = ? WHERE id = ?"),
    setPinned: database.prepare<SqlValue[]>("UPDATE memories SET pinned = ? WHERE id = ?"),
    setDeletedAt: database.prepare<SqlValue[]>("UPDATE memories SET deleted_at = ? WHERE row = ?"),
    setRevision: database.prepare<SqlValue[]>(
      "UPDATE memories SET updated_at = ?, revision = ?, content_revision = ? WHERE row = ?",
    ),
    setPlace: database.prepare<SqlValue[]>("UPDATE memories SET namespace = ?, domain = ?, source = ? WHERE row = ?"),
    setAuthor: database.prepare<SqlValue[]>(
      "UPDATE memories SET created_at = ?, client_name = ?, client_version = ?, client_via = ? WHERE row = ?",
    ),
    setTagTimes: database.prepare<SqlValue[]>("UPDATE memory_tags SET created_at = ? WHERE memory_row = ?"),
    delete: database.prepare<SqlValue[]>("DELETE FROM memories WHERE row = ?"),
    deleteHistory: database.prepare<SqlValue[]>("DELETE FROM revisions WHERE memory_row = ?"),
    insertTag: database.prepare<SqlValue[]>(
      `INSERT INTO memory_tags (memory_row, tag, state, created_at, domain, namespace)
       SELECT row, ?, state, created_at, domain, namespace FROM memories WHERE row = ?`,
    ),
    deleteTag: database.prepare<SqlValue[]>("DELETE FROM memory_tags WHERE memory_row = ? AND tag = ?"),
  };
}
