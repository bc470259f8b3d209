import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { MemoryFilter } from "../../core/filter.ts";
import type { CreateVectorScan, MemoryScope, ScanAnswer, VectorIndex, VectorScan } from "../../core/ports.ts";
import type { VectorAnswer } from "../../core/search.ts";
import { and, type SqlValue, sql } from "../../sqlite/sql.ts";
import type { StatementCache } from "../../sqlite/statements.ts";
import { withStorageErrors } from "../../sqlite/storage-error.ts";
import { buildCount } from "../counts/facets.ts";
import { scopeConditions } from "../rows/conditions.ts";
import type { RowFilter } from "../rows/filter-rows.ts";
import type { RowFacts } from "../rows/row-facts.ts";
import type { WriteQueue } from "../rows/write-queue.ts";

/** Up to this many memories that match a filter, only their vectors are read. */
const MAX_NARROW_ROWS = 2_000;
/**
 * For a filter that more memories match, the scan returns this many times the wanted number; if too few of these match,
 * once more as many as the share that matched suggests (ADR 0010).
 */
const SURPLUS = 2;
const MAX_ROUNDS = 2;
/**
 * If the second scan would return more than this many times the wanted number, all matching rows are scanned instead.
 */
const MAX_SURPLUS = 50;
/** Memories whose vectors are read in one turn of the event loop. */
const STEP_ROWS = 2_000;
/** Memories that are examined or made pending in one step: about a millisecond. */
const STEP_ROWS_TO_RENEW = 50;
/** If more memories wait for vectors, all that wait are reported: counting the current ones would block the thread. */
const MAX_COUNTED = 2_000;
const EMPTY: VectorAnswer = { hits: [], similarities: { count: 0, mean: 0, deviation: 0 } };

interface VectorIndexParts {
  readonly database: Database;
  readonly statements: StatementCache;
  readonly writes: WriteQueue;
  readonly createScan: CreateVectorScan;
  readonly facts: RowFacts;
  readonly filterRows: RowFilter;
}

/**
 * The vectors in SQLite, searched in memory. `forget` must be called when a row's vectors are outdated; `release` frees
 * the memory until the next search.
 */
