import type { Migration } from "./migration.ts";

/**
 * Memories, their tags, their history and the owner's namespaces.
 *
 * `state` (1: superseded, 2: in the trash, 3: both) leads every index a list is read by, so that each of the usual
 * questions is one range of one index. `content` stands last: reading any other column never touches its pages.
 * `memory_tags` repeats what its questions filter by; the trigger keeps that true.
 */
export const memoriesMigration: Migration = {
  version: 1,
  name: "memories",
  up: (database) => {
    database.exec(`
      CREATE TABLE memories (
        row INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        namespace TEXT NOT NULL,
        domain TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER,
        superseded_by TEXT REFERENCES memories (id) ON DELETE SET NULL,
        state INTEGER NOT NULL
          GENERATED ALWAYS AS ((deleted_at IS NOT NULL) * 2 + (superseded_by IS NOT NULL)) VIRTUAL,
        pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
        revision INTEGER NOT NULL DEFAULT 1,
        content_revision INTEGER NOT NULL DEFAULT 1,
        recall_count INTEGER NOT NULL DEFAULT 0,
        recalled_at INTEGER,
        embedded_by INTEGER,
        client_name TEXT,
        client_version TEXT,
        session_id TEXT,
        source TEXT,
        content_hash BLOB NOT NULL,
        content TEXT NOT NULL
      ) STRICT;
      CREATE INDEX memories_by_created ON memories (state, created_at);
      CREATE INDEX memories_by_updated ON memories (state, updated_at);
      CREATE INDEX memories_by_recalls ON memories (state, recall_count);
      CREATE INDEX memories_by_domain_created ON memories (state, domain, created_at, namespace);
      CREATE INDEX memories_by_domain_updated ON memories (state, domain, updated_at, namespace);
      CREATE INDEX memories_by_namespace_created ON memories (state, namespace, created_at, domain);
      CREATE INDEX memories_by_namespace_updated ON memories (state, namespace, updated_at, domain);
      CREATE INDEX memories_by_facets ON memories (state, domain, namespace, client_name, created_at, pinned);
      CREATE INDEX memories_by_hash ON memories (content_hash);
      CREATE INDEX memories_by_session ON memories (session_id, created_at) WHERE session_id IS NOT NULL;
      CREATE INDEX memories_by_source ON memories (source, created_at) WHERE source IS NOT NULL;
      CREATE INDEX memories_by_successor ON memories (superseded_by) WHERE superseded_by IS NOT NULL;

      CREATE TABLE memory_tags (
        memory_row INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
        tag TEXT NOT NULL,
        state INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        domain TEXT NOT NULL,
        namespace TEXT NOT NULL,
        PRIMARY KEY (memory_row, tag)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX memory_tags_by_tag ON memory_tags (tag, state, created_at, memory_row, domain, namespace);
      CREATE TRIGGER memory_tags_follow AFTER UPDATE OF deleted_at, superseded_by, domain, namespace ON memories
      BEGIN
        UPDATE memory_tags SET state = NEW.state, domain = NEW.domain, namespace = NEW.namespace
        WHERE memory_row = NEW.row;
      END;

      CREATE TABLE revisions (
        memory_row INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
        revision INTEGER NOT NULL,
        action TEXT NOT NULL CHECK (action IN ('capture', 'update', 'delete', 'restore', 'supersede')),
        content_revision INTEGER NOT NULL,
        content TEXT,
        namespace TEXT NOT NULL,
        domain TEXT NOT NULL,
        tags TEXT NOT NULL,
        source TEXT,
        client_name TEXT,
        client_version TEXT,
        at INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX revisions_of_memory ON revisions (memory_row, revision);

      CREATE TABLE namespaces (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    `);
  },
};
