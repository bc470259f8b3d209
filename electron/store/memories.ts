import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { hashesOf } from "../core/content-hash.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryStore } from "../core/ports.ts";
import type { SqlValue } from "../sqlite/sql.ts";
import type { StatementCache } from "../sqlite/statements.ts";
import { withStorageErrors } from "../sqlite/storage-error.ts";
import { createAggregateReader } from "./counts/aggregate-reader.ts";
import type { AggregateThread } from "./counts/aggregate-thread.ts";
import { createCounter } from "./counts/facets.ts";
import { createDomainReader } from "./counts/known-domains.ts";
import { createNamespaceReader } from "./counts/known-namespaces.ts";
import { countTags } from "./counts/tag-counts.ts";
import { STATES, statesOf } from "./rows/conditions.ts";
import type { RowFilter } from "./rows/filter-rows.ts";
import { createIdFinder } from "./rows/ids-like.ts";
import type { ContentReader } from "./rows/kept-contents.ts";
import { listMemories } from "./rows/list-memories.ts";
import {
  MEMORY_COLUMNS,
  type MemoryRow,
  RANKING_COLUMNS,
  type RankingRow,
  toMemory,
  toMilliseconds,
  toRankingFacts,
} from "./rows/memory-row.ts";
import type { MemoryWriter } from "./rows/memory-writer.ts";
import { createNeighbourReader } from "./rows/neighbours.ts";
import type { Recalls } from "./rows/recalls.ts";
import type { Revisions } from "./rows/revisions.ts";
import type { RowFacts } from "./rows/row-facts.ts";
import type { ValidityMarks } from "./rows/validity.ts";
import type { WriteQueue } from "./rows/write-queue.ts";

/** The states of memories that are current or upcoming, as JSON. */
const NOT_EXPIRED = JSON.stringify([...statesOf({}), ...statesOf({ validity: "upcoming" })]);
/** Rows looked through in one turn of the event loop. */
const STEP_ROWS = 4_000;

interface MemoriesParts {
  readonly database: Database;
  readonly statements: StatementCache;
  readonly writes: WriteQueue;
  readonly writer: MemoryWriter;
  readonly revisions: Revisions;
  readonly recalls: Recalls;
  readonly validityMarks: ValidityMarks;
  readonly facts: RowFacts;
  readonly filterRows: RowFilter;
  readonly contents: ContentReader;
  readonly aggregateThread: AggregateThread | null;
}

