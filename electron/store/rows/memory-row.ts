import { createHash } from "node:crypto";
import type { ClientIdentity, Memory } from "../../core/memory.ts";
import type { MemoryUsage } from "../../core/ports.ts";
import { formatUrn } from "../../core/urn.ts";
import type { Validity } from "../../core/validity.ts";

/** A row of `memories` with its content, and its tags separated by commas, which a tag never contains. */
export interface MemoryRow {
  readonly row: number;
  readonly id: string;
  readonly namespace: string;
  readonly domain: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly deleted_at: number | null;
  readonly superseded_by: string | null;
  readonly pinned: number;
  readonly revision: number;
  readonly content_revision: number;
  readonly recall_count: number;
  readonly recalled_at: number | null;
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly client_via: string | null;
  readonly source: string | null;
  readonly valid_from: number | null;
  readonly valid_until: number | null;
  readonly content: string;
  readonly tags: string | null;
}

/** The columns of {@link MemoryRow}, for `SELECT … FROM memories m`. */
export const MEMORY_COLUMNS = `m.row, m.id, m.namespace, m.domain, m.created_at, m.updated_at, m.deleted_at,
  m.superseded_by, m.pinned, m.revision, m.content_revision, m.recall_count, m.recalled_at, m.client_name,
  m.client_version, m.client_via, m.source, m.valid_from, m.valid_until,
  (SELECT c.content FROM contents c WHERE c.memory_row = m.row) AS content,
  (SELECT group_concat(t.tag, ',') FROM memory_tags t WHERE t.memory_row = m.row) AS tags`;

export function toMemory(row: MemoryRow): Memory {
  return {
    id: row.id,
    urn: formatUrn(row),
    content: row.content,
    namespace: row.namespace,
    domain: row.domain,
    tags: tagsOf(row),
    source: row.source,
    ...toValidity(row),
    client: toClient(row),
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

export type UsageRow = Pick<MemoryRow, "id" | "updated_at" | "recall_count" | "pinned">;

export function toUsage(row: UsageRow): MemoryUsage {
  return { updatedAt: row.updated_at, recallCount: row.recall_count, pinned: row.pinned === 1 };
}

/** A row's tags, sorted. */
export function tagsOf(row: { readonly tags: string | null }): string[] {
  return row.tags === null || row.tags === "" ? [] : row.tags.split(",").sort();
}

/** The client that made a change; null for the owner. */
export function toClient(row: {
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly client_via: string | null;
}): ClientIdentity | null {
  if (row.client_name === null) return null;
  const identity = { name: row.client_name, version: row.client_version ?? "" };
  return row.client_via === null ? identity : { ...identity, via: row.client_via };
}

/** The interval in which a row holds. */
export function toValidity(row: Pick<MemoryRow, "valid_from" | "valid_until">): Validity {
  return {
    validFrom: row.valid_from === null ? null : toIso(row.valid_from),
    validUntil: row.valid_until === null ? null : toIso(row.valid_until),
  };
}

/** ISO 8601 as milliseconds since 1970. */
export function toMilliseconds(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

/** Milliseconds since 1970 as ISO 8601. */
export function toIso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** SHA-256 of the content's UTF-8 bytes. An index on it finds identical content. */
export function hashContent(content: string): Buffer {
  return createHash("sha256").update(content).digest();
}
