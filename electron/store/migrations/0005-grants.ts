import type { Migration } from "./migration.ts";

/** Lets a token be paused, replaced and changed, and keeps what its text said when it was issued. */
export const grantsMigration: Migration = {
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
