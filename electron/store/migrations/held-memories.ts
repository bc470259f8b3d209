import type { Database } from "better-sqlite3";
import type { Migration } from "../../sqlite/migrate.ts";
import { countTriggers, FACET_KEY } from "./count-triggers.ts";
import { INDEXES_BY_STATE } from "./validity.ts";

/**
 * Memories from other devices that read like an instruction to an assistant are held until the owner decides (ADR 0048).
 * `held`: 1 while one waits, 2 after it was rejected. `held_at`: when it was held or decided, in milliseconds since 1970;
 * null for a memory that never was, and for a rejected memory that is not listed any more. A held memory has a `state` of
 * its own, so that no list, count or search of memories covers it.
 *
 * `row_reviews`: the same for rows of remote domains, which are not in this database. The decision is about the text with
 * `text_hash`;
 * `memory` is the JSON of the memory for the inbox.
 *
 * Names of domains get Unicode's form NFC, in which they are stored from now on.
 */
export const heldMemories: Migration = {
  version: 21,
  name: "held-memories",
  up: (database) => {
    database.exec(`
      ${INDEXES_BY_STATE.map(([name]) => `DROP INDEX ${name};`).join("\n")}
      DROP TRIGGER memory_tags_follow;
      DROP TRIGGER facet_counts_add;
      DROP TRIGGER facet_counts_remove;
      DROP TRIGGER facet_counts_move;
      ALTER TABLE memories DROP COLUMN state;
      ALTER TABLE memories ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1, 2));
      ALTER TABLE memories ADD COLUMN held_at INTEGER;
      ALTER TABLE memories ADD COLUMN state INTEGER NOT NULL GENERATED ALWAYS AS
        ((held <> 0) * 16 + validity * 4 + (deleted_at IS NOT NULL) * 2 + (superseded_by IS NOT NULL)) VIRTUAL;
      ${INDEXES_BY_STATE.map(([name, on]) => `CREATE INDEX ${name} ON memories ${on};`).join("\n")}
      CREATE TABLE row_reviews (
        id TEXT PRIMARY KEY,
        text_hash TEXT NOT NULL,
        memory TEXT NOT NULL,
        held INTEGER NOT NULL CHECK (held IN (0, 1, 2)),
        held_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX memories_held ON memories (held, held_at, id) WHERE held_at IS NOT NULL;
      CREATE TRIGGER memory_tags_follow
      AFTER UPDATE OF deleted_at, superseded_by, validity, held, domain, namespace ON memories
      BEGIN
        UPDATE memory_tags SET state = NEW.state, domain = NEW.domain, namespace = NEW.namespace
        WHERE memory_row = NEW.row;
      END;
      ${countTriggers(
        "facet_counts",
        "memories",
        FACET_KEY,
        "deleted_at, superseded_by, validity, held, domain, namespace, client_name, pinned",
      )}
    `);
    for (const table of ["memories", "revisions", "space_domains", "space_offers"]) normaliseDomains(database, table);
  },
};

function normaliseDomains(database: Database, table: string): void {
  const names = database.prepare<[], string>(`SELECT DISTINCT domain FROM ${table}`).pluck().all();
  const rename = database.prepare<[string, string]>(`UPDATE OR IGNORE ${table} SET domain = ? WHERE domain = ?`);
  for (const name of names) if (name !== name.normalize("NFC")) rename.run(name.normalize("NFC"), name);
}
