import type { Database } from "better-sqlite3";
import { decodeTime, ulid } from "ulid";
import type { Salvaged } from "../../core/backup.ts";
import { DEVICE_PREFIX } from "../../core/client-identity.ts";
import { hasInstruction, type ReadTexts } from "../../core/gate/gate.ts";
import { renewDevices } from "../changes/renew-device.ts";

/** Triggers that keep the counts of memories. No other trigger runs while rows are copied. */
const COUNTING = /^(facet_counts|tag_counts|embedding_counts)_/;
/** The indexer makes them again. */
const VECTORS = new Set(["passages", "fingerprints"]);
const SPACE_TABLES = ["spaces", "space_devices", "entries", "space_memories", "erasures"];

/** The columns `held` and `held_at` of a memory. */
export interface HeldState {
  readonly held: number;
  readonly at: number;
}

/** The rows that were copied from a damaged database. */
export interface Copied {
  /** Tables of which a row may be missing. */
  readonly incomplete: ReadonlySet<string>;
  /** Ids of memories by their rows, from the index. */
  readonly ids: ReadonlyMap<number, string>;
  /** Which memories wait for the owner's review, and about which the owner decided, by their rows, from the index. */
  readonly held: ReadonlyMap<number, HeldState>;
  /** Rows of all memories that anything in the database refers to. */
  readonly seen: Set<number>;
  /** The number of memories by the counts; 0 if they cannot be read. */
  readonly counted: number;
}

/** Drops the triggers that do not count. @returns how to create them again */
export function dropTriggers(database: Database): string[] {
  const triggers = database
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
    .filter(({ name }) => !COUNTING.test(name));
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
  return triggers.map(({ sql }) => sql);
}

/** Completes the copied rows from each other and from the backup, in a transaction. */
export class SalvageMerge {
  readonly #database: Database;
  readonly #copied: Copied;
  readonly #hasBackup: boolean;

  constructor(database: Database, copied: Copied, hasBackup: boolean) {
    this.#database = database;
    this.#copied = copied;
    this.#hasBackup = hasBackup;
  }

  run(): Salvaged {
    const database = this.#database;
    const { incomplete, seen, counted } = this.#copied;
    const triggers = dropTriggers(database);
    if (this.#hasBackup) this.#addRowsOfContents();
    this.#makeMemories();
    if (this.#hasBackup) this.#addContents();
    const without = database.prepare<[], { row: number; revision: number }>(
      "DELETE FROM memories WHERE row NOT IN (SELECT memory_row FROM contents) RETURNING row, revision",
    );
    const deleted = without.all();
    this.#deleteOrphans();
    const isIncomplete = incomplete.has("memories") || incomplete.has("contents");
    const added = this.#hasBackup && isIncomplete ? this.#addMemories() : 0;
    if (this.#hasBackup) this.#addOthers();
    this.#completeHistories();
    this.#completeTags();
    if (incomplete.has("passages") || incomplete.has("fingerprints")) {
      database.exec("UPDATE memories SET embedded_by = NULL; DELETE FROM passages");
    }
    database.exec(
      "UPDATE memories SET superseded_by = NULL WHERE superseded_by NOT IN (SELECT id FROM memories AS other)",
    );
    this.#deleteOrphans();
    this.#renewSpaces(added > 0);
    for (const sql of triggers) database.exec(sql);
    const rows = new Set(database.prepare<[], number>("SELECT row FROM memories").pluck().all());
    const missing = [...seen].filter((row) => !rows.has(row)).length;
    const revisionOf = database.prepare<[number], number>("SELECT revision FROM memories WHERE row = ?").pluck();
    const reverted = deleted.filter(({ row, revision }) => (revisionOf.get(row) ?? revision) < revision).length;
    return { recovered: this.#countNew(), lost: Math.max(missing, counted - rows.size, 0) + reverted };
  }

  #columnsOf(table: string): string[] {
    return this.#database
      .prepare<[string], string>("SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden = 0")
      .pluck()
      .all(table)
      .map((name) => `"${name}"`);
  }

  /** Copies rows of the backup. @param condition in SQL, over the backup's row `b` @returns how many */
  #addFromBackup(table: string, condition: string): number {
    const columns = this.#columnsOf(table);
    const values = columns.map((column) => (column === '"embedded_by"' ? "NULL" : `b.${column}`));
    return this.#database
      .prepare(
        `INSERT OR IGNORE INTO main."${table}" (${columns.join(", ")})
         SELECT ${values.join(", ")} FROM backup."${table}" b WHERE ${condition}`,
      )
      .run().changes;
  }

  /** A content whose memory is damaged: the backup has the memory, if it was not changed since. */
  #addRowsOfContents(): void {
    this.#addFromBackup(
      "memories",
      `b.row NOT IN (SELECT row FROM main.memories)
        AND EXISTS (SELECT 1 FROM main.contents c JOIN backup.contents bc ON bc.memory_row = c.memory_row
          WHERE c.memory_row = b.row AND (c.hash = bc.hash OR c.content = bc.content))
        AND b.revision >= coalesce((SELECT max(revision) FROM main.revisions WHERE memory_row = b.row), 0)`,
    );
  }

