import type { Database } from "better-sqlite3";
import { RecollectError } from "../core/errors.ts";
import type { Memory } from "../core/memory.ts";
import type { Edit, MemoryChanges, NewMemory } from "../core/ports.ts";
import { hashContent } from "./content-hash.ts";
import { MEMORY_COLUMNS, type MemoryRow, tagsOf, toMemory } from "./memory-row.ts";
import type { Revisions } from "./revisions.ts";
import type { SqlValue } from "./statements.ts";
import { createTagWriter } from "./tags.ts";
import type { TextRows } from "./text-rows.ts";

export interface WriterParts {
  readonly database: Database;
  readonly revisions: Revisions;
  readonly textRows: TextRows;
}

/**
 * The changes a memory can go through, each whole: row, tags, text index, revision, and vectors put in the queue. They
 * are plain functions and expect to run inside a transaction.
 */
export function createMemoryWriter({ database, revisions, textRows }: WriterParts) {
  const tagWriter = createTagWriter(database);
  const select = database.prepare<[string], MemoryRow>(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ?`);
  const insertRow = database.prepare<SqlValue[]>(
    `INSERT INTO memories (id, namespace, domain, created_at, updated_at, pinned, client_name, client_version,
       session_id, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertContent = database.prepare<SqlValue[]>(
    "INSERT INTO contents (memory_row, hash, content) VALUES (?, ?, ?)",
  );
  const updateRow = database.prepare<SqlValue[]>(
    `UPDATE memories SET namespace = ?, domain = ?, source = ?, updated_at = ?, revision = ?, content_revision = ?
     WHERE row = ?`,
  );
  const updateContent = database.prepare<SqlValue[]>("UPDATE contents SET hash = ?, content = ? WHERE memory_row = ?");
  const unmarkEmbedded = database.prepare<[number]>("UPDATE memories SET embedded_by = NULL WHERE row = ?");
  const removePassages = database.prepare<[number]>("DELETE FROM passages WHERE memory_row = ?");
  const updateDeleted = database.prepare<SqlValue[]>(
    "UPDATE memories SET deleted_at = ?, updated_at = ?, revision = ? WHERE row = ?",
  );
  const updateSuperseded = database.prepare<SqlValue[]>(
    "UPDATE memories SET superseded_by = ?, updated_at = ?, revision = ? WHERE row = ?",
  );
  const updatePinned = database.prepare<SqlValue[]>("UPDATE memories SET pinned = ? WHERE id = ?");
  const removeRow = database.prepare<[number]>("DELETE FROM memories WHERE row = ?");

  function find(id: string): MemoryRow {
    const row = select.get(id);
    if (row === undefined) throw notFound(id);
    return row;
  }

  function addRevision(row: MemoryRow, edit: Edit): void {
    const { revision, content_revision: contentRevision, namespace, domain, source } = row;
    revisions.add({ row: row.row, revision, contentRevision, namespace, domain, tags: tagsOf(row), source }, edit);
  }

  /** `by` null: no longer superseded. */
  function setSuperseded(old: MemoryRow, by: string | null, edit: Edit): Memory {
    updateSuperseded.run(by, edit.at, old.revision + 1, old.row);
    const after = find(old.id);
    addRevision(after, edit);
    return toMemory(after);
  }

  return {
    /** @throws not_found, conflict, invalid_argument */
    supersede(id: string, by: string, expectedRevision: number | null, edit: Omit<Edit, "action">): Memory {
      const old = find(id);
      assertRevision(old, expectedRevision);
      if (id === by || find(by).superseded_by !== null) throw cannotReplace(by, id);
      return setSuperseded(old, by, { ...edit, action: "supersede" });
    },

    /** Takes back that `by` replaced a memory. @throws not_found, conflict, invalid_argument */
    separate(id: string, by: string, expectedRevision: number | null, edit: Omit<Edit, "action">): Memory {
      const old = find(id);
      assertRevision(old, expectedRevision);
      if (old.superseded_by !== by) throw notReplacedBy(by, id);
      return setSuperseded(old, null, { ...edit, action: "restore" });
    },

    reinstate(id: string, edit: Edit): Memory {
      const row = find(id);
      return row.superseded_by === null ? toMemory(row) : setSuperseded(row, null, edit);
    },

    insert(memory: NewMemory): Memory {
      const { id, content, namespace, domain, tags, source, client, createdAt } = memory;
      const { lastInsertRowid } = insertRow.run(
        id,
        namespace,
        domain,
        createdAt,
        createdAt,
        memory.pinned ? 1 : 0,
        client?.name ?? null,
        client?.version ?? null,
        memory.sessionId,
        source,
      );
      const row = Number(lastInsertRowid);
      insertContent.run(row, hashContent(content), content);
      tagWriter.replace(row, [], tags);
      textRows.add(row, memory);
      revisions.add(
        { row, revision: 1, contentRevision: 1, namespace, domain, tags, source },
        { client, at: createdAt, action: "capture" },
      );
      if (memory.supersedes !== null) {
        setSuperseded(find(memory.supersedes), id, { client, at: createdAt, action: "supersede" });
      }
      return toMemory(find(id));
    },

    /** Answers the memory, and its row where the content is new. */
    update(
      id: string,
      changes: MemoryChanges,
      expectedRevision: number | null,
      edit: Edit,
    ): { readonly memory: Memory; readonly contentChangedIn: number | null } {
      const before = find(id);
      if (before.deleted_at !== null) throw inTrash(id);
      assertRevision(before, expectedRevision);
      const { row } = before;
      const tagsBefore = tagsOf(before);
      const tags = changes.tags ?? tagsBefore;
      const { content, namespace, domain, source } = { ...withoutTags(before), ...withoutTags(changes) };
      const contentChanged = content !== before.content;
      const tagsChanged = tags.join(",") !== tagsBefore.join(",");
      const textChanged = contentChanged || tagsChanged || source !== before.source;
      if (!textChanged && namespace === before.namespace && domain === before.domain) {
        return { memory: toMemory(before), contentChangedIn: null };
      }
      const revision = before.revision + 1;
      const contentRevision = contentChanged ? revision : before.content_revision;
      if (contentChanged) {
        revisions.keepContent(row, before.content_revision, before.content);
        updateContent.run(hashContent(content), content, row);
        unmarkEmbedded.run(row);
        removePassages.run(row);
      }
      updateRow.run(namespace, domain, source, edit.at, revision, contentRevision, row);
      if (tagsChanged) tagWriter.replace(row, tagsBefore, tags);
      if (textChanged) textRows.replace(row, { content, tags, source });
      const after = find(id);
      addRevision(after, edit);
      return { memory: toMemory(after), contentChangedIn: contentChanged ? row : null };
    },

    setDeleted(id: string, deleted: boolean, expectedRevision: number | null, edit: Edit): Memory {
      const before = find(id);
      assertRevision(before, expectedRevision);
      if ((before.deleted_at !== null) === deleted) return toMemory(before);
      updateDeleted.run(deleted ? edit.at : null, edit.at, before.revision + 1, before.row);
      const after = find(id);
      addRevision(after, edit);
      return toMemory(after);
    },

    /** Ids that are not there are left out. */
    setPinned(ids: readonly string[], pinned: boolean): Memory[] {
      return ids.flatMap((id) => {
        updatePinned.run(pinned ? 1 : 0, id);
        const row = select.get(id);
        return row === undefined ? [] : [toMemory(row)];
      });
    },

    /** Deletes for good what is in the trash; anything else is left alone. */
    purge(ids: readonly string[]): { readonly row: number; readonly memory: Memory }[] {
      return ids.flatMap((id) => {
        const row = select.get(id);
        if (row === undefined || row.deleted_at === null) return [];
        textRows.remove(row.row);
        removeRow.run(row.row);
        return [{ row: row.row, memory: toMemory(row) }];
      });
    },
  };
}

function withoutTags<T extends { readonly tags?: unknown }>(value: T): Omit<T, "tags"> {
  const { tags: _, ...rest } = value;
  return rest;
}

function assertRevision(row: MemoryRow, expected: number | null): void {
  if (expected === null || expected === row.revision) return;
  throw new RecollectError("conflict", `Memory ${row.id} is at revision ${row.revision}, not ${expected}.`, {
    field: "expectedRevision",
    hint: "It was changed meanwhile: look at details.current, bring your change into it, and send that revision.",
    details: { reason: "memory_changed", current: toMemory(row) },
  });
}

function cannotReplace(id: string, other: string): RecollectError {
  return new RecollectError("invalid_argument", `Memory ${id} cannot replace ${other}.`, {
    field: "other",
    hint: "Two different memories are merged, and the one that is kept is not superseded itself.",
    details: { reason: "merge_impossible" },
  });
}

function notReplacedBy(id: string, other: string): RecollectError {
  return new RecollectError("invalid_argument", `Memory ${other} is not superseded by ${id}.`, {
    field: "other",
    hint: "Only two memories that were merged are parted; the superseded one names the other.",
    details: { reason: "not_merged" },
  });
}

function notFound(id: string): RecollectError {
  return new RecollectError("not_found", `There is no memory ${id}.`, {
    hint: "Find its id with search_memories or list_memories; it may have been deleted for good.",
    details: { reason: "memory_gone" },
  });
}

function inTrash(id: string): RecollectError {
  return new RecollectError("not_found", `Memory ${id} is in the trash.`, {
    hint: "Restore it first, then change it.",
    details: { reason: "memory_in_trash" },
  });
}
