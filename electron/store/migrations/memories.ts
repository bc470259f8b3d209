import type { Migration } from "../../sqlite/migrate.ts";
import { countTriggers, FACET_KEY } from "./count-triggers.ts";

/**
 * Memories, their tags and history, the counts of their properties, and the owner's namespaces.
 *
 * `state` (1: superseded, 2: in the trash, 3: both) is the first column of every index for lists, so that a usual list
 * is one range of one index. Content has a table of its own, which keeps the rows that filters read small and close
 * together. `memory_tags` repeats the columns that its queries filter by. Triggers keep `facet_counts` and
 * `tag_counts`, so that counting is as fast in a large store as in a small one.
 */
export const memories: Migration = {
  version: 1,
  name: "memories",
  up: (database) => {
    database.exec(MEMORIES);
    database.exec(TAGS);
    database.exec(COUNTS);
    database.exec(REVISIONS);
  },
};

const MEMORIES = `
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
      GENERATED ALWAYS AS ((deleted_at IS NOT NULL) * 2 + (superseded_by IS NOT NULL)) STORED,
    pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    revision INTEGER NOT NULL DEFAULT 1,
    content_revision INTEGER NOT NULL DEFAULT 1,
    recall_count INTEGER NOT NULL DEFAULT 0,
    recalled_at INTEGER,
    embedded_by INTEGER,
    client_name TEXT,
    client_version TEXT,
    session_id TEXT,
    source TEXT
  ) STRICT;
  CREATE INDEX memories_by_created ON memories (state, created_at);
  CREATE INDEX memories_by_updated ON memories (state, updated_at);
  CREATE INDEX memories_by_recalls ON memories (state, recall_count);
  CREATE INDEX memories_by_domain_created ON memories (state, domain, created_at, namespace);
  CREATE INDEX memories_by_domain_updated ON memories (state, domain, updated_at, namespace);
  CREATE INDEX memories_by_namespace_created ON memories (state, namespace, created_at, domain);
  CREATE INDEX memories_by_namespace_updated ON memories (state, namespace, updated_at, domain);
  CREATE INDEX memories_by_session ON memories (session_id, created_at) WHERE session_id IS NOT NULL;
  CREATE INDEX memories_by_source ON memories (source, created_at) WHERE source IS NOT NULL;
  CREATE INDEX memories_by_successor ON memories (superseded_by) WHERE superseded_by IS NOT NULL;

  CREATE TABLE contents (
    memory_row INTEGER PRIMARY KEY REFERENCES memories (row) ON DELETE CASCADE,
    hash BLOB NOT NULL,
    content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX contents_by_hash ON contents (hash);

  CREATE TABLE namespaces (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

const TAGS = `
  CREATE TABLE memory_tags (
    memory_row INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    state INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    domain TEXT NOT NULL,
    namespace TEXT NOT NULL,
    PRIMARY KEY (memory_row, tag)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX memory_tags_by_tag ON memory_tags (tag, state, created_at, memory_row);
  CREATE TRIGGER memory_tags_follow AFTER UPDATE OF deleted_at, superseded_by, domain, namespace ON memories
  BEGIN
    UPDATE memory_tags SET state = NEW.state, domain = NEW.domain, namespace = NEW.namespace
    WHERE memory_row = NEW.row;
  END;
`;

const COUNTS = `
  CREATE TABLE facet_counts (
    state INTEGER NOT NULL,
    domain TEXT NOT NULL,
    namespace TEXT NOT NULL,
    client_name TEXT NOT NULL,
    pinned INTEGER NOT NULL,
    memories INTEGER NOT NULL,
    PRIMARY KEY (state, domain, namespace, client_name, pinned)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE tag_counts (
    tag TEXT NOT NULL,
    state INTEGER NOT NULL,
    domain TEXT NOT NULL,
    namespace TEXT NOT NULL,
    memories INTEGER NOT NULL,
    PRIMARY KEY (tag, state, domain, namespace)
  ) STRICT, WITHOUT ROWID;
  ${countTriggers(
    "facet_counts",
    "memories",
    FACET_KEY,
    "deleted_at, superseded_by, domain, namespace, client_name, pinned",
  )}
  ${countTriggers("tag_counts", "memory_tags", ["tag", "state", "domain", "namespace"], "state, domain, namespace")}
`;

const REVISIONS = `
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
`;

/** Indexes for short lists: pinned memories, and memories of one client (ADR 0013). */
export const narrowLists: Migration = {
  version: 7,
  name: "narrow-lists",
  up: (database) => {
    database.exec(`
      CREATE INDEX memories_by_pinned ON memories (state, created_at) WHERE pinned = 1;
      CREATE INDEX memories_by_client ON memories (client_name, state, created_at) WHERE client_name IS NOT NULL;
    `);
  },
};

/**
 * The subject of the token that a memory was captured with, which a client cannot choose as it can its name. The day of
 * each client's last recall of a memory, in days since 1970: a client's recalls count once a day.
 */
export const provenance: Migration = {
  version: 9,
  name: "provenance",
  up: (database) => {
    database.exec(`
      ALTER TABLE memories ADD COLUMN client_via TEXT;
      ALTER TABLE revisions ADD COLUMN client_via TEXT;
      CREATE INDEX memories_by_via ON memories (client_via, created_at) WHERE client_via IS NOT NULL;
      CREATE TABLE recalls (
        memory_row INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
        client TEXT NOT NULL,
        day INTEGER NOT NULL,
        PRIMARY KEY (memory_row, client)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};

/** Counts never recalled memories by namespace and time without reading the memories. */
export const neverRecalled: Migration = {
  version: 23,
  name: "never-recalled",
  up: (database) => {
    database.exec(`
      CREATE INDEX memories_never_recalled ON memories (state, namespace, created_at, domain, pinned, recall_count)
        WHERE recall_count = 0;
    `);
  },
};

/** Finds memories by the end of their id, by which answers and clients abbreviate it. */
export const idEnds: Migration = {
  version: 11,
  name: "id ends",
  up: (database) => {
    database.exec("CREATE INDEX memories_by_id_end ON memories (substr(id, -4))");
  },
};