  /** A memory whose row is damaged is made from its last revision, its content, and its id in the index. */
  #makeMemories(): void {
    const insert = this.#database.prepare(`
      INSERT OR IGNORE INTO memories (row, id, namespace, domain, created_at, updated_at, deleted_at, revision,
        content_revision, client_name, client_version, client_via, source, valid_from, valid_until)
      SELECT last.memory_row, :id, last.namespace, last.domain,
        coalesce((SELECT min(at) FROM revisions WHERE memory_row = :row AND revision = 1), :at), last.at,
        iif(last.action = 'delete', last.at, NULL), last.revision, last.content_revision, last.client_name,
        last.client_version, last.client_via, last.source, last.valid_from, last.valid_until
      FROM revisions last JOIN contents c ON c.memory_row = last.memory_row
      WHERE last.memory_row = :row ORDER BY last.revision DESC LIMIT 1`);
    const missing = this.#database
      .prepare<[], number>("SELECT memory_row FROM contents WHERE memory_row NOT IN (SELECT row FROM memories)")
      .pluck();
    for (const row of missing.all()) {
      const id = this.#copied.ids.get(row);
      if (id === undefined) continue;
      insert.run({ id, row, at: decodeTime(id) });
      this.#holdAgain(row);
    }
  }

  /**
   * A memory that was held stays held. If the index does not say, one with a passage of another device that reads like an
   * instruction waits for the owner again (ADR 0048).
   */
  #holdAgain(row: number): void {
    const known = this.#copied.held.get(row);
    const { held, at } = known ?? { held: this.#readsLikeInstruction(row) ? 1 : 0, at: null };
    if (known === undefined && held === 0) return;
    this.#database
      .prepare("UPDATE memories SET held = ?, held_at = coalesce(?, updated_at) WHERE row = ?")
      .run(held, at, row);
  }

  #readsLikeInstruction(row: number): boolean {
    const [texts] = this.#database
      .prepare<[number], Omit<ReadTexts, "tags"> & { readonly list: string; readonly client_name: string | null }>(
        `SELECT c.content, m.source, m.domain, m.namespace, m.client_name,
           coalesce((SELECT tags FROM revisions r WHERE r.memory_row = m.row AND r.revision = m.revision), '') AS list
         FROM memories m JOIN contents c ON c.memory_row = m.row WHERE m.row = ? AND EXISTS
           (SELECT 1 FROM revisions r WHERE r.memory_row = m.row AND r.client_via LIKE '${DEVICE_PREFIX}%')`,
      )
      .all(row);
    if (texts === undefined) return false;
    return hasInstruction({ ...texts, tags: [...texts.list.split(","), texts.client_name ?? ""] });
  }

  /** A memory whose content is damaged: the backup has the content, if it was not changed since. */
  #addContents(): void {
    this.#addFromBackup(
      "contents",
      `EXISTS (SELECT 1 FROM main.memories m JOIN backup.memories bm ON bm.id = m.id
        WHERE m.row = b.memory_row AND bm.row = b.memory_row AND bm.content_revision = m.content_revision)`,
    );
  }

  /** Memories that are readable in the backup only. @returns how many */
  #addMemories(): number {
    this.#database.exec(`
      CREATE TEMP TABLE added AS SELECT row FROM backup.memories
      WHERE id NOT IN (SELECT id FROM main.memories) AND row NOT IN (SELECT row FROM main.memories)`);
    const count = this.#addFromBackup("memories", "b.row IN temp.added");
    for (const table of ["contents", "memory_tags", "revisions", "recalls"]) {
      this.#addFromBackup(table, "b.memory_row IN temp.added");
    }
    this.#database.exec("DROP TABLE temp.added");
    return count;
  }

  /** Rows of damaged tables, which the backup has. */
  #addOthers(): void {
    const { incomplete } = this.#copied;
    const same = `EXISTS (SELECT 1 FROM main.memories m JOIN backup.memories bm ON bm.id = m.id AND bm.row = m.row
      WHERE m.row = b.memory_row`;
    if (incomplete.has("revisions")) {
      this.#addFromBackup("revisions", `${same} AND b.revision <= m.revision)`);
      // The backup has a content that was replaced since with its memory.
      this.#database.exec(`
        UPDATE revisions SET content = (SELECT content FROM backup.contents WHERE memory_row = revisions.memory_row)
        WHERE content IS NULL AND EXISTS (SELECT 1 FROM main.memories m JOIN backup.memories bm ON bm.id = m.id
          WHERE m.row = revisions.memory_row AND bm.row = m.row AND bm.content_revision = revisions.revision
            AND m.content_revision > bm.content_revision)`);
    }
    if (incomplete.has("memory_tags")) this.#addFromBackup("memory_tags", `${same} AND bm.revision = m.revision)`);
    if (incomplete.has("recalls")) this.#addFromBackup("recalls", `${same})`);
    const tables = this.#database
      .prepare<[], string>("SELECT name FROM backup.sqlite_schema WHERE type = 'table' AND rootpage > 0")
      .pluck()
      .all();
    for (const table of tables) {
      const isOfMemories = ["memories", "contents", "revisions", "memory_tags", "recalls"].includes(table);
      if (isOfMemories || VECTORS.has(table) || !incomplete.has(table)) continue;
      this.#addFromBackup(table, "TRUE");
    }
  }

  /** Every memory has its last revision, and the revision that introduced its content. */
  #completeHistories(): void {
    for (const revision of ["content_revision", "revision"]) {
      this.#database.exec(`
        INSERT OR IGNORE INTO revisions (memory_row, revision, action, content_revision, namespace, domain, tags, source,
          client_name, client_version, client_via, valid_from, valid_until, at)
        SELECT row, ${revision}, iif(${revision} = 1, 'capture', 'update'), content_revision, namespace, domain,
          coalesce((SELECT group_concat(tag, ',') FROM memory_tags WHERE memory_row = row), ''), source, client_name,
          client_version, client_via, valid_from, valid_until, updated_at
        FROM memories WHERE NOT EXISTS
          (SELECT 1 FROM revisions r WHERE r.memory_row = memories.row AND r.revision = memories.${revision})`);
    }
  }

  /** The last revision has the tags of a memory. */
  #completeTags(): void {
    if (this.#copied.incomplete.has("memory_tags") || this.#copied.incomplete.has("memories")) {
      const insert = this.#database.prepare(
        `INSERT OR IGNORE INTO memory_tags (memory_row, tag, state, created_at, domain, namespace)
         SELECT row, ?, state, created_at, domain, namespace FROM memories WHERE row = ?`,
      );
      const last = this.#database.prepare<[], { row: number; tags: string }>(
        "SELECT m.row, r.tags FROM memories m JOIN revisions r ON r.memory_row = m.row AND r.revision = m.revision WHERE r.tags <> ''",
      );
      for (const { row, tags } of last.all()) for (const tag of tags.split(",")) insert.run(tag, row);
    }
    this.#database.exec(`
      UPDATE memory_tags SET state = m.state, created_at = m.created_at, domain = m.domain, namespace = m.namespace
      FROM memories m WHERE m.row = memory_tags.memory_row AND (memory_tags.state, memory_tags.created_at,
        memory_tags.domain, memory_tags.namespace) IS NOT (m.state, m.created_at, m.domain, m.namespace)`);
  }

  #deleteOrphans(): void {
    const find = () => this.#database.pragma("foreign_key_check") as { table: string; rowid: number | null }[];
    for (const table of ["contents", "memory_tags", "revisions", "recalls", "passages"]) {
      this.#database.exec(`DELETE FROM "${table}" WHERE memory_row NOT IN (SELECT row FROM memories)`);
    }
    // A table without row ids has none here; its rows refer to spaces.
    for (let found = find(), tries = 0; found.length > 0 && tries < 5; found = find(), tries += 1) {
      for (const { table, rowid } of found) {
        if (rowid !== null) this.#database.prepare(`DELETE FROM "${table}" WHERE rowid = ?`).run(rowid);
      }
      this.#database.exec(`
        DELETE FROM space_domains WHERE space NOT IN (SELECT number FROM spaces);
        DELETE FROM space_offers WHERE space NOT IN (SELECT number FROM spaces);
        DELETE FROM erasures WHERE device NOT IN (SELECT number FROM space_devices);
        UPDATE memories SET embedded_by = NULL;
        DELETE FROM passages WHERE fingerprint NOT IN (SELECT id FROM fingerprints)`);
    }
  }

  /**
   * If changes of spaces are missing, or memories are older than their changes, this device receives all changes again,
   * as a new device.
   * @param hasOlder whether memories came from the backup
   */
  #renewSpaces(hasOlder: boolean): void {
    const database = this.#database;
    const isIncomplete = SPACE_TABLES.some((table) => this.#copied.incomplete.has(table));
    if (database.prepare("SELECT 1 FROM spaces").get() === undefined || !(isIncomplete || hasOlder)) return;
    // In the order in which they were made, without gaps.
    database.exec(`
      UPDATE entries SET sequence = -(s.published + (SELECT count(*) FROM entries e WHERE e.device = entries.device
        AND e.sequence > s.published AND e.sequence <= entries.sequence))
      FROM spaces s WHERE s.device = entries.device AND entries.sequence > s.published;
      UPDATE entries SET sequence = -sequence WHERE sequence < 0`);
    renewDevices(database, ulid);
    database.exec("UPDATE space_devices SET received = 0 WHERE number NOT IN (SELECT device FROM spaces)");
  }

  #countNew(): number {
    const all = "SELECT count(*) FROM main.memories m";
    const sql = this.#hasBackup
      ? `${all} LEFT JOIN backup.memories b ON b.id = m.id WHERE b.id IS NULL OR b.revision < m.revision`
      : all;
    return this.#database.prepare<[], number>(sql).pluck().get() ?? 0;
  }
}