export function createVectorIndex(parts: VectorIndexParts) {
  const { database, statements: cached, writes, createScan, facts, filterRows } = parts;
  const cache = new VectorCache(database, createScan);
  const statements = prepareStatements(database);

  function search(
    scan: VectorScan,
    vector: Int8Array,
    { filter, limit, onlyMatching }: { filter: MemoryFilter; limit: number; onlyMatching: boolean },
  ): VectorAnswer {
    const { hits, similarities } = onlyMatching
      ? scan.search(vector, limit, matchingRows(filter), true)
      : scanRows(scan, vector, filter, limit);
    const found = hits.flatMap(({ key, ...hit }) => {
      const id = facts.idOf(key);
      return id === undefined ? [] : [{ id, ...hit }];
    });
    return { hits: found, similarities };
  }

  /** In the order of capture, so that sums and ties do not depend on how SQLite reads them. */
  function matchingRows(filter: MemoryFilter): Set<number> {
    return new Set([...(filterRows.allRows(filter, Number.MAX_SAFE_INTEGER - 1) ?? [])].sort((a, b) => a - b));
  }

  /** Filters by state, domain and namespace are tested during the scan; see the constants above for any other. */
  function scanRows(scan: VectorScan, vector: Int8Array, filter: MemoryFilter, limit: number): ScanAnswer {
    const test = filterRows.testOf(filter);
    if (test !== null) return scan.search(vector, limit, test);
    const narrow = filterRows.allRows(filter, MAX_NARROW_ROWS);
    if (narrow !== null) return scan.search(vector, limit, narrow);
    for (let wanted = limit * SURPLUS, round = 1; round <= MAX_ROUNDS; round++) {
      const { hits, similarities } = scan.search(vector, wanted);
      const keys = hits.map(({ key }) => key);
      const passing = new Set(filterRows.passing(filter, keys));
      const matching = hits.filter(({ key }) => passing.has(key));
      if (matching.length >= limit || hits.length < wanted) return { hits: matching.slice(0, limit), similarities };
      wanted = Math.ceil((wanted * limit * SURPLUS) / Math.max(1, matching.length));
      if (wanted > limit * MAX_SURPLUS) break;
    }
    return scan.search(vector, limit, filterRows.allRows(filter, Number.MAX_SAFE_INTEGER - 1) ?? undefined);
  }

  /** The memories outside the trash that have no vectors, in any other state. */
  function countPending(fingerprint: number): number {
    return statements.selectCounts
      .all()
      .reduce((sum, { fingerprint: other, memories }) => sum + (other === fingerprint ? 0 : memories), 0);
  }

  /** The counts that triggers keep give the total. Most often nothing is pending. */
  function countCurrent(fingerprint: number, scope: MemoryScope | null) {
    const filter = { domains: scope?.domains, namespaces: scope?.namespaces };
    const total = cached.value<number>(buildCount(filter, null)) ?? 0;
    const waiting = countPending(fingerprint);
    const isExact = waiting > 0 && (scope !== null || waiting <= MAX_COUNTED);
    const pending = isExact
      ? cached.value<number>(
          sql`SELECT count(*) FROM memories m WHERE ${and([...scopeConditions(filter), sql`m.embedded_by IS NOT ${fingerprint}`])}`,
        )
      : Math.min(waiting, total);
    return { ready: total - (pending ?? 0), pending: pending ?? 0 };
  }

  const index: VectorIndex = {
    async search(vector, fingerprint, filter, limit, onlyMatching = false) {
      const id = await withStorageErrors(() => statements.selectFingerprint.get(fingerprint));
      if (id === undefined || limit < 1) return EMPTY;
      const scan = await cache.scanOf(id, vector.length);
      return withStorageErrors(() => search(scan, vector, { filter, limit, onlyMatching }));
    },
    prepare(fingerprint, dimensions) {
      // A failure is reported by the search, which tries again.
      void withStorageErrors(async () => {
        const id = statements.selectFingerprint.get(fingerprint);
        if (id !== undefined) await cache.scanOf(id, dimensions);
      }).catch(() => undefined);
    },
    pending: (fingerprint, limit) =>
      withStorageErrors(() => {
        const id = statements.selectFingerprint.get(fingerprint) ?? -1;
        return statements.selectPending.all(limit, id, limit, id, limit, limit);
      }),
    pendingAmong: (ids, fingerprint) =>
      withStorageErrors(() => {
        const id = statements.selectFingerprint.get(fingerprint) ?? -1;
        // Usually every memory is embedded, which takes one row to see.
        if (ids.length === 0 || countPending(id) === 0) return new Set();
        return new Set(statements.selectPendingAmong.all(JSON.stringify(ids), id));
      }),
    put: (id, revision, fingerprint, passages) =>
      writes.run(({ afterCommit }) => {
        const row = statements.selectRow.get(id, revision);
        if (row === undefined) return false;
        const fingerprintId =
          statements.selectFingerprint.get(fingerprint) ??
          Number(statements.insertFingerprint.run(fingerprint).lastInsertRowid);
        statements.deletePassages.run(row);
        passages.forEach(({ start, end, vector }, position) => {
          const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
          statements.insertPassage.run(row, position, fingerprintId, start, end, bytes);
        });
        statements.setEmbedded.run(fingerprintId, row);
        afterCommit(() =>
          cache.set(
            fingerprintId,
            row,
            passages.map(({ vector }) => vector),
          ),
        );
        return true;
      }),
    counts: (fingerprint, scope = null) =>
      withStorageErrors(() => {
        const id = statements.selectFingerprint.get(fingerprint) ?? -1;
        return countCurrent(id, scope);
      }),
    vectorsOf: (id, fingerprint) =>
      withStorageErrors(() =>
        statements.selectVectors.all(id, statements.selectFingerprint.get(fingerprint) ?? -1).map(toVector),
      ),
    async renew() {
      const steps = writes.runInSteps(0, (from) => {
        const end = statements.selectEndOfStep.get(from, STEP_ROWS_TO_RENEW) ?? null;
        if (end !== null) statements.clearEmbedded.run(from, end);
        return end;
      });
      for await (const _ of steps);
    },
    async renewOutdated(version, isOutdated, signal) {
      const known = await withStorageErrors(() => statements.selectWords.get() ?? 0);
      if (known >= version) return;
      for (let from = 0; ; ) {
        if (signal.aborted) return;
        const started = performance.now();
        const read = await withStorageErrors(() => statements.selectEmbedded.all(from, STEP_ROWS_TO_RENEW));
        const outdated = read.filter(({ content }) => isOutdated(content));
        if (outdated.length > 0) {
          await writes.run(() => {
            for (const { row } of outdated) statements.setEmbedded.run(null, row);
          });
        }
        const last = read.at(-1);
        if (last === undefined) break;
        from = last.row;
        await pause(performance.now() - started, undefined, { ref: false });
      }
      await writes.run(() => statements.setWords.run(version));
    },
  };
  return { index, forget: (row: number) => cache.delete(row), release: () => cache.release() };
}

