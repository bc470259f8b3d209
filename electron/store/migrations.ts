import type { Migration } from "../sqlite/migrate.ts";
import { changeLog, spaceExchange } from "./changes/migration.ts";
import { countTriggers, FACET_KEY } from "./count-triggers.ts";
import { validity } from "./validity-migration.ts";

/**
 * Memories, their tags and history, the counts of their properties, and the owner's namespaces.
 *
 * `state` (1: superseded, 2: in the trash, 3: both) is the first column of every index for lists, so that a usual list
 * is one range of one index. Content has a table of its own, which keeps the rows that filters read small and close
 * together. `memory_tags` repeats the columns that its queries filter by. Triggers keep `facet_counts` and
 * `tag_counts`, so that counting is as fast in a large store as in a small one.
 */
const memories: Migration = {
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

/**
 * The full-text index. It is contentless: it stores only the words from `core/text-analysis.ts`. A word in a tag has
 * twice the weight of one in the content, a word in the source half of it.
 */
const textIndex: Migration = {
  version: 2,
  name: "text-index",
  up: (database) => {
    database.exec(`
      CREATE VIRTUAL TABLE text_index USING fts5 (
        content, tags, source,
        content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
      );
      CREATE VIRTUAL TABLE text_vocabulary USING fts5vocab (text_index, 'row');
      INSERT INTO text_index (text_index, rank) VALUES ('rank', 'bm25(1.0, 2.0, 0.5)');
    `);
  },
};

/**
 * Vectors of passages. A memory has those of one fingerprint, `embedded_by`; null: its content is not embedded. The
 * memories that are not embedded for a fingerprint are three ranges of the index: null, less and greater. Triggers keep
 * `embedding_counts`, the number of memories outside the trash for each fingerprint (0: not embedded).
 */
const vectors: Migration = {
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

const EMBEDDED_ADD = `INSERT INTO embedding_counts (fingerprint, memories) VALUES (coalesce(NEW.embedded_by, 0), 1)
  ON CONFLICT (fingerprint) DO UPDATE SET memories = memories + 1;`;
const EMBEDDED_REMOVE = `UPDATE embedding_counts SET memories = memories - 1 WHERE fingerprint = coalesce(OLD.embedded_by, 0);`;

/** The records of tokens issued to clients. */
const tokens: Migration = {
  version: 4,
  name: "tokens",
  up: (database) => {
    database.exec(`
      CREATE TABLE tokens (
        id TEXT PRIMARY KEY,
        subject TEXT NOT NULL,
        access TEXT NOT NULL CHECK (access IN ('read', 'write')),
        domains TEXT,
        namespaces TEXT,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        revoked_at INTEGER,
        last_used_at INTEGER
      ) STRICT, WITHOUT ROWID;
    `);
  },
};

/** Tokens can be paused, replaced and changed; `issued_…` is what a token was issued with. */
const grants: Migration = {
  version: 5,
  name: "grants",
  up: (database) => {
    database.exec(`
      ALTER TABLE tokens ADD COLUMN paused_at INTEGER;
      ALTER TABLE tokens ADD COLUMN replaces TEXT;
      ALTER TABLE tokens ADD COLUMN issued_access TEXT NOT NULL DEFAULT 'write';
      ALTER TABLE tokens ADD COLUMN issued_expires_at INTEGER;
      UPDATE tokens SET issued_access = access, issued_expires_at = expires_at;
    `);
  },
};

/** The version of `core/text-analysis.ts` that the text index was built with; existing indexes have version 1. */
const analyser: Migration = {
  version: 6,
  name: "analyser",
  up: (database) => {
    database.exec(`
      CREATE TABLE text_index_state (analyser INTEGER NOT NULL) STRICT;
      INSERT INTO text_index_state VALUES (1);
    `);
  },
};

/** Indexes for short lists: pinned memories, and those of one client (ADR 0013). */
const narrowLists: Migration = {
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
 * Memories that wait for the owner's review or were rejected, and the decisions about them (ADR 0023). They are not in
 * `memories`, so that no query, index, trigger or count of memories covers them. `memory` is their JSON, in which later
 * fields of a memory need no migration; null once the decision cannot be undone. A token can have access `propose`.
 */
const proposals: Migration = {
  version: 8,
  name: "proposals",
  up: (database) => {
    database.exec(`
      CREATE TABLE proposals (
        id TEXT NOT NULL UNIQUE,
        subject TEXT NOT NULL,
        reason TEXT NOT NULL CHECK (reason IN ('access', 'instruction', 'import')),
        proposed_at INTEGER NOT NULL,
        hash BLOB NOT NULL,
        archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
        memory TEXT,
        decision TEXT CHECK (decision IN ('kept', 'rejected')),
        decided_at INTEGER,
        kept_as TEXT,
        kept_revision INTEGER,
        reported_at INTEGER
      ) STRICT;
      CREATE INDEX proposals_waiting ON proposals (proposed_at, id) WHERE decision IS NULL;
      CREATE INDEX proposals_waiting_by_subject ON proposals (subject, hash) WHERE decision IS NULL;
      CREATE INDEX proposals_rejected ON proposals (decided_at, id) WHERE decision = 'rejected';
      CREATE INDEX proposals_unreported ON proposals (subject) WHERE decision IS NOT NULL AND reported_at IS NULL;
      CREATE INDEX proposals_kept ON proposals (kept_as) WHERE kept_as IS NOT NULL;
      CREATE TRIGGER proposals_forget AFTER DELETE ON memories
      BEGIN UPDATE proposals SET memory = NULL WHERE kept_as = OLD.id; END;

      CREATE TABLE new_tokens (
        id TEXT PRIMARY KEY,
        subject TEXT NOT NULL,
        access TEXT NOT NULL CHECK (access IN ('read', 'propose', 'write')),
        domains TEXT,
        namespaces TEXT,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        revoked_at INTEGER,
        last_used_at INTEGER,
        paused_at INTEGER,
        replaces TEXT,
        issued_access TEXT NOT NULL DEFAULT 'write',
        issued_expires_at INTEGER
      ) STRICT, WITHOUT ROWID;
      INSERT INTO new_tokens SELECT * FROM tokens;
      DROP TABLE tokens;
      ALTER TABLE new_tokens RENAME TO tokens;
    `);
  },
};

/**
 * The subject of the token that a memory was captured with, which a client cannot choose as it can its name. The day of
 * each client's last recall of a memory, in days since 1970: a client's recalls count once a day.
 */
const provenance: Migration = {
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

/**
 * The segments of the text index are merged in the background, not by FTS5 within a commit. `purges`: the number of
 * purges whose words are still in the segments (ADR 0024).
 */
const merging: Migration = {
  version: 10,
  name: "merging",
  up: (database) => {
    database.exec(`
      ALTER TABLE text_index_state ADD COLUMN purges INTEGER NOT NULL DEFAULT 0;
      INSERT INTO text_index (text_index, rank) VALUES ('automerge', 0);
      INSERT INTO text_index (text_index, rank) VALUES ('crisismerge', 1000);
    `);
  },
};

/** Finds memories by the end of their id, by which answers and clients abbreviate it. */
const idEnds: Migration = {
  version: 11,
  name: "id ends",
  up: (database) => {
    database.exec("CREATE INDEX memories_by_id_end ON memories (substr(id, -4))");
  },
};

/** What a token allows of other MCP servers. */
const serverGrants: Migration = {
  version: 13,
  name: "server grants",
  up: (database) => {
    database.exec("ALTER TABLE tokens ADD COLUMN servers TEXT");
  },
};

/** Whether hooks add memories to a client's prompts. */
const injection: Migration = {
  version: 14,
  name: "injection",
  up: (database) => {
    database.exec("ALTER TABLE tokens ADD COLUMN injection INTEGER NOT NULL DEFAULT 1");
  },
};

/** Whether a client's list has every tool of other servers, however many there are. */
const listAllTools: Migration = {
  version: 15,
  name: "list all tools",
  up: (database) => {
    database.exec("ALTER TABLE tokens ADD COLUMN list_all_tools INTEGER NOT NULL DEFAULT 0");
  },
};

/** Whether a client may search and read conversations. */
const conversationScope: Migration = {
  version: 18,
  name: "conversation scope",
  up: (database) => {
    database.exec("ALTER TABLE tokens ADD COLUMN conversations INTEGER NOT NULL DEFAULT 0");
  },
};

/** Every migration, in order; versions count up from 1 without gaps. A released one is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  memories,
  textIndex,
  vectors,
  tokens,
  grants,
  analyser,
  narrowLists,
  proposals,
  provenance,
  merging,
  idEnds,
  validity,
  serverGrants,
  injection,
  listAllTools,
  changeLog,
  spaceExchange,
  conversationScope,
];
