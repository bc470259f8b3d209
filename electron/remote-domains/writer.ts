import { toClientColumns } from "../core/client-identity.ts";
import { hashContent, hashesOf } from "../core/content-hash.ts";
import { IDENTITY_FIELDS, type IdenticalMemory, type Memory } from "../core/memory.ts";
import { fromRegisters, MEMORY_FIELDS, type MemoryState, toStored } from "../core/memory-fields.ts";
import {
  assertRevision,
  changedFields,
  entryFieldsOf,
  REINSTATED,
  type RuledMemory,
  replaced,
  separated,
  superseded,
  type Target,
  trashed,
  updated,
} from "../core/memory-rules.ts";
import type { Edit, MemoryChanges, NewMemory } from "../core/ports.ts";
import type { Row, RunQuery } from "../postgres/database.ts";
import { RecollectError } from "../text/errors.ts";
import { lengthOf, lexemesOf, type Stem, toTsvector } from "./lexemes.ts";
import { columnsOf, MEMORY_COLUMNS, type RowSource, toMemory } from "./rows.ts";
import { schemaOf } from "./schema.ts";

/** A memory, and the revision at which it is changed. Null for any revision. */
export interface Addressed {
  readonly id: string;
  readonly expectedRevision: number | null;
}
/** Who merges memories, and when. */
type Merging = Omit<Edit, "action">;

interface RemoteWriterParts {
  readonly source: RowSource;
  readonly stem: Stem;
  /** Runs a statement in the transaction of the change. */
  readonly query: RunQuery;
  /** Names the change, so that a change whose reply was lost is not made twice. */
  readonly change: string;
}

/**
 * One change of remote memories, in a transaction of the caller. Rules decide about its targets. A row is locked before
 * it is changed, and changed only at the revision that was read, so that no update of another machine is lost.
 */
export class RemoteWriter {
  readonly #parts: RemoteWriterParts;
  readonly #schema: string;

  constructor(parts: RemoteWriterParts) {
    this.#parts = parts;
    this.#schema = schemaOf(parts.source.domain);
  }

