import type { Database } from "better-sqlite3";
import { RecollectError } from "../../core/errors.ts";
import type { Memory } from "../../core/memory.ts";
import { MemoryConflict } from "../../core/memory-conflict.ts";
import type { ArchivedMemory } from "../../core/memory-import.ts";
import type { Edit, MemoryChanges, NewMemory } from "../../core/ports.ts";
import { assertInterval, VALIDITY_STATES, type Validity } from "../../core/validity.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import {
  hashContent,
  MEMORY_COLUMNS,
  type MemoryRow,
  tagsOf,
  toMemory,
  toMilliseconds,
  toValidity,
} from "./memory-row.ts";
import type { Revisions } from "./revisions.ts";
import type { TextRows } from "./text-rows.ts";
import type { ValidityMarks } from "./validity.ts";

interface MemoryWriterParts {
  readonly database: Database;
  readonly revisions: Revisions;
  readonly textRows: TextRows;
  readonly validityMarks: ValidityMarks;
}

/**
 * Every change of a memory, each complete: row, content, tags, text index, revision, and the mark that its vectors are
 * outdated. All methods must run inside a transaction.
 */
export class MemoryWriter {
  readonly #revisions: Revisions;
  readonly #textRows: TextRows;
  readonly #validityMarks: ValidityMarks;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor({ database, revisions, textRows, validityMarks }: MemoryWriterParts) {
    this.#revisions = revisions;
    this.#textRows = textRows;
    this.#validityMarks = validityMarks;
    this.#statements = prepareStatements(database);
  }

  insert(memory: NewMemory): Memory {
    const { id, namespace, domain, tags, source, client, createdAt } = memory;
    const { validFrom, validUntil } = intervalOf(memory);
    const row = this.#insertRow(memory, {
      createdAt,
      updatedAt: createdAt,
      deletedAt: null,
      revision: 1,
      contentRevision: 1,
      recallCount: 0,
      recalledAt: null,
      sessionId: memory.sessionId,
    });
    this.#revisions.add(
      { row, revision: 1, contentRevision: 1, namespace, domain, tags, source, validFrom, validUntil },
      { client, at: createdAt, action: "capture" },
    );
    if (memory.supersedes !== null) {
      this.replace(memory.supersedes, id, null, { client, at: createdAt });
    }
    return toMemory(this.#find(id));
  }

  /** Inserts memories with ids, times and history of their own. */
  insertArchived(memories: readonly ArchivedMemory[]): Memory[] {
    for (const memory of memories) this.#insertOneArchived(memory);
    for (const { id, supersededBy } of memories) {
      if (supersededBy !== null) this.#statements.setSuccessor.run(supersededBy, id);
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
    if (before.deleted_at !== null) throw new RecollectError("not_found", "memory_in_trash", { id });
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
      this.#revisions.keepContent(row, before.content_revision, before.content);
      this.#statements.updateContent.run(hashContent(content), content, row);
      this.#statements.clearEmbedded.run(row);
      this.#statements.deletePassages.run(row);
    }
    this.#statements.update.run(namespace, domain, source, edit.at, revision, contentRevision, row);
    if (validityChanged) this.#statements.setValidity.run(...this.#validityColumns(validity), row);
    if (tagsChanged) this.#replaceTags(row, tagsBefore, tags);
    if (textChanged) this.#textRows.replace(row, { content, tags, source });
    const after = this.#find(id);
    this.#addRevision(after, edit);
    return { memory: toMemory(after), contentChangedIn: contentChanged ? row : null };
  }

  /** @throws not_found, conflict */
  setDeleted(id: string, deleted: boolean, expectedRevision: number | null, edit: Edit): Memory {
    const before = this.#find(id);
    assertRevision(before, expectedRevision);
    if ((before.deleted_at !== null) === deleted) return toMemory(before);
    this.#statements.setDeleted.run(deleted ? edit.at : null, edit.at, before.revision + 1, before.row);
    const after = this.#find(id);
    this.#addRevision(after, edit);
    return toMemory(after);
  }

  /** Marks a memory as superseded by another. @throws not_found, conflict, invalid_argument */
  supersede(id: string, by: string, expectedRevision: number | null, edit: Omit<Edit, "action">): Memory {
    const old = this.#find(id);
    assertRevision(old, expectedRevision);
    if (id === by || this.#find(by).superseded_by !== null) {
      throw new RecollectError("invalid_argument", "merge_impossible", { id: by, other: id }, { field: "others" });
    }
    return this.#setSuperseded(old, by, { ...edit, action: "supersede" });
  }

  /**
   * Marks a memory as superseded by another; where that one is not valid yet, the old one is valid until then instead, so
   * that one of them is current at any time.
   * @throws not_found, conflict, invalid_argument
   */
  replace(id: string, by: string, expectedRevision: number | null, edit: Omit<Edit, "action">): Memory {
    const { validFrom } = toValidity(this.#find(by));
    if (validFrom === null || VALIDITY_STATES[this.#validityMarks.of({ validFrom, validUntil: null })] !== "upcoming") {
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
      throw new RecollectError("invalid_argument", "not_merged", { id: by, other: id }, { field: "others" });
    }
    return this.#setSuperseded(old, null, { ...edit, action: "restore" });
  }

  /** Makes a superseded memory current again; a current one is unchanged. @throws not_found */
  reinstate(id: string, edit: Edit): Memory {
    const row = this.#find(id);
    return row.superseded_by === null ? toMemory(row) : this.#setSuperseded(row, null, edit);
  }

  /** Ignores unknown ids. */
  setPinned(ids: readonly string[], pinned: boolean): Memory[] {
    return ids.flatMap((id) => {
      this.#statements.setPinned.run(pinned ? 1 : 0, id);
      const row = this.#statements.select.get(id);
      return row === undefined ? [] : [toMemory(row)];
    });
  }

  /** Deletes a memory permanently if it is in the trash; returns null for any other. */
  purge(id: string): { readonly row: number; readonly memory: Memory } | null {
    const row = this.#statements.select.get(id);
    if (row === undefined || row.deleted_at === null) return null;
    this.#textRows.remove(row.row);
    this.#statements.delete.run(row.row);
    return { row: row.row, memory: toMemory(row) };
  }

  #find(id: string): MemoryRow {
    const row = this.#statements.select.get(id);
    if (row === undefined) throw new RecollectError("not_found", "memory_gone", { id });
    return row;
  }

  #insertOneArchived(memory: ArchivedMemory): void {
    const { content } = memory;
    const past = pastOf(memory);
    const row = this.#insertRow(memory, {
      createdAt: Date.parse(memory.createdAt),
      updatedAt: Date.parse(memory.updatedAt),
      deletedAt: memory.deletedAt === null ? null : Date.parse(memory.deletedAt),
      revision: memory.revision,
      contentRevision: past.at(-1)?.contentRevision ?? memory.revision,
      recallCount: memory.recallCount,
      recalledAt: memory.recalledAt === null ? null : Date.parse(memory.recalledAt),
      sessionId: null,
    });
    for (const { at, action, client, ...state } of past) {
      this.#revisions.add({ row, ...state }, { client, at: Date.parse(at), action });
    }
    for (const { revision, contentRevision, content: former } of past) {
      if (revision === contentRevision && former !== content) this.#revisions.keepContent(row, revision, former);
    }
  }

  #validityColumns(validity: Validity): [from: number | null, until: number | null, validity: number] {
    const { validFrom, validUntil } = validity;
    return [toMilliseconds(validFrom), toMilliseconds(validUntil), this.#validityMarks.of(validity)];
  }

  /** Returns the row number. */
  #insertRow(memory: Omit<NewMemory, "createdAt" | "sessionId" | "supersedes">, state: InsertedState): number {
    const { id, namespace, domain, content, tags, source, client, pinned } = memory;
    const { lastInsertRowid } = this.#statements.insert.run(
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
      ...this.#validityColumns(intervalOf(memory)),
    );
    const row = Number(lastInsertRowid);
    this.#statements.insertContent.run(row, hashContent(content), content);
    this.#replaceTags(row, [], tags);
    this.#textRows.add(row, memory);
    return row;
  }

  #replaceTags(row: number, before: readonly string[], after: readonly string[]): void {
    for (const tag of before) if (!after.includes(tag)) this.#statements.deleteTag.run(row, tag);
    for (const tag of after) if (!before.includes(tag)) this.#statements.insertTag.run(tag, row);
  }

  /** @param by null: no longer superseded */
  #setSuperseded(old: MemoryRow, by: string | null, edit: Edit): Memory {
    this.#statements.setSuperseded.run(by, edit.at, old.revision + 1, old.row);
    const after = this.#find(old.id);
    this.#addRevision(after, edit);
    return toMemory(after);
  }

  #addRevision(row: MemoryRow, edit: Edit): void {
    const { revision, content_revision: contentRevision, namespace, domain, source } = row;
    const tags = tagsOf(row);
    const state = { row: row.row, revision, contentRevision, namespace, domain, tags, source, ...toValidity(row) };
    this.#revisions.add(state, edit);
  }
}

