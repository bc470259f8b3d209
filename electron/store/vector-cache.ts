import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { CreateVectorScan, VectorScan } from "../core/ports.ts";
import { answer } from "./storage-error.ts";

/** Memories whose vectors are read at a stretch; between stretches others have their turn. */
const STEP = 2_000;

/** They are let go after so long without a search, as the model is: a store of 100,000 memories is read in 0.3 s again. */
const IDLE_MS = 10 * 60_000;

interface Held {
  readonly fingerprint: number;
  readonly scan: VectorScan;
  /** Resolves when every vector is in. */
  readonly loaded: Promise<void>;
}

interface PassageRow {
  readonly memory_row: number;
  readonly vector: Buffer;
}

/**
 * The vectors of the fingerprint searched last, in memory: read at the first search, and kept up with every write from
 * then on, also while they are being read. A change of model begins anew. Let go when nobody searches.
 */
export function createVectorCache(database: Database, createScan: CreateVectorScan) {
  const lastRow = database.prepare<[number, number], number | null>(
    `SELECT max(memory_row) FROM (SELECT DISTINCT memory_row FROM passages WHERE memory_row > ? ORDER BY memory_row
     LIMIT ?)`,
  );
  const stretch = database.prepare<[number, number, number], PassageRow>(
    `SELECT memory_row, vector FROM passages WHERE fingerprint = ? AND memory_row > ? AND memory_row <= ?
     ORDER BY memory_row, position`,
  );
  let held: Held | null = null;
  let idle: NodeJS.Timeout | null = null;

  function startIdling(): void {
    if (idle !== null) clearTimeout(idle);
    idle = setTimeout(() => {
      held = null;
    }, IDLE_MS).unref();
  }

  async function load(scan: VectorScan, fingerprint: number, isWanted: () => boolean): Promise<void> {
    for (let from = 0; isWanted(); ) {
      const to = await answer(() => lastRow.pluck().get(from, STEP) as number | null);
      if (to === null) return;
      for (const [row, vectors] of groupByMemory(stretch.all(fingerprint, from, to))) scan.set(row, vectors);
      from = to;
      await nextTurn();
    }
  }

  return {
    /** @throws storage, unavailable where there is no room for them */
    async scanOf(fingerprint: number, dimensions: number): Promise<VectorScan> {
      if (held?.fingerprint !== fingerprint || held.scan.dimensions !== dimensions) {
        const scan = createScan(dimensions);
        const loaded = nextTurn().then(() => load(scan, fingerprint, () => held?.scan === scan));
        held = { fingerprint, scan, loaded };
      }
      startIdling();
      const { scan, loaded } = held;
      try {
        await loaded;
      } catch (error) {
        if (held?.scan === scan) held = null;
        throw error;
      }
      return scan;
    },
    /** Vectors of another fingerprint take the place of those held: the memory has them no more. */
    set(fingerprint: number, row: number, vectors: readonly Int8Array[]): void {
      try {
        if (held?.fingerprint === fingerprint) held.scan.set(row, vectors);
        else held?.scan.delete(row);
      } catch {
        // They are on disk; the next search reads all of them anew, and tells what is wrong.
        held = null;
      }
    },
    delete(row: number): void {
      held?.scan.delete(row);
    },
    clear(): void {
      held = null;
    },
  };
}

function groupByMemory(passages: readonly PassageRow[]): Map<number, Int8Array[]> {
  const groups = new Map<number, Int8Array[]>();
  for (const { memory_row: row, vector } of passages) {
    const group = groups.get(row);
    if (group === undefined) groups.set(row, [toVector(vector)]);
    else group.push(toVector(vector));
  }
  return groups;
}

/** A BLOB's bytes as the vector they are. */
export function toVector(bytes: Buffer): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
