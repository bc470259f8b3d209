import type { Migration } from "../../sqlite/migrate.ts";
import { countTriggers, FACET_KEY } from "./count-triggers.ts";

/**
 * The interval in which a memory holds, in milliseconds since 1970 (ADR 0028). `validity` (0: current, 1: expired, 2:
 * not valid yet) is updated when the clock passes one of its ends. It is a part of `state`, so that a list of current
 * memories remains one range of one index, and triggers keep its counts.
 */
export const validity: Migration = {
  version: 12,
  name: "validity",
  up: (database) => {
    const indexes = INDEXES_BY_STATE.map(([name]) => `DROP INDEX ${name};`);
    database.exec(`
      ${indexes.join("\n")}
      DROP TRIGGER memory_tags_follow;
      DROP TRIGGER facet_counts_add;
      DROP TRIGGER facet_counts_remove;
      DROP TRIGGER facet_counts_move;
      ALTER TABLE memories DROP COLUMN state;
      ALTER TABLE memories ADD COLUMN valid_from INTEGER;
      ALTER TABLE memories ADD COLUMN valid_until INTEGER;
      ALTER TABLE memories ADD COLUMN validity INTEGER NOT NULL DEFAULT 0 CHECK (validity IN (0, 1, 2));
      ALTER TABLE memories ADD COLUMN state INTEGER NOT NULL
        GENERATED ALWAYS AS (validity * 4 + (deleted_at IS NOT NULL) * 2 + (superseded_by IS NOT NULL)) VIRTUAL;
      ALTER TABLE revisions ADD COLUMN valid_from INTEGER;
      ALTER TABLE revisions ADD COLUMN valid_until INTEGER;
      ${INDEXES_BY_STATE.map(([name, on]) => `CREATE INDEX ${name} ON memories ${on};`).join("\n")}
      CREATE INDEX memories_by_valid_from ON memories (validity, valid_from) WHERE valid_from IS NOT NULL;
      CREATE INDEX memories_by_valid_until ON memories (validity, valid_until) WHERE valid_until IS NOT NULL;
      CREATE TRIGGER memory_tags_follow AFTER UPDATE OF deleted_at, superseded_by, validity, domain, namespace ON memories
      BEGIN
        UPDATE memory_tags SET state = NEW.state, domain = NEW.domain, namespace = NEW.namespace
        WHERE memory_row = NEW.row;
      END;
      ${countTriggers(
        "facet_counts",
        "memories",
        FACET_KEY,
        "deleted_at, superseded_by, validity, domain, namespace, client_name, pinned",
      )}
    `);
  },
};

/** The indexes that start with, or contain, the state of a memory. */
export const INDEXES_BY_STATE = [
  ["memories_by_created", "(state, created_at)"],
  ["memories_by_updated", "(state, updated_at)"],
  ["memories_by_recalls", "(state, recall_count)"],
  ["memories_by_domain_created", "(state, domain, created_at, namespace)"],
  ["memories_by_domain_updated", "(state, domain, updated_at, namespace)"],
  ["memories_by_namespace_created", "(state, namespace, created_at, domain)"],
  ["memories_by_namespace_updated", "(state, namespace, updated_at, domain)"],
  ["memories_by_pinned", "(state, created_at) WHERE pinned = 1"],
  ["memories_by_client", "(client_name, state, created_at) WHERE client_name IS NOT NULL"],
] as const;
