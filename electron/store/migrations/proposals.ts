import type { Migration } from "../../sqlite/migrate.ts";

/**
 * Memories that wait for the owner's review or were rejected, and the decisions about them (ADR 0023). They are not in
 * `memories`, so that no query, index, trigger or count of memories covers them. `memory` is their JSON, in which later
 * fields of a memory need no migration; null once the decision cannot be undone. A token can have access `propose`.
 */
export const proposals: Migration = {
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
