import type { Migration } from "../../sqlite/migrate.ts";

/**
 * Vectors of passages. `embedded_by` is the fingerprint of a memory's vectors, or null if its content is not embedded.
 * The memories without vectors of a fingerprint are three ranges of the index: null, less and greater. Triggers
 * maintain `embedding_counts`, the number of memories outside the trash for each fingerprint (0 if not embedded).
 */
export const vectors: Migration = {
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

      CREATE TABLE embedding_counts (fingerprint INTEGER PRIMARY KEY, memories INTEGER NOT NULL) STRICT;
      INSERT INTO embedding_counts (fingerprint, memories)
        SELECT coalesce(embedded_by, 0), count(*) FROM memories WHERE deleted_at IS NULL GROUP BY 1;
      CREATE TRIGGER embedding_counts_add AFTER INSERT ON memories WHEN NEW.deleted_at IS NULL
      BEGIN ${EMBEDDED_ADD} END;
      CREATE TRIGGER embedding_counts_remove AFTER DELETE ON memories WHEN OLD.deleted_at IS NULL
      BEGIN ${EMBEDDED_REMOVE} END;
      CREATE TRIGGER embedding_counts_arrive AFTER UPDATE OF embedded_by, deleted_at ON memories
      WHEN NEW.deleted_at IS NULL BEGIN ${EMBEDDED_ADD} END;
      CREATE TRIGGER embedding_counts_leave AFTER UPDATE OF embedded_by, deleted_at ON memories
      WHEN OLD.deleted_at IS NULL BEGIN ${EMBEDDED_REMOVE} END;
    `);
  },
};

/** The version of the words with which texts were translated before they were embedded (ADR 0058); 0: of none. */
export const translatedVectors: Migration = {
  version: 24,
  name: "translated-vectors",
  up: (database) => {
    database.exec(`
      CREATE TABLE vector_state (words INTEGER NOT NULL) STRICT;
      INSERT INTO vector_state VALUES (0);
    `);
  },
};

const EMBEDDED_ADD = `INSERT INTO embedding_counts (fingerprint, memories) VALUES (coalesce(NEW.embedded_by, 0), 1)
  ON CONFLICT (fingerprint) DO UPDATE SET memories = memories + 1;`;
const EMBEDDED_REMOVE = `UPDATE embedding_counts SET memories = memories - 1 WHERE fingerprint = coalesce(OLD.embedded_by, 0);`;
