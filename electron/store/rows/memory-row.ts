import { CLIENT_COLUMNS, type ClientColumns, fromClientColumns } from "../../core/client-identity.ts";
import type { Memory, Revision, RevisionAction } from "../../core/memory.ts";
import {
  type FieldColumns,
  fromStored,
  MEMORY_FIELD_LIST,
  type MemoryField,
  type MemoryState,
  mapFields,
  toRegisters,
  toStored,
} from "../../core/memory-fields.ts";
import type { Target } from "../../core/memory-rules.ts";
import type { RankingFacts } from "../../core/ports.ts";
import type { EntryFields } from "../../core/replication/entry.ts";
import { formatUrn } from "../../core/urn.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import type { ColumnValues } from "../../sqlite/statements.ts";

/** The fields that are columns of `memories` and `revisions`; content and tags are stored apart. */
type ColumnField = Exclude<MemoryField, "content" | "tags">;
const COLUMN_FIELDS = MEMORY_FIELD_LIST.filter(([name]) => name !== "content" && name !== "tags");
export const STATE_COLUMNS: readonly string[] = COLUMN_FIELDS.map(([, { column }]) => column);

/** The fields of a memory or a revision. Tags are separated by commas, which a tag never contains. */
interface StateRow extends FieldColumns<ColumnField> {
  readonly content: string;
  readonly tags: string | null;
}

/** A row of `memories` with its content and tags. */
export interface MemoryRow extends StateRow, ClientColumns {
  readonly row: number;
  readonly id: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly deleted_at: number | null;
  readonly superseded_by: string | null;
  readonly pinned: number;
  readonly revision: number;
  readonly content_revision: number;
  readonly recall_count: number;
  readonly recalled_at: number | null;
  /** 0, or 1 while it waits for the owner's review, or 2 after it was rejected. */
  readonly held: number;
  readonly held_at: number | null;
}

/** A row of `revisions` with the content of the revision. */
export interface RevisionRow extends StateRow, ClientColumns {
  readonly id: string;
  readonly revision: number;
  readonly action: RevisionAction;
  readonly at: number;
}

/** The columns of {@link MemoryRow}, for `SELECT … FROM memories m`. */
export const MEMORY_COLUMNS = `m.row, m.id, m.created_at, m.updated_at, m.deleted_at, m.superseded_by, m.pinned,
  m.revision, m.content_revision, m.recall_count, m.recalled_at, m.held, m.held_at,
  ${[...CLIENT_COLUMNS, ...STATE_COLUMNS].map((column) => `m.${column}`).join(", ")},
  (SELECT c.content FROM contents c WHERE c.memory_row = m.row) AS content,
  (SELECT group_concat(t.tag, ',') FROM memory_tags t WHERE t.memory_row = m.row) AS tags`;

/** The values of {@link STATE_COLUMNS}. */
export function stateValuesOf(state: MemoryState): SqlValue[] {
  return COLUMN_FIELDS.map(([name, field]) => toStored(field, state[name]) as SqlValue);
}

/** The values of a target, by column, except content and tags. */
export function columnsOfTarget({ validity, pinned, deletedAt, supersededBy, ...fields }: Target): ColumnValues {
  const columns: Record<string, SqlValue> = {};
  for (const [name, field] of COLUMN_FIELDS) {
    const value =
      name === "validFrom" || name === "validUntil" ? validity?.[name] : fields[name as keyof typeof fields];
    if (value !== undefined) columns[field.column] = toStored(field, value) as SqlValue;
  }
  if (pinned !== undefined) columns.pinned = pinned ? 1 : 0;
  if (deletedAt !== undefined) columns.deleted_at = deletedAt;
  if (supersededBy !== undefined) columns.superseded_by = supersededBy;
  return columns;
}

export function toMemory(row: MemoryRow): Memory {
  return {
    id: row.id,
    urn: formatUrn(row),
    ...toState(row),
    client: fromClientColumns(row),
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
    revision: row.revision,
    deletedAt: row.deleted_at === null ? null : toIso(row.deleted_at),
    pinned: row.pinned === 1,
    supersededBy: row.superseded_by,
    recallCount: row.recall_count,
    recalledAt: row.recalled_at === null ? null : toIso(row.recalled_at),
  };
}

export function toRevision(row: RevisionRow): Revision {
  const { id: memoryId, revision, action, at } = row;
  return { memoryId, revision, action, ...toState(row), client: fromClientColumns(row), at: toIso(at) };
}

/** The replicated fields of a memory. */
export function fieldsOf(row: MemoryRow): EntryFields {
  const { pinned, deleted_at: deletedAt, superseded_by: supersededBy } = row;
  return Object.assign(toRegisters(toState(row)), { pinned: pinned === 1, deletedAt, supersededBy });
}

function toState(row: StateRow): MemoryState {
  const columns = row as unknown as Readonly<Record<string, unknown>>;
  return mapFields((name, field) => (name === "tags" ? tagsOf(row) : fromStored(field, columns[field.column])));
}

/** The columns that {@link toRankingFacts} reads, of `memories m`. */
export const RANKING_COLUMNS = `m.id, m.domain, m.namespace, m.source, m.session_id, m.valid_from, m.created_at, m.updated_at,
  m.recall_count, m.pinned`;

export interface RankingRow
  extends Pick<
    MemoryRow,
    "id" | "domain" | "namespace" | "source" | "valid_from" | "created_at" | "updated_at" | "recall_count"
  > {
  readonly session_id: string | null;
  readonly pinned: number;
}

export function toRankingFacts(row: RankingRow): RankingFacts {
  return {
    domain: row.domain,
    namespace: row.namespace,
    source: row.source,
    sessionId: row.session_id,
    validFrom: row.valid_from,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    recallCount: row.recall_count,
    pinned: row.pinned === 1,
  };
}

/** A row's tags, sorted. */
export function tagsOf(row: { readonly tags: string | null }): string[] {
  return row.tags === null || row.tags === "" ? [] : row.tags.split(",").sort();
}

/** ISO 8601 as milliseconds since 1970. */
export function toMilliseconds(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

/** Milliseconds since 1970 as ISO 8601. */
export function toIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
