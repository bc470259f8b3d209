import type { IdenticalMemory, Memory, RevisionAction } from "../core/memory.ts";
import { MemoryConflict } from "../core/memory-conflict.ts";
import type { Edit, MemoryChanges, NewMemory } from "../core/ports.ts";
import { assertInterval } from "../core/validity.ts";
import type { Row, RunQuery } from "../postgres/database.ts";
import { RecollectError } from "../text/errors.ts";
import { lengthOf, lexemesOf, type Stem, toTsvector } from "./lexemes.ts";
import { hashContent, MEMORY_COLUMNS, toMemory, toMilliseconds } from "./rows.ts";
import { schemaOf } from "./schema.ts";

/** The state of a memory that a change sets. */
type State = Omit<Memory, "urn" | "recallCount" | "recalledAt" | "createdAt" | "domain" | "client">;

/**
 * Every change of a remote memory, in a transaction of the caller. A row is locked before it is changed, and changed only
 * at the revision that was read, so that no update of another machine is lost.
 * @param change names the change, so that one whose reply was lost is not made twice
 */
export class RemoteWriter {
  readonly #domain: string;
  readonly #schema: string;
  readonly #stem: Stem;

  constructor(domain: string, stem: Stem) {
    this.#domain = domain;
    this.#schema = schemaOf(domain);
    this.#stem = stem;
  }

  /** @throws not_found, conflict, invalid_argument where `supersedes` cannot be superseded */
  async insert(query: RunQuery, memory: NewMemory, change: string): Promise<Memory> {
    const s = this.#schema;
    const { id, content, namespace, tags, source, client, createdAt, sessionId, pinned } = memory;
    const columns = lexemesOf(memory, this.#stem);
    const place = [namespace, [...tags], source, toMilliseconds(memory.validFrom), toMilliseconds(memory.validUntil)];
    const author = [client?.name ?? null, client?.version ?? null, client?.via ?? null];
    const { count } = await query(
      `INSERT INTO ${s}.memories (id, content, content_hash, namespace, tags, source, valid_from, valid_until,
         client_name, client_version, client_via, session, pinned, created_at, updated_at, revision, content_revision,
         words, length)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, 1, 1, $15::tsvector, $16)
       ON CONFLICT (id) DO NOTHING`,
      [
        ...[id, content, hashContent(content), ...place, ...author],
        ...[sessionId, pinned, createdAt, toTsvector(columns), lengthOf(columns)],
      ],
    );
    if (count === 1) {
      await query(
        `INSERT INTO ${s}.revisions (memory, revision, action, content_revision, namespace, tags, source, valid_from,
           valid_until, client_name, client_version, client_via, at, change)
         VALUES ($1, 1, 'capture', 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [id, ...place, ...author, createdAt, change],
      );
    }
    if (memory.supersedes !== null) {
      await this.#replace(query, memory.supersedes, id, { client, at: createdAt }, change);
    }
    return this.#toMemory(await this.#find(query, id));
  }

  /** Without a difference nothing is written. @throws not_found, conflict, invalid_argument */
  update(
    query: RunQuery,
    id: string,
    changes: MemoryChanges,
    expected: number | null,
    edit: Edit,
    change: string,
  ): Promise<Memory> {
    return this.#change(query, id, expected, edit, change, (before) => {
      if (before.deletedAt !== null) throw new RecollectError("memory_in_trash", { id });
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const after: State = { ...before, ...(given as MemoryChanges) };
      if (after.validFrom !== before.validFrom || after.validUntil !== before.validUntil) assertInterval(after);
      return after;
    });
  }

  /** @throws not_found, conflict */
  setDeleted(query: RunQuery, id: string, deleted: boolean, expected: number | null, edit: Edit, change: string) {
    return this.#change(query, id, expected, edit, change, (before) => {
      const isDeleted = before.deletedAt !== null;
      return isDeleted === deleted
        ? before
        : { ...before, deletedAt: deleted ? new Date(edit.at).toISOString() : null };
    });
  }

  /** Ignores unknown ids. */
  async setPinned(query: RunQuery, ids: readonly string[], pinned: boolean): Promise<Memory[]> {
    const { rows } = await query(
      `UPDATE ${this.#schema}.memories m SET pinned = $2 WHERE m.id = ANY ($1::text[]) RETURNING ${MEMORY_COLUMNS}`,
      [[...ids], pinned],
    );
    return rows.map((row) => this.#toMemory(row));
  }

  /** @throws not_found, conflict, invalid_argument */
  async supersede(
    query: RunQuery,
    id: string,
    by: string,
    expected: number | null,
    edit: Omit<Edit, "action">,
    change: string,
  ): Promise<Memory> {
    const successor = await this.#find(query, by);
    return this.#change(query, id, expected, { ...edit, action: "supersede" }, change, (before) => {
      if (id === by || successor.superseded_by !== null) {
        throw new RecollectError("merge_impossible", { id: by, other: id }, { field: "others" });
      }
      return { ...before, supersededBy: by };
    });
  }

  /** Undoes {@link supersede}. @throws not_found, conflict, invalid_argument */
  separate(
    query: RunQuery,
    id: string,
    by: string,
    expected: number | null,
    edit: Omit<Edit, "action">,
    change: string,
  ): Promise<Memory> {
    return this.#change(query, id, expected, { ...edit, action: "restore" }, change, (before) => {
      if (before.supersededBy !== by) {
        throw new RecollectError("not_merged", { id: by, other: id }, { field: "others" });
      }
      return { ...before, supersededBy: null };
    });
  }