  /** @throws not_found, conflict, invalid_argument if `supersedes` cannot be superseded */
  async insert({ sessionId, createdAt, supersedes, ...memory }: NewMemory): Promise<Memory> {
    const { id, client, pinned } = memory;
    const numbers = { revision: 1, content_revision: 1 };
    const inserted = await this.#insert("memories", "ON CONFLICT (id) DO NOTHING", {
      id,
      ...this.#stateColumns(memory),
      ...toClientColumns(client),
      session: sessionId,
      pinned,
      created_at: createdAt,
      updated_at: createdAt,
      ...numbers,
    });
    if (inserted === 1) await this.#addRevision(id, memory, numbers, { client, at: createdAt, action: "capture" });
    if (supersedes !== null) await this.#replace(supersedes, id, { client, at: createdAt });
    return this.#find(id);
  }

  /** Without a difference nothing is written. @throws not_found, conflict, invalid_argument */
  update(memory: Addressed, changes: MemoryChanges, edit: Edit): Promise<Memory> {
    return this.#revise(memory, edit, (before) => updated(before, changes));
  }

  /** @throws not_found, conflict */
  setDeleted(memory: Addressed, isDeleted: boolean, edit: Edit): Promise<Memory> {
    return this.#revise(memory, edit, (before) => trashed(before, isDeleted, edit.at));
  }

  /** Ignores unknown ids. */
  async setPinned(ids: readonly string[], pinned: boolean): Promise<Memory[]> {
    const { rows } = await this.#parts.query(
      `UPDATE ${this.#schema}.memories m SET pinned = $2 WHERE m.id = ANY ($1::text[]) RETURNING ${MEMORY_COLUMNS}`,
      [[...ids], pinned],
    );
    return rows.map((row) => this.#toMemory(row));
  }

  /** @throws not_found, conflict, invalid_argument */
  async supersede(memory: Addressed, by: string, edit: Merging): Promise<Memory> {
    const successor = ruled(await this.#find(by));
    return this.#revise(memory, { ...edit, action: "supersede" }, (before) => superseded(before, successor));
  }

  /** Undoes {@link supersede}. @throws not_found, conflict, invalid_argument */
  separate(memory: Addressed, by: string, edit: Merging): Promise<Memory> {
    return this.#revise(memory, { ...edit, action: "restore" }, (before) => separated(before, by));
  }

  /** @throws not_found */
  reinstate(id: string, edit: Edit): Promise<Memory> {
    return this.#revise({ id, expectedRevision: null }, edit, () => REINSTATED);
  }

  /** Deletes memories permanently, only those in the trash. Returns the deleted memories. */
  async purge(ids: readonly string[]): Promise<Memory[]> {
    const { rows } = await this.#parts.query(
      `DELETE FROM ${this.#schema}.memories m WHERE m.id = ANY ($1::text[]) AND m.deleted_at IS NOT NULL
       RETURNING ${MEMORY_COLUMNS}`,
      [[...ids]],
    );
    return rows.map((row) => this.#toMemory(row));
  }

  /** As `MemoryStore.findIdentical`. */
  async findIdentical(memory: IdenticalMemory, now: number): Promise<Memory | null> {
    const fields = IDENTITY_FIELDS.filter((name) => name !== "domain" && name !== "content");
    const same = fields.map((name, index) => `m.${MEMORY_FIELDS[name].column} IS NOT DISTINCT FROM $${index + 3}`);
    const { rows } = await this.#parts.query(
      `SELECT ${MEMORY_COLUMNS} FROM ${this.#schema}.memories m
       WHERE m.content_hash = ANY ($1::bytea[]) AND (m.valid_until IS NULL OR m.valid_until > $2) AND ${same.join(" AND ")}
         AND m.deleted_at IS NULL AND m.superseded_by IS NULL ORDER BY m.id LIMIT 1`,
      [hashesOf(memory.content), now, ...fields.map((name) => toStored(MEMORY_FIELDS[name], memory[name]))],
    );
    return rows[0] === undefined ? null : this.#toMemory(rows[0]);
  }

  async #replace(id: string, by: string, edit: Merging): Promise<void> {
    const { target, action } = replaced(ruled(await this.#find(id)), ruled(await this.#find(by)), edit.at);
    await this.#revise({ id, expectedRevision: null }, { ...edit, action }, () => target);
  }

  async #find(id: string): Promise<Memory> {
    return this.#toMemory(await this.#findRow(id));
  }

  async #findRow(id: string, lock = ""): Promise<Row> {
    const { rows } = await this.#parts.query(
      `SELECT ${MEMORY_COLUMNS} FROM ${this.#schema}.memories m WHERE m.id = $1 ${lock}`,
      [id],
    );
    if (rows[0] === undefined) throw new RecollectError("memory_gone", { id });
    return rows[0];
  }

  async #revise(memory: Addressed, edit: Edit, decide: (before: RuledMemory) => Target): Promise<Memory> {
    const { query, change } = this.#parts;
    const { id, expectedRevision } = memory;
    const s = this.#schema;
    const row = await this.#findRow(id, "FOR UPDATE");
    const before = this.#toMemory(row);
    const made = await query(`SELECT 1 FROM ${s}.revisions WHERE memory = $1 AND change = $2`, [id, change]);
    if (made.count > 0) return before;
    assertRevision(before, expectedRevision);
    const { fields } = ruled(before);
    const target = changedFields(fields, decide({ id, fields }));
    if (target === null) return before;
    const { deletedAt, supersededBy, ...registers } = { ...fields, ...target };
    const state = fromRegisters(registers);
    const revision = before.revision + 1;
    const isContentChanged = state.content !== before.content;
    const former = Number(row.content_revision);
    if (isContentChanged) {
      const keep = `UPDATE ${s}.revisions SET content = $3 WHERE memory = $1 AND revision = $2`;
      await query(keep, [id, former, before.content]);
    }
    const numbers = { revision, content_revision: isContentChanged ? revision : former };
    const columns = { ...this.#stateColumns(state), superseded_by: supersededBy, deleted_at: deletedAt, ...numbers };
    const set = Object.keys(columns).map((column, index) => `${column} = $${index + 4}`);
    const { rows } = await query(
      `UPDATE ${s}.memories m SET updated_at = greatest(updated_at, $3), ${set.join(", ")}
       WHERE m.id = $1 AND m.revision = $2 RETURNING ${MEMORY_COLUMNS}`,
      [id, before.revision, edit.at, ...Object.values(columns)],
    );
    if (rows[0] === undefined) throw new RecollectError("memory_gone", { id });
    await this.#addRevision(id, state, numbers, edit);
    return this.#toMemory(rows[0]);
  }

  async #addRevision(
    memory: string,
    state: MemoryState,
    numbers: { readonly revision: number; readonly content_revision: number },
    { action, client, at }: Edit,
  ): Promise<void> {
    // A revision has its content only if a later one replaced it.
    const { content: _, ...columns } = columnsOf(state);
    const { change } = this.#parts;
    await this.#insert("revisions", "", {
      memory,
      ...numbers,
      action,
      ...columns,
      ...toClientColumns(client),
      at,
      change,
    });
  }

  /** Returns the number of inserted rows. */
  async #insert(table: string, rest: string, values: Readonly<Record<string, unknown>>): Promise<number> {
    const columns = Object.keys(values);
    const places = columns.map((_, index) => `$${index + 1}`);
    const { count } = await this.#parts.query(
      `INSERT INTO ${this.#schema}.${table} (${columns.join(", ")}) VALUES (${places.join(", ")}) ${rest}`,
      Object.values(values),
    );
    return count;
  }

  /** The columns of a state, and those that are derived from it. */
  #stateColumns(state: MemoryState): Readonly<Record<string, unknown>> {
    const lexemes = lexemesOf(state, this.#parts.stem);
    const derived = { content_hash: hashContent(state.content), words: toTsvector(lexemes), length: lengthOf(lexemes) };
    return { ...columnsOf(state), ...derived };
  }

  #toMemory(row: Row): Memory {
    return toMemory(row, this.#parts.source);
  }
}

function ruled(memory: Memory): RuledMemory {
  return { id: memory.id, fields: entryFieldsOf(memory) };
}
