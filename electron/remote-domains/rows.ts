import { createHash } from "node:crypto";
import { CLIENT_COLUMNS, type ClientColumns, fromClientColumns } from "../core/client-identity.ts";
import { cleanText } from "../core/hidden-characters.ts";
import type { Memory, Revision, RevisionAction } from "../core/memory.ts";
import { fromStored, MEMORY_FIELD_LIST, type MemoryState, mapFields, toStored } from "../core/memory-fields.ts";
import type { MemoryUsage } from "../core/ports.ts";
import { formatUrn } from "../core/urn.ts";
import type { Row } from "../postgres/database.ts";

/** The fields that are columns. The schema has one domain. */
const STORED_FIELDS = MEMORY_FIELD_LIST.filter(([name]) => name !== "domain");
export const STATE_COLUMNS: readonly string[] = STORED_FIELDS.map(([, { column }]) => column);

/** The columns that {@link toMemory} reads, of `memories m`. */
export const MEMORY_COLUMNS = [
  ...["id", ...STATE_COLUMNS, ...CLIENT_COLUMNS, "pinned", "superseded_by"],
  ...["created_at", "updated_at", "deleted_at", "revision", "content_revision"],
]
  .map((column) => `m.${column}`)
  .join(", ");

/** The values of {@link STATE_COLUMNS}, by column. */
export function columnsOf(state: MemoryState): Record<string, unknown> {
  return Object.fromEntries(STORED_FIELDS.map(([name, field]) => [field.column, toStored(field, state[name])]));
}

export function toMemory(row: Row, domain: string): Memory {
  const id = String(row.id);
  const state = toState(row, domain);
  return {
    id,
    urn: formatUrn({ ...state, id }),
    ...state,
    client: clientOf(row),
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
    revision: Number(row.revision),
    deletedAt: row.deleted_at === null ? null : toIso(row.deleted_at),
    pinned: row.pinned === true,
    supersededBy: row.superseded_by as string | null,
    recallCount: 0,
    recalledAt: null,
  };
}

/** Recalls of remote memories are not counted, because a reader would have to write. */
export function toUsage(row: Row): MemoryUsage {
  return { updatedAt: Number(row.updated_at), recallCount: 0, pinned: row.pinned === true };
}

export function toRevision(row: Row, domain: string): Revision {
  return {
    memoryId: String(row.memory),
    revision: Number(row.revision),
    action: String(row.action) as RevisionAction,
    ...toState(row, domain),
    client: clientOf(row),
    at: toIso(row.at),
  };
}

/** SHA-256 of the content's UTF-8 bytes. An index on it finds identical content. */
export function hashContent(content: string): Buffer {
  return createHash("sha256").update(content).digest();
}

/** Texts are cleaned when they are read, because another login can write rows with any program. */
function toState(row: Row, domain: string): MemoryState {
  return mapFields((name, field) => (name === "domain" ? domain : cleaned(fromStored(field, row[field.column]))));
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  return typeof value === "string" ? cleanText(value).text : value;
}

function clientOf(row: Row) {
  return fromClientColumns(row as unknown as ClientColumns);
}

/** pg returns a bigint as text. */
function toIso(value: unknown): string {
  return new Date(Number(value)).toISOString();
}
