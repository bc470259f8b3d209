import type { ArchivedMemory } from "../core/archive.ts";
import type { Memory } from "../core/memory.ts";
import { hashContent } from "./content-hash.ts";
import { MEMORY_COLUMNS, type MemoryRow, toMemory } from "./memory-row.ts";
import type { SqlValue } from "./statements.ts";
import { createTagWriter } from "./tags.ts";
import type { WriterParts } from "./write-memories.ts";

/** Writes memories with ids, dates and past of their own. Expects to run inside a transaction. */
export function createArchiveWriter({ database, revisions, textRows }: WriterParts) {
  const tagWriter = createTagWriter(database);
  const insertRow = database.prepare<SqlValue[]>(
    `INSERT INTO memories (id, namespace, domain, created_at, updated_at, deleted_at, pinned, revision,
       content_revision, recall_count, recalled_at, client_name, client_version, source)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertContent = database.prepare<SqlValue[]>(
    "INSERT INTO contents (memory_row, hash, content) VALUES (?, ?, ?)",
  );
  const link = database.prepare<[string, string]>("UPDATE memories SET superseded_by = ? WHERE id = ?");
  const select = database.prepare<[string], MemoryRow>(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ?`);

  function insert(memory: ArchivedMemory): void {
    const { id, namespace, domain, content, tags, source, client } = memory;
    const past = pastOf(memory);
    const { lastInsertRowid } = insertRow.run(
      id,
      namespace,
      domain,
      Date.parse(memory.createdAt),
      Date.parse(memory.updatedAt),
      memory.deletedAt === null ? null : Date.parse(memory.deletedAt),
      memory.pinned ? 1 : 0,
      memory.revision,
      past.at(-1)?.contentRevision ?? memory.revision,
      memory.recallCount,
      memory.recalledAt === null ? null : Date.parse(memory.recalledAt),
      client?.name ?? null,
      client?.version ?? null,
      source,
    );
    const row = Number(lastInsertRowid);
    insertContent.run(row, hashContent(content), content);
    tagWriter.replace(row, [], tags);
    textRows.add(row, memory);
    for (const { at, action, client: by, ...state } of past) {
      revisions.add({ row, ...state }, { client: by, at: Date.parse(at), action });
    }
    // A content that another took the place of is kept with the revision that brought it.
    for (const { revision, contentRevision, content: former } of past) {
      if (revision === contentRevision && former !== content) revisions.keepContent(row, revision, former);
    }
  }

  return (memories: readonly ArchivedMemory[]): Memory[] => {
    for (const memory of memories) insert(memory);
    for (const { id, supersededBy } of memories) if (supersededBy !== null) link.run(supersededBy, id);
    return memories.flatMap(({ id }) => {
      const row = select.get(id);
      return row === undefined ? [] : [toMemory(row)];
    });
  };
}

/** The revisions, each with the number of the one that brought its content. */
function pastOf(memory: ArchivedMemory) {
  const { history, revision, updatedAt } = memory;
  const known =
    history.length > 0
      ? history
      : [{ ...memory, revision, action: revision === 1 ? ("capture" as const) : ("update" as const), at: updatedAt }];
  let contentRevision = 0;
  let content: string | null = null;
  return known.map((each) => {
    if (each.content !== content) contentRevision = each.revision;
    content = each.content;
    const { action, namespace, domain, tags, source, client, at } = each;
    return { revision: each.revision, contentRevision, action, content, namespace, domain, tags, source, client, at };
  });
}
