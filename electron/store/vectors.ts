import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { MemoryFilter } from "../core/filter.ts";
import type { CreateVectorScan, ScanAnswer, VectorIndex, VectorScan } from "../core/ports.ts";
import type { VectorAnswer } from "../core/search.ts";
import type { RowFilter } from "./filter-rows.ts";
import type { RowFacts } from "./row-facts.ts";
import type { SqlValue } from "./statements.ts";
import { answer } from "./storage-error.ts";
import { createVectorCache, toVector } from "./vector-cache.ts";
import type { WriteQueue } from "./write-queue.ts";

/** A filter that lets no more memories through than this is narrow: theirs are the only vectors read. */
const NARROW = 2_000;
/** A wide filter is met by asking for so many times what is wanted; then once more, by the share that passed. */
const SURPLUS = 2;
const ROUNDS = 2;
/** Where that would be more than so many times what is wanted, all rows the filter lets through are read instead. */
const MOST_SURPLUS = 50;
/** Memories whose vectors are cleared in one transaction; between them others have their turn. */
const CLEARED_AT_ONCE = 2_000;

const NOTHING: VectorAnswer = { hits: [], similarities: { count: 0, mean: 0, deviation: 0 } };

export interface VectorIndexParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly createScan: CreateVectorScan;
  readonly facts: RowFacts;
  readonly filterRows: RowFilter;
}

