import type { Database } from "better-sqlite3";
import type { Memory } from "../core/memory.ts";
import { BUILT_IN_NAMESPACES } from "../core/namespace.ts";
import type { Edit, MemoryStore } from "../core/ports.ts";
import { createAggregateReader } from "./aggregate-reader.ts";
import type { AggregateThread } from "./aggregate-thread.ts";
import { createArchiveWriter } from "./archive-writer.ts";
import { hashContent } from "./content-hash.ts";
import { createCounter } from "./facets.ts";
import type { RowFilter } from "./filter-rows.ts";
import { createListReader } from "./list-memories.ts";
import { MEMORY_COLUMNS, type MemoryRow, toMemory, toUsage, type UsageRow } from "./memory-row.ts";
import { createNeighbourReader } from "./neighbours.ts";
import type { Recalls } from "./recalls.ts";
import { createRevisions } from "./revisions.ts";
import type { RowFacts } from "./row-facts.ts";
import type { StatementCache } from "./statements.ts";
import { answer } from "./storage-error.ts";
import { countTags } from "./tags.ts";
import type { TextRows } from "./text-rows.ts";
import { createMemoryWriter } from "./write-memories.ts";
import type { WriteContext, WriteQueue } from "./write-queue.ts";

export interface MemoriesParts {
  readonly database: Database;
  readonly statements: StatementCache;
  readonly writes: WriteQueue;
  readonly textRows: TextRows;
  readonly recalls: Recalls;
  readonly facts: RowFacts;
  readonly filterRows: RowFilter;
  readonly aggregateThread: AggregateThread | null;
  /** Told after commit that a memory's vectors are no longer of its content, or that it is gone. */
  readonly onVectorsStale: (row: number) => void;
}

/** Memories in SQLite. */
export function createMemories(parts: MemoriesParts): MemoryStore {
  const { database, statements, writes, textRows, recalls, facts, filterRows, aggregateThread, onVectorsStale } = parts;
  const revisions = createRevisions(database);
  const writer = createMemoryWriter({ database, revisions, textRows });
  const insertArchived = createArchiveWriter({ database, revisions, textRows });
  const lists = createListReader(statements);
  const countAll = createCounter(statements, writes.generation);
  const aggregates = createAggregateReader({
    statements,
    recalls,
    generation: writes.generation,
    thread: aggregateThread,
  });
  const neighbourReader = createNeighbourReader(database, facts, filterRows);
  const byId = database.prepare<[string], MemoryRow>(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ?`);
  const byIds = database.prepare<[string], MemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM json_each(?) asked CROSS JOIN memories m ON m.id = asked.value ORDER BY asked.key`,
  );
  const usage = database.prepare<[string], UsageRow>(
    `SELECT m.id, m.updated_at, m.recall_count, m.pinned
     FROM json_each(?) asked CROSS JOIN memories m ON m.id = asked.value`,
  );
  const identical = database.prepare<[Buffer, string, string, string], MemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM contents c CROSS JOIN memories m ON m.row = c.memory_row
     WHERE c.hash = ? AND c.content = ? AND m.domain = ? AND m.namespace = ? AND m.state = 0 LIMIT 1`,
  );
  const trash = database.prepare<[], string>("SELECT id FROM memories WHERE state >= 2").pluck();
  const ownNamespaces = database.prepare<[], string>("SELECT name FROM namespaces ORDER BY name").pluck();
  const addOwn = database.prepare<[string]>("INSERT INTO namespaces (name) VALUES (?) ON CONFLICT DO NOTHING");

  const update = (
    { afterCommit }: WriteContext,
    { id, changes, expectedRevision }: Parameters<MemoryStore["merge"]>[0],
    edit: Edit,
  ): Memory => {
    const { memory, contentChangedIn } = writer.update(id, changes, expectedRevision, edit);
    if (contentChangedIn !== null) afterCommit(() => onVectorsStale(contentChangedIn));
    return memory;
  };

  return {
    insert: (memory) => writes.run(() => writer.insert(memory)),
    insertArchived: (memories) => writes.run(() => insertArchived(memories)),
    get: (id) =>
      answer(() => {
        const row = byId.get(id);
        return row === undefined ? null : toMemory(row);
      }),
    getMany: (ids) => answer(() => byIds.all(JSON.stringify(ids)).map(toMemory)),
    update: (id, changes, expectedRevision, edit) =>
      writes.run((context) => update(context, { id, changes, expectedRevision }, edit)),
    setDeleted: (id, deleted, expectedRevision, edit) =>
      writes.run(() => writer.setDeleted(id, deleted, expectedRevision, edit)),
    merge: (keep, other, edit) =>
      writes.run((context) => ({
        kept: update(context, keep, { ...edit, action: "update" }),
        superseded: writer.supersede(other.id, keep.id, other.expectedRevision, edit),
      })),
    separate: (kept, other, edit) =>
      writes.run((context) => ({
        kept: update(context, kept, { ...edit, action: "update" }),
        reinstated: writer.separate(other.id, kept.id, other.expectedRevision, edit),
      })),
    reinstate: (id, edit) => writes.run(() => writer.reinstate(id, edit)),
    setPinned: (ids, pinned) => writes.run(() => writer.setPinned(ids, pinned)),
    purge: (ids) =>
      writes.run(({ afterCommit }): Memory[] => {
        const gone = writer.purge(ids === "trash" ? trash.all() : ids);
        afterCommit(() => {
          for (const { row } of gone) onVectorsStale(row);
        });
        return gone.map(({ memory }) => memory);
      }),
    list: (filter, sort, limit, cursor) =>
      answer(() => {
        if (sort === "recalled") recalls.flush();
        return lists.page(filter, sort, limit, cursor);
      }),
    history: (id) => answer(() => revisions.of(id)),
    facets: (filter) => answer(() => aggregates.facets(filter)),
    count: (filter) => answer(() => aggregates.count(filter)),
    counts: (filter = {}) => answer(() => countAll(filter)),
    captureActivity: (filter) => answer(() => aggregates.captureActivity(filter)),
    findIdentical: (content, domain, namespace) =>
      answer(() => {
        const row = identical.get(hashContent(content), content, domain, namespace);
        return row === undefined ? null : toMemory(row);
      }),
    markRecalled: (ids, at) => recalls.mark(ids, at),
    usage: (ids) => answer(() => new Map(usage.all(JSON.stringify(ids)).map((row) => [row.id, toUsage(row)]))),
    neighbours: (ids, withinMs, limit, filter = {}) => answer(() => neighbourReader.of(ids, withinMs, limit, filter)),
    tagsStartingWith: (prefix, filter, limit) => answer(() => countTags(statements, filter, prefix, limit)),
    namespaces: () => answer(() => [...new Set([...BUILT_IN_NAMESPACES, ...ownNamespaces.all()])]),
    addNamespace: (name) =>
      writes.run(() => {
        addOwn.run(name);
      }),
  };
}
