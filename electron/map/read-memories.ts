import Database from "better-sqlite3";
import { quantise } from "../search/vectors/quantise.ts";
import { and, sql } from "../sqlite/sql.ts";
import { StatementCache } from "../sqlite/statements.ts";
import { scopeConditions } from "../store/rows/conditions.ts";

/** A current memory of the database. */
export interface MapMemory {
  readonly row: number;
  readonly id: string;
  readonly domain: string;
  readonly namespace: string;
  /** The revision of its content. */
  readonly revision: number;
  readonly hasVectors: 0 | 1;
}

/** The part of the database that the map needs, at one moment. */
export interface MapReader {
  /** All current memories on this computer, in any order. */
  readonly memories: readonly MapMemory[];
  contentOf(row: number): string;
  /** The mean of the directions of a memory's passages; null without vectors. */
  vectorOf(row: number): Int8Array | null;
  /** How often answers used each memory, by row, if they did. */
  used(): ReadonlyMap<number, number>;
}

/** Reads the database in one transaction, with a connection of its own. @throws what SQLite throws */
export function readMemories<Result>(path: string, fingerprint: string, read: (reader: MapReader) => Result): Result {
  const database = new Database(path, { readonly: true, fileMustExist: true, timeout: 5_000 });
  try {
    return database.transaction(() => read(createReader(database, fingerprint)))();
  } finally {
    database.close();
  }
}

function createReader(database: Database.Database, fingerprint: string): MapReader {
  const statements = new StatementCache(database);
  const id = statements.value<number>(sql`SELECT id FROM fingerprints WHERE name = ${fingerprint}`) ?? -1;
  const memories = statements.all<MapMemory>(sql`
    SELECT m.row, m.id, m.domain, m.namespace, m.content_revision AS revision, m.embedded_by IS ${id} AS hasVectors
    FROM memories m WHERE ${and(scopeConditions({}))}`);
  const selectContent = database.prepare<[number], string>("SELECT content FROM contents WHERE memory_row = ?").pluck();
  const selectVectors = database
    .prepare<[number, number], Buffer>(
      "SELECT vector FROM passages WHERE memory_row = ? AND fingerprint = ? ORDER BY position",
    )
    .pluck();
  return {
    memories,
    contentOf: (row) => selectContent.get(row) ?? "",
    vectorOf: (row) => meanDirection(selectVectors.all(row, id).map((bytes) => new Int8Array(bytes))),
    used: () =>
      new Map(
        statements
          .all<{ row: number; used: number }>(
            sql`SELECT memory_row AS row, count(*) AS used FROM given_memories WHERE used = 1 GROUP BY memory_row`,
          )
          .map(({ row, used }) => [row, used]),
      ),
  };
}

function meanDirection(vectors: readonly Int8Array[]): Int8Array | null {
  const [first] = vectors;
  if (first === undefined || vectors.length === 1) return first ?? null;
  const sum = new Float32Array(first.length);
  for (const vector of vectors) {
    const length = Math.hypot(...vector);
    if (length === 0) continue;
    for (let index = 0; index < sum.length; index++) sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0) / length;
  }
  return quantise(sum);
}
