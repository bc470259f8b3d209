import type { Migration } from "../../sqlite/migrate.ts";

/** The records of tokens issued to clients. */
export const tokens: Migration = {
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

/** Tokens can be paused, replaced and changed; `issued_…` are the values at its issue. */
export const grants: Migration = {
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

/** What a token allows of other MCP servers. */
export const serverGrants: Migration = {
  version: 13,
  name: "server grants",
  up: (database) => {
    database.exec("ALTER TABLE tokens ADD COLUMN servers TEXT");
  },
};

/** Whether hooks add memories to a client's prompts. */
export const injection: Migration = {
  version: 14,
  name: "injection",
  up: (database) => {
    database.exec("ALTER TABLE tokens ADD COLUMN injection INTEGER NOT NULL DEFAULT 1");
  },
};

/** Whether a client's list has every tool of other servers, however many there are. */
export const listAllTools: Migration = {
  version: 15,
  name: "list all tools",
  up: (database) => {
    database.exec("ALTER TABLE tokens ADD COLUMN list_all_tools INTEGER NOT NULL DEFAULT 0");
  },
};

/** Whether a client may search and read conversations. */
export const conversationScope: Migration = {
  version: 18,
  name: "conversation scope",
  up: (database) => {
    database.exec("ALTER TABLE tokens ADD COLUMN conversations INTEGER NOT NULL DEFAULT 0");
  },
};
