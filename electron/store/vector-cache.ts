import type { Database } from "better-sqlite3";
import type { CreateVectorScan, VectorScan } from "../core/ports.ts";

/**
 * The vectors of the fingerprint searched last, in memory: read at the first search, then kept up with every write. They
 * hold their fingerprint's vectors alone, so a change of model simply begins anew.
 */
export function createVectorCache(database: Database, createScan: CreateVectorScan) {
  const all = database.prepare<[number], { memory_row: number; vector: Buffer }>(
    "SELECT memory_row, vector FROM passages WHERE fingerprint = ? ORDER BY memory_row, position",
  );
  let held: { readonly fingerprint: number; readonly scan: VectorScan } | null = null;

  function load(fingerprint: number, dimensions: number): VectorScan {
    const scan = createScan(dimensions);
    let row = -1;
    let vectors: Int8Array[] = [];
    for (const passage of all.iterate(fingerprint)) {
      if (passage.memory_row !== row && vectors.length > 0) {
        scan.set(row, vectors);
        vectors = [];
      }
      row = passage.memory_row;
      vectors.push(toVector(passage.vector));
    }
    if (vectors.length > 0) scan.set(row, vectors);
    return scan;
  }

  return {
    scanOf(fingerprint: number, dimensions: number): VectorScan {
      if (held?.fingerprint !== fingerprint || held.scan.dimensions !== dimensions) {
        held = { fingerprint, scan: load(fingerprint, dimensions) };
      }
      return held.scan;
    },
    /** Vectors of another fingerprint take the place of those held: the memory has them no more. */
    set(fingerprint: number, row: number, vectors: readonly Int8Array[]): void {
      if (held?.fingerprint === fingerprint) held.scan.set(row, vectors);
      else held?.scan.delete(row);
    },
    delete(row: number): void {
      held?.scan.delete(row);
    },
    clear(): void {
      held = null;
    },
  };
}

/** A BLOB's bytes as the vector they are. */
export function toVector(bytes: Buffer): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
