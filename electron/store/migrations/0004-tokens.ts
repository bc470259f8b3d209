import type { Migration } from "./migration.ts";

/** What is kept of the tokens issued to clients. */
export const tokensMigration: Migration = {
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
