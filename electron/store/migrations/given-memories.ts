import type { Migration } from "../../sqlite/migrate.ts";

/**
 * Which memories clients got, and whether they relied on them (ADR 0051). `session` is the client's own id. `used`,
 * `conversation` and `message` are null until the transcript of the session was read; `used` also if it is unknown.
 */
export const givenMemories: Migration = {
  version: 22,
  name: "given-memories",
  up: (database) =>
    database.exec(`
      CREATE TABLE given_memories (
        row INTEGER PRIMARY KEY AUTOINCREMENT,
        memory_row INTEGER NOT NULL REFERENCES memories (row) ON DELETE CASCADE,
        given_by TEXT NOT NULL CHECK (given_by IN ('start', 'prompt', 'search', 'list', 'read')),
        at INTEGER NOT NULL,
        subject TEXT NOT NULL,
        client TEXT NOT NULL,
        session TEXT,
        project TEXT,
        used INTEGER CHECK (used IN (0, 1)),
        conversation TEXT,
        message INTEGER
      ) STRICT;
      CREATE INDEX given_memories_by_memory ON given_memories (memory_row, used);
      CREATE INDEX given_memories_by_session ON given_memories (session) WHERE session IS NOT NULL;
      CREATE INDEX given_memories_by_time ON given_memories (at);
      CREATE INDEX given_memories_by_conversation ON given_memories (conversation) WHERE conversation IS NOT NULL;
    `),
};
