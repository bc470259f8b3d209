import Database from "better-sqlite3";
import { type Entry, readStoredEntry } from "../../../electron/core/replication/entry.ts";
import { lastStampAt } from "../../../electron/core/replication/stamp.ts";

interface EntryRow {
  readonly space: string;
  readonly device: string;
  readonly sequence: number;
  readonly memory: string;
  readonly stamp: string;
  /** Null if a purge has deleted it. */
  readonly body: string | null;
}

interface LinkRow {
  readonly space: string;
  readonly memory: string;
  readonly status: "attached" | "detached" | "absent";
  readonly purged: 0 | 1;
  readonly base: number;
  readonly successor: string | null;
}

interface MemoryRow {
  readonly id: string;
  readonly domain: string;
  readonly namespace: string;
  readonly source: string | null;
  readonly pinned: 0 | 1;
  readonly deleted_at: number | null;
  readonly superseded_by: string | null;
  readonly created_at: number;
  readonly content: string;
  readonly tags: string;
}

interface SpaceRow {
  readonly id: string;
  readonly device: string;
  readonly published: number;
  /** The number of changes of this device. */
  readonly last: number;
}

/** One installation's copy of the spaces, read from its database. */
export class ReplicaFile {
  readonly number: number;
  readonly database: Database.Database;

  constructor(number: number, file: string, options: Database.Options = {}) {
    this.number = number;
    this.database = new Database(file, options);
  }

  close(): void {
    this.database.close();
  }

  spaces(): readonly SpaceRow[] {
    return this.#all<SpaceRow>(
      `SELECT s.id, d.id AS device, s.published, coalesce((SELECT max(sequence) FROM entries e WHERE e.device = s.device), 0) AS last
       FROM spaces s JOIN space_devices d ON d.number = s.device ORDER BY s.id`,
    );
  }

  /** The number of changes of each device that are here, by space and device. */
  received(): ReadonlyMap<string, number> {
    const rows = this.#all<{ key: string; received: number }>(
      "SELECT s.id || ' ' || d.id AS key, d.received FROM space_devices d JOIN spaces s ON s.number = d.space",
    );
    return new Map(rows.map(({ key, received }) => [key, received]));
  }

  entries(): readonly EntryRow[] {
    return this.#all<EntryRow>(
      `SELECT s.id AS space, d.id AS device, e.sequence, e.memory, e.stamp, e.body FROM entries e
       JOIN spaces s ON s.number = e.space JOIN space_devices d ON d.number = e.device ORDER BY s.id, e.stamp`,
    );
  }

  links(): readonly LinkRow[] {
    return this.#all<LinkRow>(
      `SELECT s.id AS space, m.memory, m.status, m.purged, m.base, m.successor FROM space_memories m
       JOIN spaces s ON s.number = m.space ORDER BY m.memory, s.id`,
    );
  }

  memories(): ReadonlyMap<string, MemoryRow> {
    const rows = this.#all<MemoryRow>(
      `SELECT m.id, m.domain, m.namespace, m.source, m.pinned, m.deleted_at, m.superseded_by, m.created_at, c.content,
         (SELECT json_group_array(tag) FROM (SELECT tag FROM memory_tags t WHERE t.memory_row = m.row ORDER BY tag)) AS tags
       FROM memories m JOIN contents c ON c.memory_row = m.row`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The revisions of a memory after the first `base`, which only this installation has. */
  history(id: string, base: number): readonly unknown[] {
    return this.#all(
      `SELECT r.revision - ? AS revision, r.action, coalesce(origin.content, c.content) AS content, r.namespace, r.domain,
         r.tags, r.source, r.valid_from, r.valid_until, r.at
       FROM memories m JOIN contents c ON c.memory_row = m.row JOIN revisions r ON r.memory_row = m.row
       JOIN revisions origin ON origin.memory_row = m.row AND origin.revision = r.content_revision
       WHERE m.id = ? AND r.revision > ? ORDER BY r.revision`,
      base,
      id,
      base,
    );
  }

  wasSuperseded(id: string): boolean {
    const sql = `SELECT 1 FROM revisions r JOIN memories m ON m.row = r.memory_row WHERE m.id = ? AND r.action = 'supersede'`;
    return this.#all(sql, id).length > 0;
  }

  conflicts(id: string): readonly unknown[] {
    return this.#all("SELECT stamp, fields FROM conflicts WHERE memory = ? ORDER BY stamp", id);
  }

  /** All contents of a memory: the current one and its history. */
  contentsOf(id: string): readonly string[] {
    const rows = this.#all<{ content: string | null }>(
      `SELECT c.content FROM contents c JOIN memories m ON m.row = c.memory_row WHERE m.id = ?
       UNION ALL SELECT r.content FROM revisions r JOIN memories m ON m.row = r.memory_row WHERE m.id = ?`,
      id,
      id,
    );
    return rows.flatMap(({ content }) => (content === null ? [] : [content]));
  }

  #all<Row = unknown>(sql: string, ...values: readonly unknown[]): Row[] {
    return this.database.prepare<unknown[], Row>(sql).all(...values);
  }
}

/** The entries of each memory in a space that have contents, by space and memory. */
export function entriesByMemory(entries: readonly EntryRow[]): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  const lastStamp = lastStampAt(Date.now());
  for (const { space, memory, stamp, body } of entries) {
    const key = `${space} ${memory}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    if (body === null) continue;
    const entry = readStoredEntry(body);
    // Entries from the future are kept aside.
    if (stamp <= lastStamp || entry.action === "purge") group.push(entry);
  }
  return groups;
}

export type { EntryRow, LinkRow };
