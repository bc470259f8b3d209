import type { Migration } from "./migration.ts";

/** Indexes for lists that are short: what is pinned, and what one client captured. */
export const narrowListsMigration: Migration = {
  version: 7,
  name: "narrow-lists",
  up: (database) => {
    database.exec(`
      CREATE INDEX memories_by_pinned ON memories (state, created_at) WHERE pinned = 1;
      CREATE INDEX memories_by_client ON memories (client_name, state, created_at) WHERE client_name IS NOT NULL;
    `);
  },
};