/** The memories in SQLite. */
export function createMemories(parts: MemoriesParts): MemoryStore {
  const { database, statements, writes, writer, revisions, recalls, facts, filterRows, contents } = parts;
  const { aggregateThread, validityMarks } = parts;
  const countAll = createCounter(statements, writes.generation);
  const readNamespaces = createNamespaceReader(database);
  const findIds = createIdFinder(database, statements);
  const readDomains = createDomainReader(database, statements);
  const aggregates = createAggregateReader({
    statements,
    recalls,
    generation: writes.generation,
    thread: aggregateThread,
  });
  const neighbourReader = createNeighbourReader(database, facts, filterRows);
  const byId = database.prepare<[string], MemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ? AND m.held = 0`,
  );
  const byIds = database.prepare<[string], MemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM json_each(?) given CROSS JOIN memories m ON m.id = given.value AND m.held = 0
     ORDER BY given.key`,
  );
  const rankingFacts = database.prepare<[string], RankingRow>(
    `SELECT ${RANKING_COLUMNS}
     FROM json_each(?) given CROSS JOIN memories m ON m.id = given.value AND m.held = 0`,
  );
  const identical = database.prepare<SqlValue[], MemoryRow>(
    `SELECT ${MEMORY_COLUMNS} FROM contents c CROSS JOIN memories m ON m.row = c.memory_row
     WHERE c.hash IN (?, ?) AND m.domain = ? AND m.namespace = ? AND m.valid_from IS ? AND m.valid_until IS ?
       AND m.state IN (SELECT value FROM json_each(?)) ORDER BY m.row LIMIT 1`,
  );
  const isContentKnown = database
    .prepare<[Buffer], 0 | 1>("SELECT EXISTS (SELECT 1 FROM contents WHERE hash = ?)")
    .pluck();
  // One look into the index for each state.
  const newestTime = database
    .prepare<[], number | null>(
      `SELECT max(at) FROM (SELECT (SELECT max(updated_at) FROM memories WHERE state = value) AS at
       FROM json_each('${JSON.stringify(STATES)}'))`,
    )
    .pluck();
  const lastRow = database.prepare<[], number | null>("SELECT max(row) FROM memories").pluck();
  const trashedIds = database
    .prepare<[number, number], string>(
      "SELECT id FROM memories NOT INDEXED WHERE row > ? AND row <= ? AND deleted_at IS NOT NULL AND held = 0",
    )
    .pluck();
  const removeUnusedNamespace = database.prepare<[string, string]>(
    "DELETE FROM namespaces WHERE name = ? AND NOT EXISTS (SELECT 1 FROM facet_counts WHERE namespace = ? AND memories > 0)",
  );
  const addOwnNamespace = database.prepare<[string]>("INSERT INTO namespaces (name) VALUES (?) ON CONFLICT DO NOTHING");

  /** Reads a part of the table in each turn of the event loop: no index is in the order of `row`. */
  async function idsInTrash(): Promise<string[]> {
    const ids: string[] = [];
    const end = lastRow.get() ?? 0;
    for (let from = 0; from < end; from += STEP_ROWS) {
      for (const id of trashedIds.all(from, from + STEP_ROWS)) ids.push(id);
      await nextTurn();
    }
    return ids;
  }
  const toMemoryOrNull = (row: MemoryRow | undefined): Memory | null => (row === undefined ? null : toMemory(row));

  return {
    insert: (memory, onCommitted) =>
      writes.run(({ afterCommit }) => {
        const stored = writer.insert(memory);
        // After the actions of all writes of the commit, which keep caches up to date.
        if (onCommitted !== undefined) afterCommit(() => queueMicrotask(() => onCommitted(stored)));
        return stored;
      }),
    insertArchived: (memories) => writes.run(() => writer.insertArchived(memories)),
    get: (id) => withStorageErrors(() => toMemoryOrNull(byId.get(id))),
    idsLike: (part, limit, scope) => withStorageErrors(() => findIds(part, limit, scope)),
    newestTime: () => withStorageErrors(() => newestTime.get() ?? 0),
    getMany: (ids) => withStorageErrors(() => byIds.all(JSON.stringify(ids)).map(toMemory)),
    contentsOf: (ids) => withStorageErrors(() => contents.read(ids)),
    update: (id, changes, expectedRevision, edit) =>
      writes.run(() => writer.update(id, changes, expectedRevision, edit)),
    setDeleted: (id, deleted, expectedRevision, edit) =>
      writes.run(() => writer.setDeleted(id, deleted, expectedRevision, edit)),
    merge: (keep, others, edit) =>
      writes.run(() => ({
        kept: writer.update(keep.id, keep.changes, keep.expectedRevision, { ...edit, action: "update" }),
        superseded: others.map((other) => writer.supersede(other, keep.id, edit)),
      })),
    separate: (kept, others, edit) =>
      writes.run(() => ({
        kept: writer.update(kept.id, kept.changes, kept.expectedRevision, { ...edit, action: "update" }),
        reinstated: others.map((other) => writer.separate(other, kept.id, edit)),
      })),
    reinstate: (id, edit) => writes.run(() => writer.reinstate(id, edit)),
    setPinned: (ids, pinned) => writes.run(() => writer.setPinned(ids, pinned)),
    async purge(given, onPurged = () => undefined) {
      const ids = given === "trash" ? await withStorageErrors(idsInTrash) : given;
      let count = 0;
      const steps = writes.runInSteps(0, (from, { afterCommit }) => {
        const id = ids[from];
        const purged = id === undefined ? null : writer.purge(id);
        if (purged !== null) {
          afterCommit(() => {
            count++;
            onPurged(purged);
          });
        }
        return from + 1 < ids.length ? from + 1 : null;
      });
      for await (const _ of steps);
      return count;
    },
    list: (filter, sort, limit, cursor) =>
      withStorageErrors(async () => {
        if (sort === "recalled") await recalls.flush();
        return listMemories(statements, filter, sort, limit, cursor);
      }),
    history: (id) => withStorageErrors(() => (byId.get(id) === undefined ? [] : revisions.of(id))),
    facets: (filter) => withStorageErrors(() => aggregates.facets(filter)),
    count: (filter) => withStorageErrors(() => aggregates.count(filter)),
    counts: (filter = {}) => withStorageErrors(() => countAll(filter)),
    captureActivity: (filter) => withStorageErrors(() => aggregates.captureActivity(filter)),
    findIdentical: ({ content, domain, namespace, validFrom = null, validUntil = null }) =>
      withStorageErrors(async () => {
        const hashes = hashesOf(content);
        // Most captures are new: this look into one index takes a third of the time of the full query.
        if (new Set(hashes).values().every((hash) => isContentKnown.get(hash) === 0)) return null;
        const ends = [toMilliseconds(validFrom), toMilliseconds(validUntil)];
        const found = identical.get(...hashes, domain, namespace, ...ends, NOT_EXPIRED);
        // A capture of the same content is acknowledged with this memory, and so must be on disk.
        if (found !== undefined) await writes.synced();
        return toMemoryOrNull(found);
      }),
    refreshValidity: () => withStorageErrors(() => validityMarks.refresh()),
    markRecalled: (ids, client, at) => recalls.mark(ids, client, at),
    rankingFacts: (ids) =>
      withStorageErrors(
        () => new Map(rankingFacts.all(JSON.stringify(ids)).map((row) => [row.id, toRankingFacts(row)])),
      ),
    neighbours: (ids, withinMs, limit, filter = {}, scope = {}) =>
      withStorageErrors(() => neighbourReader.of(ids, withinMs, limit, filter, scope)),
    tagsStartingWith: (prefix, filter, limit) => withStorageErrors(() => countTags(statements, filter, prefix, limit)),
    namespaces: () => withStorageErrors(() => [...readNamespaces()]),
    addNamespace: (name) =>
      writes.run(() => {
        addOwnNamespace.run(name);
      }),
    removeNamespace: (name) =>
      writes.run(() => {
        removeUnusedNamespace.run(name, name);
      }),
    domains: () => withStorageErrors(readDomains),
  };
}
