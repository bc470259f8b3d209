import type { Migration } from "../../sqlite/migrate.ts";

/**
 * The change log of spaces (ADR 0036).
 *
 * `entries` is the set of changes of each space. A change is identified by its stamp and published as number `sequence`
 * of `device`. A purge sets `body` to null. `space_memories` is derived from the entries, except `status`: an
 * `attached` memory is the result of merging the entries, a `detached` one ignores them, and an `absent` one does not
 * exist here. Only this device has the revisions of an attached memory up to `base`, and of a detached one after
 * `last_revision`. `successor` is the value of `superseded_by` in the merged entries.
 */
export const changeLog: Migration = {
  version: 16,
  name: "change log",
  up: (database) => {
    database.exec(`
      CREATE TABLE spaces (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        device INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        published INTEGER NOT NULL DEFAULT 0,
        shared_to INTEGER NOT NULL DEFAULT 0,
        leaving INTEGER NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1))
      ) STRICT;
      CREATE TABLE space_domains (
        domain TEXT PRIMARY KEY,
        space INTEGER NOT NULL REFERENCES spaces (number) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE space_devices (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        space INTEGER NOT NULL REFERENCES spaces (number) ON DELETE CASCADE,
        id TEXT NOT NULL,
        name TEXT NOT NULL,
        received INTEGER NOT NULL DEFAULT 0,
        last_stamp TEXT NOT NULL DEFAULT '',
        clock_offset INTEGER NOT NULL DEFAULT 0,
        UNIQUE (space, id)
      ) STRICT;
      CREATE TABLE entries (
        row INTEGER PRIMARY KEY,
        space INTEGER NOT NULL,
        device INTEGER NOT NULL REFERENCES space_devices (number),
        sequence INTEGER NOT NULL,
        memory TEXT NOT NULL,
        stamp TEXT NOT NULL,
        body TEXT
      ) STRICT;
      CREATE UNIQUE INDEX entries_by_sequence ON entries (device, sequence);
      CREATE UNIQUE INDEX entries_by_memory ON entries (memory, space, stamp);
      CREATE TABLE space_memories (
        memory TEXT NOT NULL,
        space INTEGER NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('attached', 'detached', 'absent')),
        purged INTEGER NOT NULL DEFAULT 0 CHECK (purged IN (0, 1)),
        heads TEXT NOT NULL,
        last_stamp TEXT NOT NULL,
        base INTEGER NOT NULL DEFAULT 0,
        last_revision INTEGER,
        successor TEXT,
        successor_stamp TEXT NOT NULL DEFAULT '',
        in_cycle INTEGER NOT NULL DEFAULT 0 CHECK (in_cycle IN (0, 1)),
        PRIMARY KEY (memory, space)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX space_memories_by_successor ON space_memories (successor) WHERE successor IS NOT NULL;
      CREATE INDEX space_memories_in_cycle ON space_memories (in_cycle) WHERE in_cycle = 1;
      CREATE TABLE conflicts (
        space INTEGER NOT NULL,
        memory TEXT NOT NULL,
        stamp TEXT NOT NULL,
        fields TEXT NOT NULL,
        PRIMARY KEY (memory, space, stamp)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};

/** `held`: the entry has no effect, because its stamp is too far ahead of the clock. */
export const heldEntries: Migration = {
  version: 19,
  name: "held entries",
  up: (database) => {
    database.exec(`
      ALTER TABLE entries ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1));
      CREATE INDEX entries_held ON entries (space, stamp) WHERE held = 1;
    `);
  },
};

/**
 * `own`: a former identity of this device. Memories that other devices captured name the device, which earlier versions
 * showed as captured by the owner or a client here.
 */
export const devicesOfChanges: Migration = {
  version: 20,
  name: "devices of changes",
  up: (database) => {
    database.exec(`
      ALTER TABLE space_devices ADD COLUMN own INTEGER NOT NULL DEFAULT 0 CHECK (own IN (0, 1));
      UPDATE space_devices AS d SET own = 1 FROM spaces s JOIN space_devices o ON o.number = s.device
        WHERE s.number = d.space AND d.name = o.name AND d.number < o.number;
      UPDATE memories SET client_via = author, client_name = coalesce(client_name, author)
        FROM (SELECT e.memory, min(e.stamp), d.own = 1 OR d.number = s.device AS is_own,
            'device ' || coalesce(nullif(d.name, ''), d.id) AS author
          FROM entries e JOIN space_devices d ON d.number = e.device JOIN spaces s ON s.number = e.space
          JOIN space_memories m ON m.memory = e.memory AND m.space = e.space AND m.status = 'attached'
          WHERE e.body IS NOT NULL AND e.held = 0 AND json_extract(e.body, '$.origin') IS NOT NULL GROUP BY e.memory) f
        WHERE f.memory = memories.id AND f.is_own = 0;
    `);
  },
};

/**
 * What the exchange with a carrier needs. `erasures`: changes whose contents a purge deleted here, while the carrier
 * can still have them. `space_offers`: domains of memories in the space that are not shared here.
 */
export const spaceExchange: Migration = {
  version: 17,
  name: "space exchange",
  up: (database) => {
    database.exec(`
      CREATE TABLE erasures (
        device INTEGER NOT NULL REFERENCES space_devices (number) ON DELETE CASCADE,
        sequence INTEGER NOT NULL,
        PRIMARY KEY (device, sequence)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE space_offers (
        space INTEGER NOT NULL REFERENCES spaces (number) ON DELETE CASCADE,
        domain TEXT NOT NULL,
        PRIMARY KEY (space, domain)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