  /** @throws not_found */
  reinstate(query: RunQuery, id: string, edit: Edit, change: string): Promise<Memory> {
    return this.#change(query, id, null, edit, change, (before) => ({ ...before, supersededBy: null }));
  }

  /** Deletes memories permanently, only those in the trash. Returns what was deleted. */
  async purge(query: RunQuery, ids: readonly string[]): Promise<Memory[]> {
    const { rows } = await query(
      `DELETE FROM ${this.#schema}.memories m WHERE m.id = ANY ($1::text[]) AND m.deleted_at IS NOT NULL
       RETURNING ${MEMORY_COLUMNS}`,
      [[...ids]],
    );
    return rows.map((row) => this.#toMemory(row));
  }

  /** As `MemoryStore.findIdentical`. */
  async findIdentical(query: RunQuery, memory: IdenticalMemory, now: number): Promise<Memory | null> {
    const { content, namespace, validFrom = null, validUntil = null } = memory;
    const { rows } = await query(
      `SELECT ${MEMORY_COLUMNS} FROM ${this.#schema}.memories m
       WHERE m.content_hash = $1 AND m.content = $2 AND m.namespace = $3 AND m.valid_from IS NOT DISTINCT FROM $4
         AND m.valid_until IS NOT DISTINCT FROM $5 AND m.deleted_at IS NULL AND m.superseded_by IS NULL
         AND (m.valid_until IS NULL OR m.valid_until > $6) ORDER BY m.id LIMIT 1`,
      [hashContent(content), content, namespace, toMilliseconds(validFrom), toMilliseconds(validUntil), now],
    );
    return rows[0] === undefined ? null : this.#toMemory(rows[0]);
  }

  /** As the local store: a successor that is not valid yet ends the interval of the old memory instead. */
  async #replace(query: RunQuery, id: string, by: string, edit: Omit<Edit, "action">, change: string): Promise<void> {
    const successor = this.#toMemory(await this.#find(query, by));
    const old = this.#toMemory(await this.#find(query, id));
    const { validFrom } = successor;
    const isUpcoming = validFrom !== null && Date.parse(validFrom) > edit.at;
    if (!isUpcoming || (old.validFrom !== null && old.validFrom >= validFrom)) {
      await this.supersede(query, id, by, null, edit, change);
    } else if (old.validUntil === null || old.validUntil > validFrom) {
      await this.update(query, id, { validUntil: validFrom }, null, { ...edit, action: "update" }, change);
    }
  }

  async #find(query: RunQuery, id: string, lock = ""): Promise<Row> {
    const { rows } = await query(`SELECT ${MEMORY_COLUMNS} FROM ${this.#schema}.memories m WHERE m.id = $1 ${lock}`, [
      id,
    ]);
    if (rows[0] === undefined) throw new RecollectError("memory_gone", { id });
    return rows[0];
  }

  async #change(
    query: RunQuery,
    id: string,
    expected: number | null,
    { client, at, action }: { readonly client: Edit["client"]; readonly at: number; readonly action: RevisionAction },
    change: string,
    decide: (before: State) => State,
  ): Promise<Memory> {
    const s = this.#schema;
    const row = await this.#find(query, id, "FOR UPDATE");
    const before = this.#toMemory(row);
    const made = await query(`SELECT 1 FROM ${s}.revisions WHERE memory = $1 AND change = $2`, [id, change]);
    if (made.count > 0) return before;
    if (expected !== null && expected !== before.revision) throw new MemoryConflict(before, expected);
    const after = decide(before);
    if (isSame(before, after)) return before;
    const revision = before.revision + 1;
    const hasNewContent = after.content !== before.content;
    const contentRevision = hasNewContent ? revision : Number(row.content_revision);
    if (hasNewContent) {
      await query(`UPDATE ${s}.revisions SET content = $3 WHERE memory = $1 AND revision = $2`, [
        ...[id, Number(row.content_revision), before.content],
      ]);
    }
    const place = [after.namespace, [...after.tags], after.source];
    const interval = [toMilliseconds(after.validFrom), toMilliseconds(after.validUntil)];
    const columns = lexemesOf(after, this.#stem);
    const { rows } = await query(
      `UPDATE ${s}.memories m SET content = $3, content_hash = $4, namespace = $5, tags = $6, source = $7,
         valid_from = $8, valid_until = $9, superseded_by = $10, deleted_at = $11, updated_at = greatest(updated_at, $12),
         revision = $13, content_revision = $14, words = $15::tsvector, length = $16
       WHERE m.id = $1 AND m.revision = $2 RETURNING ${MEMORY_COLUMNS}`,
      [
        ...[id, before.revision, after.content, hashContent(after.content), ...place, ...interval],
        ...[after.supersededBy, toMilliseconds(after.deletedAt), at, revision, contentRevision],
        ...[toTsvector(columns), lengthOf(columns)],
      ],
    );
    if (rows[0] === undefined) throw new RecollectError("memory_gone", { id });
    await query(
      `INSERT INTO ${s}.revisions (memory, revision, action, content_revision, namespace, tags, source, valid_from,
         valid_until, client_name, client_version, client_via, at, change)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        ...[id, revision, action, contentRevision, ...place, ...interval],
        ...[client?.name ?? null, client?.version ?? null, client?.via ?? null, at, change],
      ],
    );
    return this.#toMemory(rows[0]);
  }

  #toMemory(row: Row): Memory {
    return toMemory(row, this.#domain);
  }
}

function isSame(one: State, other: State): boolean {
  const essence = ({ content, namespace, tags, source, validFrom, validUntil, supersededBy, deletedAt }: State) =>
    JSON.stringify([content, namespace, tags, source, validFrom, validUntil, supersededBy, deletedAt]);
  return essence(one) === essence(other);
}
