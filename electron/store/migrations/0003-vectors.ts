import type { Migration } from "./migration.ts";

/**
 * Vectors of passages. A memory has those of one fingerprint at a time, named by `embedded_by`; null means that its
 * content waits to be embedded. The index answers "what waits for this fingerprint" as three ranges: null, less, greater.
 */
export const vectorsMigration: Migration = {
  version: 3,
  name: "vectors",
  up: (database) => {
    database.exec(`
      CREATE TABLE fingerprints (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
      CREATE INDEX memories_by_embedding ON memories (embedded_by) WHERE deleted_at IS NULL;
      CREATE TABLE passages (
        memory_row INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        fingerprint INTEGER NOT NULL REFERENCES fingerprints (id),
        start_at INTEGER NOT NULL,
        end_at INTEGER NOT NULL,
        vector BLOB NOT NULL,
        PRIMARY KEY (memory_row, position)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