const pendingRange = (condition: string): string => `SELECT * FROM (
  SELECT m.row AS row FROM memories m INDEXED BY memories_by_embedding
  WHERE m.deleted_at IS NULL AND m.embedded_by ${condition} LIMIT ?)`;

/**
 * The memories that have no vectors of a fingerprint: in order of capture the ones without any vectors, then the ones
 * with vectors of other models. Three ranges of one index.
 */
export const PENDING_SQL = `SELECT m.id, c.content, m.revision FROM (
  ${pendingRange("IS NULL")} UNION ALL ${pendingRange("< ?")} UNION ALL ${pendingRange("> ?")} LIMIT ?
) waiting CROSS JOIN memories m ON m.row = waiting.row CROSS JOIN contents c ON c.memory_row = m.row`;

function prepareStatements(database: Database) {
  return {
    selectFingerprint: database.prepare<[string], number>("SELECT id FROM fingerprints WHERE name = ?").pluck(),
    insertFingerprint: database.prepare<[string]>("INSERT INTO fingerprints (name) VALUES (?)"),
    selectPending: database.prepare<SqlValue[], { id: string; content: string; revision: number }>(PENDING_SQL),
    selectPendingAmong: database
      .prepare<[string, number], string>(
        `SELECT m.id FROM json_each(?) given CROSS JOIN memories m ON m.id = given.value
         WHERE m.embedded_by IS NOT ?`,
      )
      .pluck(),
    selectCounts: database.prepare<[], { fingerprint: number; memories: number }>("SELECT * FROM embedding_counts"),
    selectRow: database
      .prepare<[string, number], number>("SELECT row FROM memories WHERE id = ? AND content_revision <= ?")
      .pluck(),
    deletePassages: database.prepare<[number]>("DELETE FROM passages WHERE memory_row = ?"),
    insertPassage: database.prepare<SqlValue[]>(
      "INSERT INTO passages (memory_row, position, fingerprint, start_at, end_at, vector) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    setEmbedded: database.prepare<[number | null, number]>("UPDATE memories SET embedded_by = ? WHERE row = ?"),
    selectVectors: database
      .prepare<[string, number], Buffer>(
        `SELECT p.vector FROM memories m JOIN passages p ON p.memory_row = m.row
         WHERE m.id = ? AND p.fingerprint = ? ORDER BY p.position`,
      )
      .pluck(),
    selectEmbedded: database.prepare<[number, number], { row: number; content: string }>(
      `SELECT m.row, c.content FROM memories m JOIN contents c ON c.memory_row = m.row
       WHERE m.row > ? AND m.embedded_by IS NOT NULL ORDER BY m.row LIMIT ?`,
    ),
    selectWords: database.prepare<[], number>("SELECT words FROM vector_state").pluck(),
    setWords: database.prepare<[number]>("UPDATE vector_state SET words = ?"),
    selectEndOfStep: database
      .prepare<[number, number], number | null>(
        "SELECT max(row) FROM (SELECT row FROM memories WHERE row > ? ORDER BY row LIMIT ?)",
      )
      .pluck(),
    clearEmbedded: database.prepare<[number, number]>(
      "UPDATE memories SET embedded_by = NULL WHERE row > ? AND row <= ? AND embedded_by IS NOT NULL",
    ),
  };
}

interface CachedScan {
  readonly fingerprint: number;
  readonly scan: VectorScan;
  /** Resolves when all vectors have been read. */
  readonly loaded: Promise<void>;
}

/** A JSON array of the memory rows of passages, and their vectors one after the other. */
type PassageColumns = readonly [memoryRows: string, vectors: Buffer];

/**
 * Keeps the vectors of the last searched fingerprint in memory. The first search loads them; every write updates them,
 * even during loading. A search with another fingerprint replaces them.
 */
class VectorCache {
  readonly #createScan: CreateVectorScan;
  readonly #selectLastRow;
  readonly #selectVectors;
  #cached: CachedScan | null = null;
  #isLoading = false;

  constructor(database: Database, createScan: CreateVectorScan) {
    this.#createScan = createScan;
    this.#selectLastRow = database.prepare<[], number | null>("SELECT max(memory_row) FROM passages").pluck();
    // One value for all vectors of a step takes half the time of a row for each of them, and one allocation: thousands
    // of small ones leave the C heap fragmented. The vectors are BLOBs, and so is their concatenation.
    this.#selectVectors = database
      .prepare<[number, number, number], PassageColumns>(
        `SELECT json_group_array(memory_row), CAST(group_concat(vector, '') AS BLOB) FROM (
           SELECT memory_row, vector FROM passages WHERE fingerprint = ? AND memory_row > ? AND memory_row <= ?
           ORDER BY memory_row, position
         ) HAVING count(*) > 0`,
      )
      .raw();
  }

  /** @throws storage; unavailable if there is not enough memory */
  async scanOf(fingerprint: number, dimensions: number): Promise<VectorScan> {
    if (this.#cached?.fingerprint !== fingerprint || this.#cached.scan.dimensions !== dimensions) {
      const scan = this.#createScan(dimensions);
      this.#isLoading = true;
      const loaded = nextTurn().then(() => this.#load(scan, fingerprint));
      this.#cached = { fingerprint, scan, loaded };
    }
    const { scan, loaded } = this.#cached;
    try {
      await loaded;
    } catch (error) {
      if (this.#cached?.scan === scan) this.#cached = null;
      throw error;
    }
    return scan;
  }

  /** A memory has vectors of one fingerprint only: vectors of another remove it from the cache. */
  set(fingerprint: number, row: number, vectors: readonly Int8Array[]): void {
    try {
      if (this.#cached?.fingerprint === fingerprint) this.#cached.scan.set(row, vectors);
      else this.#cached?.scan.delete(row);
    } catch {
      // The vectors are on disk: the next search reads all of them again, and reports the failure.
      this.#cached = null;
    }
  }

  delete(row: number): void {
    this.#cached?.scan.delete(row);
  }

  /** The next search reads the vectors again. Does nothing while they are being read for one. */
  release(): void {
    if (!this.#isLoading) this.#cached = null;
  }

  async #load(scan: VectorScan, fingerprint: number): Promise<void> {
    try {
      // Memories that are captured from now on are added by `set`.
      const last = (await withStorageErrors(() => this.#selectLastRow.get())) ?? 0;
      scan.reserve(last);
      for (let from = 0; from < last && this.#cached?.scan === scan; from += STEP_ROWS) {
        const passages = this.#selectVectors.get(fingerprint, from, from + STEP_ROWS) as PassageColumns | undefined;
        if (passages !== undefined) scan.setAll(JSON.parse(passages[0]), toVector(passages[1]));
        await nextTurn();
      }
    } finally {
      this.#isLoading = false;
    }
  }
}

/** Reads a BLOB as a vector, without copying. */
function toVector(bytes: Buffer): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