/** Times in milliseconds since 1970. */
interface InsertedState {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
  readonly revision: number;
  readonly contentRevision: number;
  readonly recallCount: number;
  readonly recalledAt: number | null;
  readonly sessionId: string | null;
}

function prepareStatements(database: Database) {
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
    clearEmbedded: database.prepare<[number]>("UPDATE memories SET embedded_by = NULL WHERE row = ?"),
    deletePassages: database.prepare<[number]>("DELETE FROM passages WHERE memory_row = ?"),
    setDeleted: database.prepare<SqlValue[]>(
      "UPDATE memories SET deleted_at = ?, updated_at = max(updated_at, ?), revision = ? WHERE row = ?",
    ),
    setSuperseded: database.prepare<SqlValue[]>(
      "UPDATE memories SET superseded_by = ?, updated_at = max(updated_at, ?), revision = ? WHERE row = ?",
    ),
    setSuccessor: database.prepare<[string, string]>("UPDATE memories SET superseded_by = ? WHERE id = ?"),
    setPinned: database.prepare<SqlValue[]>("UPDATE memories SET pinned = ? WHERE id = ?"),
    delete: database.prepare<[number]>("DELETE FROM memories WHERE row = ?"),
    insertTag: database.prepare<SqlValue[]>(
      `INSERT INTO memory_tags (memory_row, tag, state, created_at, domain, namespace)
       SELECT row, ?, state, created_at, domain, namespace FROM memories WHERE row = ?`,
    ),
    deleteTag: database.prepare<SqlValue[]>("DELETE FROM memory_tags WHERE memory_row = ? AND tag = ?"),
  };
}

/** The revisions of an archived memory, each with the number of the revision that introduced its content. */
function pastOf(memory: ArchivedMemory) {
  const { history, revision, updatedAt } = memory;
  const known =
    history.length > 0
      ? history
      : [{ ...memory, revision, action: revision === 1 ? ("capture" as const) : ("update" as const), at: updatedAt }];
  let contentRevision = 0;
  let lastContent: string | null = null;
  return known.map(({ revision, action, content, namespace, domain, tags, source, client, at, ...rest }) => {
    if (content !== lastContent) contentRevision = revision;
    lastContent = content;
    const place = { namespace, domain, tags, source, ...intervalOf(rest) };
    return { revision, contentRevision, action, content, ...place, client, at };
  });
}

/** The interval of a memory; a proposal of an earlier version has none. */
function intervalOf({ validFrom = null, validUntil = null }: Partial<Validity>): Validity {
  return { validFrom, validUntil };
}

function assertRevision(row: MemoryRow, expected: number | null): void {
  if (expected !== null && expected !== row.revision) throw new MemoryConflict(toMemory(row), expected);
}