/** The vectors in SQLite, searched in memory. */
export function createVectorIndex({ database, writes, createScan, facts, filterRows }: VectorIndexParts) {
  const cache = createVectorCache(database, createScan);
  const fingerprintId = database.prepare<[string], number>("SELECT id FROM fingerprints WHERE name = ?").pluck();
  const addFingerprint = database.prepare<[string]>("INSERT INTO fingerprints (name) VALUES (?)");
  const waiting = database.prepare<SqlValue[], { id: string; content: string; revision: number }>(PENDING_SQL);
  const embedded = database.prepare<[], { fingerprint: number; memories: number }>("SELECT * FROM embedding_counts");
  const present = database
    .prepare<[string, number], number>("SELECT row FROM memories WHERE id = ? AND content_revision <= ?")
    .pluck();
  const removePassages = database.prepare<[number]>("DELETE FROM passages WHERE memory_row = ?");
  const addPassage = database.prepare<SqlValue[]>(
    "INSERT INTO passages (memory_row, position, fingerprint, start_at, end_at, vector) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const markEmbedded = database.prepare<[number, number]>("UPDATE memories SET embedded_by = ? WHERE row = ?");
  const vectorsOf = database
    .prepare<[string, number], Buffer>(
      `SELECT p.vector FROM memories m JOIN passages p ON p.memory_row = m.row
     WHERE m.id = ? AND p.fingerprint = ? ORDER BY p.position`,
    )
    .pluck();
  const endOfStep = database
    .prepare<[number, number], number | null>(
      "SELECT max(row) FROM (SELECT row FROM memories WHERE row > ? ORDER BY row LIMIT ?)",
    )
    .pluck();
  const clearPassages = database.prepare<[number, number]>(
    "DELETE FROM passages WHERE memory_row > ? AND memory_row <= ?",
  );
  const clearMarks = database.prepare<[number, number]>(
    "UPDATE memories SET embedded_by = NULL WHERE row > ? AND row <= ? AND embedded_by IS NOT NULL",
  );

  function search(scan: VectorScan, vector: Int8Array, filter: MemoryFilter, limit: number): VectorAnswer {
    const { hits, similarities } = bestRows(scan, vector, filter, limit);
    const named = hits.flatMap(({ key, similarity, passage }) => {
      const id = facts.idOf(key);
      return id === undefined ? [] : [{ id, similarity, passage }];
    });
    return { hits: named, similarities };
  }

  /**
   * The usual filters are applied while scanning. Any other: a narrow one hands in its rows; a wide one is met by asking
   * for more than are wanted, and where too few of those pass, by reading all its rows once.
   */
  function bestRows(scan: VectorScan, vector: Int8Array, filter: MemoryFilter, limit: number): ScanAnswer {
    const test = filterRows.testOf(filter);
    if (test !== null) return scan.search(vector, limit, test);
    const narrow = filterRows.allRows(filter, NARROW);
    if (narrow !== null) return scan.search(vector, limit, narrow);
    for (let wanted = limit * SURPLUS, round = 1; round <= ROUNDS; round++) {
      const { hits, similarities } = scan.search(vector, wanted);
      const keys = hits.map(({ key }) => key);
      const passing = new Set(filterRows.passing(filter, keys));
      const kept = hits.filter(({ key }) => passing.has(key));
      if (kept.length >= limit || hits.length < wanted) {
        return { hits: kept.slice(0, limit), similarities };
      }
      wanted = Math.ceil((wanted * limit * SURPLUS) / Math.max(1, kept.length));
      if (wanted > limit * MOST_SURPLUS) break;
    }
    return scan.search(vector, limit, filterRows.allRows(filter, Number.MAX_SAFE_INTEGER - 1) ?? undefined);
  }

  const index: VectorIndex = {
    async search(vector, fingerprint, filter, limit) {
      const id = await answer(() => fingerprintId.get(fingerprint));
      if (id === undefined || limit < 1) return NOTHING;
      const scan = await cache.scanOf(id, vector.length);
      return answer(() => search(scan, vector, filter, limit));
    },
    pending: (fingerprint, limit) =>
      answer(() => {
        const id = fingerprintId.get(fingerprint) ?? -1;
        return waiting.all(limit, id, limit, id, limit, limit);
      }),
    put: (id, revision, fingerprint, passages) =>
      writes.run(({ afterCommit }) => {
        const row = present.get(id, revision);
        if (row === undefined) return false;
        const known = fingerprintId.get(fingerprint);
        const name = known ?? Number(addFingerprint.run(fingerprint).lastInsertRowid);
        removePassages.run(row);
        passages.forEach(({ start, end, vector }, position) => {
          const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
          addPassage.run(row, position, name, start, end, bytes);
        });
        markEmbedded.run(name, row);
        afterCommit(() =>
          cache.set(
            name,
            row,
            passages.map(({ vector }) => vector),
          ),
        );
        return true;
      }),
    counts: (fingerprint) =>
      answer(() => {
        const id = fingerprintId.get(fingerprint);
        const all = embedded.all();
        const sum = all.reduce((total, { memories }) => total + memories, 0);
        const ready = all.find(({ fingerprint }) => fingerprint === id)?.memories ?? 0;
        return { ready, pending: sum - ready };
      }),
    vectorsOf: (id, fingerprint) => answer(() => vectorsOf.all(id, fingerprintId.get(fingerprint) ?? -1).map(toVector)),
    async clear() {
      cache.clear();
      for (let from = 0; ; ) {
        const to = await writes.run(() => {
          const end = endOfStep.get(from, CLEARED_AT_ONCE) ?? null;
          if (end === null) return null;
          clearPassages.run(from, end);
          clearMarks.run(from, end);
          return end;
        });
        if (to === null) break;
        from = to;
        await nextTurn();
      }
      cache.clear();
    },
  };
  return { index, forget: (row: number) => cache.delete(row) };
}

const pendingRange = (condition: string): string => `SELECT * FROM (
  SELECT m.row AS row FROM memories m INDEXED BY memories_by_embedding
  WHERE m.deleted_at IS NULL AND m.embedded_by ${condition} LIMIT ?)`;

/** What waits: never embedded first, in order of capture; then what another model embedded. Three ranges of one index. */
export const PENDING_SQL = `SELECT m.id, c.content, m.revision FROM (
  ${pendingRange("IS NULL")} UNION ALL ${pendingRange("< ?")} UNION ALL ${pendingRange("> ?")} LIMIT ?
) waiting CROSS JOIN memories m ON m.row = waiting.row CROSS JOIN contents c ON c.memory_row = m.row`;
